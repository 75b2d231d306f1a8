import type { SoldOrder } from '@pos/contract/sales/register-orders';
import { sql } from 'kysely';
import { runOnceCompiled, hiddenFromPlanner } from '#api/db/compiled-once.ts';
import { PREPARED, type Tx } from '#api/db/db.ts';
import { standingFor } from '#api/db/merged-records.ts';
import { findApprovals, findApprovers } from '#api/sales/approvals/approvals.queries.ts';
import type { ApprovalFacts, SaleFacts, SoldBy, TitleFacts } from './sale-facts.ts';
import type { Seller } from './planned-sale.ts';

/**
 * Locks the fair (FOR KEY SHARE, so that it cannot be closed out or reset), then these epochs of
 * the register, so that its batches run one after another, and reads the facts to check the orders.
 */
export async function loadSaleFacts(
  tx: Tx,
  register: Seller,
  orders: readonly SoldOrder[],
  epochs: readonly number[] = [],
): Promise<SaleFacts> {
  const fair = await lockFair(tx, register, epochs);
  if (!fair) throw new Error(`There is no fair ${register.fairId} for this register.`);
  const {
    deviceStatus,
    cashierStatus,
    hasLetter,
    maxCheckOverageCents,
    lastCopyThreshold,
    maxDiscountPercent,
    rates,
    ...terms
  } = fair;
  const sellers = await findSellers(tx, terms.id, orders);
  return {
    fair: terms,
    deviceStatus,
    cashierStatus,
    hasLetter,
    maxCheckOverageCents,
    lastCopyThreshold,
    maxDiscountPercent,
    rates: new Set(rates),
    sellers,
    sender: register,
    approvals: await loadApprovalFacts(tx, orders, [register, ...sellers.values()]),
    titles: await loadTitles(tx, terms.id, orders),
    students: await loadStudents(tx, terms.schoolId, orders),
    now: new Date(),
  };
}

type FairRow = SaleFacts['fair'] &
  Pick<
    SaleFacts,
    | 'deviceStatus'
    | 'cashierStatus'
    | 'hasLetter'
    | 'maxCheckOverageCents'
    | 'lastCopyThreshold'
    | 'maxDiscountPercent'
  > & { rates: number[] };

async function lockFair(
  tx: Tx,
  { id, fairId, cashierId, fairCashierId }: Seller,
  epochs: readonly number[],
): Promise<FairRow | undefined> {
  const [fair] = await runOnceCompiled(
    tx,
    'lock a fair for sales',
    { id, fairId, cashierId, fairCashierId, epochs },
    (given) => sql<FairRow>`
      with ${PREPARED} epochs as (
        insert into device_epochs (device_id, epoch)
        select ${given.id}::uuid, epoch
        from unnest(${given.epochs}::int[]) as epoch
        order by epoch
        on conflict (device_id, epoch) do update set epoch = excluded.epoch
      )
      select f.id, f.identifier, f.school_id, f.time_zone, f.start_date, f.end_date, f.status,
        f.close_out_state, f.reset_at, s.facts_enabled, s.tax_exempt as school_tax_exempt,
        s.exempt_certificate_no, s.exempt_valid_to, d.status as device_status,
        coalesce(c.status, a.status) as cashier_status,
        exists (
          select
          from fair_device_counters c
          where c.fair_id = f.id and c.device_id = d.id) as has_letter,
        settings.max_check_overage_cents, settings.last_copy_threshold,
        settings.max_discount_percent,
        (select array_agg(tax_rate_ppm) from fair_tax_rates r where r.fair_id = f.id) as rates
      from fairs f
      join schools s on s.id = f.school_id
      join devices d on d.id = ${given.id}
      join admins a on a.id = ${given.cashierId}
      left join cashiers c on c.id = ${given.fairCashierId}::uuid
      cross join settings
      where f.id = ${given.fairId}
      for key share of f`,
  );
  return fair;
}

type TitleRow = Omit<TitleFacts, 'line'> & {
  key: string;
  lineActive: boolean | null;
  prices: string | null;
};

