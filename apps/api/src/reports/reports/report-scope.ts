import { REPORTED_ORDER_STATUSES } from '@pos/contract/sales/order-states';
import type { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { COUNTED_STATUSES } from '@pos/contract/sales/payment-states';
import type { ReportHead } from '@pos/contract/reports/reports';
import type { ProfitOption } from '@pos/contract/close-out/close-out-snapshot';
import type { Day } from '@pos/contract/values';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { PREPARED } from '#api/db/db.ts';

/**
 * Choices and counts of a fair's close-out; null while the fair is open. Counted amounts in cents,
 * null if not counted.
 */
export type ClosedOut = {
  number: number;
  profitOption: ProfitOption;
  profitRatePpm: number;
  countedCashCents: number | null;
  countedCheckCents: number | null;
  countedChecks: number | null;
};
export type ScopeFair = Omit<ReportHead['fairs'][number], 'closeOutNumber'> & {
  id: string;
  schoolIdentifier: string;
  schoolName: string;
  closedOut: ClosedOut | null;
};

/** Limits of the fairs of all schools. */
export type ReportFilters = ReportHead['filters'];
export const NO_FILTERS: ReportFilters = { region: null, admin: null, season: null };

/**
 * Scope of sales figures: fairs, days (inclusive, in each fair's time zone), and an optional method
 * of payment.
 */
export type SalesScope = {
  fairs: readonly { id: string }[];
  startDate: Day;
  endDate: Day;
  method: PaymentMethod | null;
  /** Told how much of the scope was read, from 0 to 1. Throws if the work must stop. */
  reached?: OnPart;
};
export type OnPart = (part: number) => Promise<void>;
/** Scope of a report: fairs of one school, or of all schools (`schoolId` null) within `filters`. */
export type ReportScope = Omit<SalesScope, 'fairs'> & {
  schoolId: string | null;
  filters: ReportFilters;
  fairs: readonly ScopeFair[];
};

/** Adds the name of the school to rows with a fair, in a report of all schools. */
export function withSchoolNames<Row extends { fairIdentifier: string }>(
  scope: Schools,
  rows: readonly Row[],
): (Row & { schoolName?: string })[] {
  return rows.map(schoolNamer(scope));
}

type Schools = Pick<ReportScope, 'schoolId' | 'fairs'>;

/** Returns the function that does so for one row. */
export function schoolNamer({
  schoolId,
  fairs,
}: Schools): <Row extends { fairIdentifier: string }>(row: Row) => Row & { schoolName?: string } {
  if (schoolId !== null) return (row) => row;
  const names = new Map(fairs.map(({ identifier, schoolName }) => [identifier, schoolName]));
  return (row) => ({ ...row, schoolName: names.get(row.fairIdentifier) ?? '' });
}

/**
 * Maximum fairs read at a time. A season has thousands, and reading them at once would fill the
 * memory and delay other requests.
 */
const FAIRS_AT_A_TIME = 400;
/** The same with a method, for which they are counted from rows. */
const COUNTED_FAIRS_AT_A_TIME = 100;

/** Fairs whose lines are read at a time for a file: its progress shows how many are done. */
const FAIRS_OF_LINES = 25;

/** Splits the scope of a file of lines; see `splitScope`. */
export function splitForLines(scope: ReportScope): ReportScope[] {
  return splitBy(scope, FAIRS_OF_LINES);
}

/** Splits the scope into portions of fairs, in order; a single portion if there are no fairs. */
function splitScope<Scope extends SalesScope>(scope: Scope): Scope[] {
  return splitBy(scope, scope.method === null ? FAIRS_AT_A_TIME : COUNTED_FAIRS_AT_A_TIME);
}

function splitBy<Scope extends SalesScope>(scope: Scope, count: number): Scope[] {
  const portions = [{ ...scope, fairs: scope.fairs.slice(0, count) }];
  for (let from = count; from < scope.fairs.length; from += count)
    portions.push({ ...scope, fairs: scope.fairs.slice(from, from + count) });
  return portions;
}

/** Yields portions of the scope, and says after each how much of the scope was read. */
export async function* readPortions<Scope extends SalesScope>(
  scope: Scope,
  portions: readonly Scope[] = splitScope(scope),
): AsyncGenerator<Scope> {
  let done = 0;
  for (const portion of portions) {
    yield portion;
    done += portion.fairs.length;
    await scope.reached?.(scope.fairs.length === 0 ? 1 : done / scope.fairs.length);
  }
}

/**
 * Marks a statement over one fair as PREPARED: it reads so few rows that planning took half of the
 * time. Over many fairs, the best plan depends on their number.
 */
export function preparedFor({ fairs }: { fairs: readonly unknown[] }): RawBuilder<unknown> {
  return fairs.length === 1 ? PREPARED : sql``;
}

/**
 * SQL condition: the column is the ID of one of the fairs. A single one is compared by `=`, since a
 * prepared plan expects ten values of an array.
 */
export function isOneOf(
  column: string,
  fairs: readonly { id: string }[] | readonly string[],
): RawBuilder<SqlBool> {
  const ids = fairs.map((fair) => (typeof fair === 'string' ? fair : fair.id));
  return ids.length === 1
    ? sql<SqlBool>`${sql.ref(column)} = ${ids[0]}::uuid`
    : sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`;
}

/** Formats fixed values as an SQL list. */
export function inList(values: readonly string[]): RawBuilder<unknown> {
  return sql`(${sql.join(values.map((value) => sql.lit(value)))})`;
}

/** SQL condition: payment `p` counts as money of a sale. */
export function isCountedSale(): RawBuilder<SqlBool> {
  return sql<SqlBool>`p.purpose = 'sale' and p.status in ${inList(COUNTED_STATUSES)}`;
}

/** SQL condition: top-up `p` was received at a register. */
export function isCountedTopUp(): RawBuilder<SqlBool> {
  return sql<SqlBool>`p.purpose = 'wallet_top_up' and p.status in ${inList(COUNTED_STATUSES)}`;
}

/** SQL condition: the row of `table` belongs to the fairs and days of the scope. */
export function inScope(
  table: 'o' | 'r' | 'p',
  { fairs, startDate, endDate }: SalesScope,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`
    ${isOneOf(`${table}.fair_id`, fairs)}
      and ${sql.ref(table)}.business_day between ${startDate}::date and ${endDate}::date`;
}

/**
 * SQL condition: order `o` counts in reports (domain 9.1) and has the scope's method among its
 * tenders.
 */
export function isReported({ method }: Pick<SalesScope, 'method'>): RawBuilder<SqlBool> {
  const status = sql<SqlBool>`
    o.status in ${inList(REPORTED_ORDER_STATUSES)} and o.voided_by_reset_id is null`;
  if (method === null) return status;
  return sql<SqlBool>`
    ${status}
      and exists (
        select
        from payments p
        where p.order_id = o.id and p.method = ${method} and ${isCountedSale()})`;
}

/** `from … where …` of the orders `o` sold in the scope. */
export function fromSold(
  scope: SalesScope,
  joins: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  return sql`from orders o ${joins} where ${inScope('o', scope)} and ${isReported(scope)}`;
}

/**
 * `from … where …` of the refunds `r` made in the scope, with their orders `o`. The sale may be
 * earlier.
 */
export function fromRefunded(
  scope: SalesScope,
  joins: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  return sql`
    from refunds r
    join orders o on o.id = r.order_id ${joins}
    where ${inScope('r', scope)} and ${isReported(scope)}`;
}

/**
 * SQL: the last line of a group, which names it. IDs of lines rise with time, and UUIDs have no max().
 */
export const LAST_LINE = sql`max(last_line_id::text collate "C")::uuid as last_line_id`;
