import type { ProfitBands } from '@pos/contract/fairs/agreements';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { AveDollarMemo, EWalletMemo } from '@pos/contract/reports/sales-summary/sales-summary';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '#api/db/db.ts';
import {
  fromRefunded,
  fromSold,
  isCountedSale,
  type ReportScope,
  type SalesScope,
  preparedFor,
  isOneOf,
} from '../report-scope.ts';

/**
 * Returns the net sales of each fair that earn a profit (domain 8.7): for each order the amount
 * left after refunds, minus the share paid in AveDollars (half up), minus the uncollected amount. A
 * range gets the order's value at its end minus its value before its start, so that adjacent ranges
 * add up. May be negative for a range with refunds only.
 */
export async function eligibleNetRows(
  db: Db,
  scope: SalesScope,
): Promise<{ fairId: string; eligibleNetCents: number }[]> {
  const { rows } = await sql<{ fairId: string; eligibleNetCents: number }>`
    with ${preparedFor(scope)} touched as (
      select o.id, o.fair_id, o.business_day, o.subtotal_cents, o.total_cents, o.uncollected_cents
      ${fromSold(scope)}
      union
      select o.id, o.fair_id, o.business_day, o.subtotal_cents, o.total_cents, o.uncollected_cents
      ${fromRefunded(scope)}),
    moments as (
      select o.id, o.fair_id, m.sign, o.uncollected_cents - back.untendered as uncollected,
        o.subtotal_cents - back.net as net, o.total_cents - back.total as total,
        paid.ave_dollars - back.ave_dollars as ave_dollars
      from touched o
      join (values (1, ${scope.endDate}::date), (-1, ${scope.startDate}::date - 1)) m (sign, day)
        on o.business_day <= m.day
      cross join lateral (
        select coalesce(sum(p.amount_cents), 0)::bigint as ave_dollars
        from payments p
        where p.order_id = o.id
          and p.method = ${sql.lit(PaymentMethod.aveDollar)}
          and ${isCountedSale()}) paid
      cross join lateral (
        select coalesce(sum(r.net_cents), 0)::bigint as net,
          coalesce(sum(r.total_cents), 0)::bigint as total,
          coalesce(sum(t.ave_dollars), 0)::bigint as ave_dollars,
          coalesce(sum(r.total_cents - t.given_back), 0)::bigint as untendered
        from refunds r
        cross join lateral (
          select coalesce(sum(t.amount_cents), 0)::bigint as given_back,
            coalesce(
              sum(t.amount_cents) filter (where t.method = ${sql.lit(PaymentMethod.aveDollar)}),
              0)::bigint as ave_dollars
          from refund_tenders t
          where t.refund_id = r.id) t
        where r.order_id = o.id and r.business_day <= m.day) back)
    select fair_id,
      sum(
        sign * (
          net - uncollected - case
            when total > 0 then (2 * net * ave_dollars + total) / (2 * total)
            else 0
          end))::bigint as eligible_net_cents
    from moments
    group by fair_id`.execute(db);
  return rows;
}

/**
 * Returns the eWallet ledger of all students of the school, or of all schools of the region, by the
 * day of its entries.
 */
export async function eWalletMemoRow(db: Db, scope: ReportScope): Promise<EWalletMemo> {
  const { opening, within } = ledgerSums(scope);
  const { rows } = await sql<EWalletMemo>`
    select ${preparedFor(scope)} ${opening} as opening_cents,
      ${within('top_up')} as funded_cents,
      -${within('spend')} as spent_cents,
      ${within('refund')} as refunded_cents,
      -${within('payout')} as paid_out_cents,
      ${within('adjust')} as adjusted_cents,
      coalesce(sum(e.amount_cents), 0)::bigint as outstanding_cents
    from wallet_entries e
    where ${isOfStudents(scope)}
      and e.business_day <= ${scope.endDate}::date`.execute(db);
  return rows[0]!;
}

/**
 * Returns the AveDollar ledger of the school, or of all schools of the region, by the day of its
 * entries.
 */
export async function aveDollarMemoRow(db: Db, scope: ReportScope): Promise<AveDollarMemo> {
  const { opening, within } = ledgerSums(scope);
  const { rows } = await sql<AveDollarMemo>`
    select ${preparedFor(scope)} ${opening} as opening_cents,
      ${within('earn')} as earned_cents,
      -${within('spend')} as spent_cents,
      ${within('refund')} as refunded_cents,
      -${within('reverse')} as reversed_cents,
      ${within('adjust')} as adjusted_cents,
      coalesce(sum(e.amount_cents), 0)::bigint as closing_cents
    from ave_dollar_entries e
    where ${isOfSchools(scope, sql`e.school_id`)}
      and e.business_day <= ${scope.endDate}::date`.execute(db);
  return rows[0]!;
}

/** SQL condition: eWallet entry `e` is of a student whose school the memos of the scope cover. */
function isOfStudents(scope: Pick<ReportScope, 'schoolId' | 'filters'>): RawBuilder<SqlBool> {
  if (scope.schoolId === null && scope.filters.region === null) return sql<SqlBool>`true`;
  return sql<SqlBool>`
    e.wallet_id in (
      select w.id
      from wallets w
      join students s on s.id = w.student_id
      where ${isOfSchools(scope, sql`s.school_id`)})`;
}

/** SQL condition: the school, given by its ID, is one that the memos of the scope cover. */
function isOfSchools(
  { schoolId, filters: { region } }: Pick<ReportScope, 'schoolId' | 'filters'>,
  id: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  if (schoolId !== null) return sql<SqlBool>`${id} = ${schoolId}`;
  if (region === null) return sql<SqlBool>`true`;
  return sql<SqlBool>`
    ${id} in (select schools.id from schools where lower(schools.region) = lower(${region}))`;
}

/** SQL sums of ledger entries `e`: before the range, and of one type from its start on. */
function ledgerSums({ startDate }: Pick<ReportScope, 'startDate'>) {
  const sumOf = (condition: RawBuilder<unknown>) =>
    sql`coalesce(sum(e.amount_cents) filter (where ${condition}), 0)::bigint`;
  return {
    opening: sumOf(sql`e.business_day < ${startDate}::date`),
    within: (type: string) =>
      sumOf(sql`e.business_day >= ${startDate}::date and e.type = ${sql.lit(type)}`),
  };
}

/** Returns the sales bands of each fair whose school has an agreement (domain 8.7). */
export async function agreementsByFair(
  db: Db,
  { fairs }: Pick<SalesScope, 'fairs'>,
): Promise<Map<string, ProfitBands>> {
  const { rows } = await sql<{ id: string; profitBands: ProfitBands }>`
    select ${preparedFor({ fairs })} f.id, s.profit_bands
    from fairs f
    join schools s on s.id = f.school_id
    where ${isOneOf('f.id', fairs)}
      and s.profit_bands <> '[]'`.execute(db);
  return new Map(rows.map(({ id, profitBands }) => [id, profitBands]));
}
