import type { SoldOrder } from '@pos/contract/register';
import { sql } from 'kysely';
import { runOnceCompiled } from '#api/db/compiled-once.ts';
import { PREPARED, type Tx } from '#api/db/db.ts';
import type { SaleFacts, TitleFacts } from './sale-facts.ts';
import type { Seller } from './sale-plan.rules.ts';

/**
 * Locks the fair (FOR KEY SHARE: it cannot be finished or reset meanwhile) and reads what the orders at hand are judged by.
 */
export async function loadSaleFacts(tx: Tx, register: Seller, orders: readonly SoldOrder[]): Promise<SaleFacts> {
  const [fair] = await runOnceCompiled(tx, 'sale facts', [register.id, register.cashierId, register.fairId], () => selectFacts(tx, register));
  if (!fair) throw new Error(`There is no fair ${register.fairId} for this register.`);
  const { deviceStatus, cashierStatus, hasLetter, maxCheckOverageCents, lastCopyThreshold, rates, ...terms } = fair;
  return {
    fair: terms, deviceStatus, cashierStatus, hasLetter, maxCheckOverageCents, lastCopyThreshold,
    rates: new Set(rates),
    titles: await loadTitles(tx, terms.id, orders),
    students: await loadStudents(tx, terms.schoolId, orders),
    now: new Date(),
  };
}

function selectFacts(tx: Tx, register: Seller) {
  return tx
    .selectFrom('fairs')
    .modifyFront(PREPARED)
    .innerJoin('schools', 'schools.id', 'fairs.schoolId')
    .innerJoin('devices', (join) => join.on('devices.id', '=', register.id))
    .innerJoin('admins', (join) => join.on('admins.id', '=', register.cashierId))
    .innerJoin('settings', (join) => join.onTrue())
    .where('fairs.id', '=', register.fairId)
    .select([
      'fairs.id', 'fairs.identifier', 'fairs.schoolId', 'fairs.timeZone', 'fairs.startDate', 'fairs.endDate', 'fairs.status', 'fairs.closeOutState', 'fairs.resetAt',
      'schools.factsEnabled', 'schools.exemptCertificateNo', 'schools.exemptValidTo', 'devices.status as deviceStatus', 'admins.status as cashierStatus',
      'settings.maxCheckOverageCents', 'settings.lastCopyThreshold', sql<number[]>`(select array_agg(tax_rate_ppm) from fair_tax_rates r where r.fair_id = fairs.id)`.as('rates'),
      sql<boolean>`exists (select from fair_device_counters c where c.fair_id = fairs.id and c.device_id = devices.id)`.as('hasLetter'),
    ])
    .forKeyShare('fairs');
}

async function loadTitles(tx: Tx, fairId: string, orders: readonly SoldOrder[]): Promise<Map<string, TitleFacts>> {
  const skus = [...new Set(orders.flatMap((order) => order.lines.flatMap((line) => line.sku?.toLowerCase() ?? [])))];
  if (skus.length === 0) return new Map();
  const { rows } = await sql<Omit<TitleFacts, 'line'> & { key: string; lineActive: boolean | null; prices: string | null }>`select ${PREPARED} lower(t.sku) as key, t.id, t.sku, t.title, t.category, t.status = 'active' as active, t.price_cents, l.status = 'active' as line_active,
      (select string_agg(p.price_cents::text, ',' order by p.since desc) from fair_line_prices p where p.fair_id = l.fair_id and p.title_id = l.title_id) as prices
    from titles t left join fair_lines l on l.title_id = t.id and l.fair_id = ${fairId}
    where lower(t.sku) = any(${skus})`.execute(tx);
  return new Map(rows.map(({ key, lineActive, prices, ...title }) => [key, { ...title, ...(lineActive !== null && { line: { active: lineActive, prices: (prices ?? '').split(',').filter(Boolean).map(Number) } }) }]));
}

async function loadStudents(tx: Tx, schoolId: string, orders: readonly SoldOrder[]): Promise<SaleFacts['students']> {
  const numbers = [...new Set(orders.flatMap((order) => order.studentNumber ?? []))];
  if (numbers.length === 0) return new Map();
  const students = await tx
    .selectFrom('students')
    .leftJoin('wallets', 'wallets.studentId', 'students.id')
    .where('students.schoolId', '=', schoolId)
    .where('students.studentNumber', '=', sql<string>`any(${numbers})`)
    .select(['students.studentNumber', 'students.id', 'wallets.id as walletId'])
    .execute();
  return new Map(students.map(({ studentNumber, ...student }) => [studentNumber, student]));
}
