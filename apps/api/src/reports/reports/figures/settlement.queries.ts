import type { ProfitBands } from '@pos/contract/fairs/agreements';
import type { AveDollarMemo, EWalletMemo } from '@pos/contract/reports/sales-summary/sales-summary';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { type ReportScope, type SalesScope, preparedFor, isOneOf } from '../report-scope.ts';

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
  const getSum = (condition: RawBuilder<unknown>) =>
    sql`coalesce(sum(e.amount_cents) filter (where ${condition}), 0)::bigint`;
  return {
    opening: getSum(sql`e.business_day < ${startDate}::date`),
    within: (type: string) =>
      getSum(sql`e.business_day >= ${startDate}::date and e.type = ${sql.lit(type)}`),
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