async function loadTitles(
  tx: Tx,
  fairId: string,
  orders: readonly SoldOrder[],
): Promise<Map<string, TitleFacts>> {
  const skus = [
    ...new Set(
      orders.flatMap((order) => order.lines.flatMap((line) => line.sku?.toLowerCase() ?? [])),
    ),
  ];
  if (skus.length === 0) return new Map();
  const rows = await runOnceCompiled(
    tx,
    'titles of sales',
    { fairId, skus },
    (given) => sql<TitleRow>`
      select ${PREPARED} lower(t.sku) as key, t.id, t.sku, t.title, t.category,
        t.status = 'active' as active, coalesce(s.price_cents, t.price_cents) as price_cents,
        t.taxable, l.status = 'active' as line_active,
        (
          select string_agg(p.price_cents::text, ',' order by p.since desc)
          from fair_line_prices p
          where p.fair_id = l.fair_id and p.title_id = l.title_id) as prices,
        exists (
          select
          from former_taxables f
          where f.fair_id = ${given.fairId}
            and f.title_id = t.id
            and f.taxable <> t.taxable) as was_taxed_otherwise
      from titles t
      left join fair_lines l on l.title_id = t.id and l.fair_id = ${given.fairId}
      left join season_prices s on s.title_id = t.id
        and s.season = (select season_of(start_date) from fairs where id = ${given.fairId})
      where lower(t.sku) = any(${hiddenFromPlanner(given.skus)}::text[])`,
  );
  return new Map(
    rows.map(({ key, lineActive, prices, ...title }) => [
      key,
      {
        ...title,
        ...(lineActive !== null && {
          line: {
            active: lineActive,
            prices: (prices ?? '').split(',').filter(Boolean).map(Number),
          },
        }),
      },
    ]),
  );
}

async function loadStudents(
  tx: Tx,
  schoolId: string,
  orders: readonly SoldOrder[],
): Promise<SaleFacts['students']> {
  const numbers = [...new Set(orders.flatMap((order) => order.studentNumber ?? []))];
  if (numbers.length === 0) return new Map();
  const { rows } = await sql<{ studentNumber: string; id: string; walletId: string | null }>`
    select named.student_number, students.id, wallets.id as wallet_id
    from ${standingFor('students')}
    left join wallets on wallets.student_id = students.id
    where named.school_id = ${schoolId} and named.student_number = any(${numbers})`.execute(tx);
  return new Map(rows.map(({ studentNumber, ...student }) => [studentNumber, student]));
}

/**
 * Returns who sold orders that name somebody else than the token's person, by the ID that the order
 * names: admins, and cashiers of the fair. Unknown IDs are missing.
 */
async function findSellers(
  tx: Tx,
  fairId: string,
  orders: readonly SoldOrder[],
): Promise<Map<string, SoldBy>> {
  const ids = [...new Set(orders.flatMap(({ soldById }) => soldById ?? []))];
  if (ids.length === 0) return new Map();
  const { rows } = await sql<SoldBy & { id: string }>`
    select id, id as cashier_id, null::uuid as fair_cashier_id
    from admins
    where id = any(${ids}::uuid[])
    union all
    select c.id, f.admin_id, c.id
    from cashiers c
    join fairs f on f.id = c.fair_id
    where c.id = any(${ids}::uuid[]) and c.fair_id = ${fairId}`.execute(tx);
  return new Map(rows.map(({ id, ...soldBy }) => [id, soldBy]));
}

/** Reads the approvals of orders; nothing is read for orders that can need none. */
async function loadApprovalFacts(
  tx: Tx,
  orders: readonly SoldOrder[],
  sellers: readonly SoldBy[],
): Promise<ApprovalFacts> {
  const named = orders.flatMap(({ approvals = [] }) => approvals);
  const isPlain =
    named.length === 0 &&
    orders.every(
      ({ taxExempt, lines }) =>
        !taxExempt && lines.every(({ discountCents }) => discountCents === 0),
    );
  if (isPlain) return { given: new Map(), approvers: new Map() };
  const people = [
    ...sellers.flatMap(({ cashierId, fairCashierId }) =>
      fairCashierId === null ? [cashierId] : [],
    ),
    ...named.flatMap(({ personId }) => personId ?? []),
  ];
  return {
    given: await findApprovals(
      tx,
      named.flatMap(({ id }) => id ?? []),
    ),
    approvers: await findApprovers(tx, people),
  };
}
