import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { Day } from '@pos/contract/values';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { PREPARED, type Db } from '#api/db/db.ts';
import { inScope, isCountedTopUp, type SalesScope, preparedFor, isOneOf } from '../report-scope.ts';
import type { Figures } from './figures.ts';
import { toSalesFigures, type SalesFigures } from './sales-figures.ts';

/** Figures of one fair on one of its days. */
export type FairDay = { fairId: string; day: Day; figures: SalesFigures };

type DayRow = { fairId: string; day: Day; sales: Figures };

/**
 * Returns every day of the scope with sales, refunds or top-ups, unordered. Source of DAILY_SALES
 * and SALES_SUMMARY.
 */
export async function fairDays(db: Db, scope: SalesScope): Promise<FairDay[]> {
  const { rows } = await sql<DayRow>`
    select ${preparedFor(scope)} fair_id, day, ${
      scope.method === null
        ? sql`sales from fair_days_now where ${isDayInScope(scope)} and sales <> '{}'`
        : sql`jsonb_object_agg(figure, amount) as sales
          from sales_figures(${fromRows(scope)}) group by fair_id, day`
    }`.execute(db);
  return rows.map(toFairDay);
}

function toFairDay({ fairId, day, sales }: DayRow): FairDay {
  return { fairId, day, figures: toSalesFigures(sales) };
}

/** Figures of a fair on one of its days that only its orders, lines and payments tell. */
export type FairParts = { fairId: string; parts: Figures };

/** Returns the parts of every day of the scope. */
export async function fairParts(db: Db, scope: SalesScope): Promise<FairParts[]> {
  const { rows } = await sql<FairParts>`
    select ${preparedFor(scope)} fair_id, ${
      scope.method === null
        ? sql`parts from fair_days_now where ${isDayInScope(scope)}`
        : sql`jsonb_object_agg(figure, amount) as parts
          from part_figures(${fromRows(scope)}) group by fair_id, day`
    }`.execute(db);
  return rows;
}

/** Returns both, by one statement if the method does not matter. */
export async function fairDaysAndParts(
  db: Db,
  scope: SalesScope,
): Promise<{ days: FairDay[]; parts: FairParts[] }> {
  if (scope.method !== null)
    return { days: await fairDays(db, scope), parts: await fairParts(db, scope) };
  const { rows } = await sql<DayRow & FairParts>`
    select ${preparedFor(scope)} fair_id, day, sales, parts
    from fair_days_now
    where ${isDayInScope(scope)}`.execute(db);
  const sold = rows.filter(({ sales }) => Object.keys(sales).length > 0);
  return { days: sold.map(toFairDay), parts: rows };
}

/**
 * Returns the days of all fairs combined, one set of figures or more a day; add them up. They include
 * top-ups, which are not sales.
 */
export async function allDays(db: Db, startDate: Day, endDate: Day): Promise<FairDay[]> {
  const { rows } = await sql<{ day: Day; sales: Figures }>`
    select ${PREPARED} day, sales
    from all_days_now
    where day between ${startDate}::date and ${endDate}::date`.execute(db);
  return rows.map(({ day, sales }) => ({ fairId: 'all', day, figures: toSalesFigures(sales) }));
}

/** SQL condition: a row is of the fairs and days of the scope. */
function isDayInScope({ fairs, startDate, endDate }: SalesScope): RawBuilder<SqlBool> {
  return sql<SqlBool>`
    ${isOneOf('fair_id', fairs)} and day between ${startDate}::date and ${endDate}::date`;
}

/** Arguments of a function that counts the scope from rows. */
export function fromRows({ fairs, startDate, endDate, method }: SalesScope): RawBuilder<unknown> {
  return sql`
    ${fairs.map(({ id }) => id)}::uuid[], ${startDate}::date, ${endDate}::date,
      ${method}::smallint`;
}

/** SQL condition: `p` is a top-up by cash or check at a register of the fairs. */
function taken({ fairs }: SalesScope): RawBuilder<SqlBool> {
  return sql<SqlBool>`
    ${isOneOf('p.fair_id', fairs)}
      and p.method in (${sql.lit(PaymentMethod.check)}, ${sql.lit(PaymentMethod.cash)})
      and ${isCountedTopUp()}`;
}

/**
 * SQL condition: booked before the fair's close-out. Later activity, such as a top-up from a late
 * register, is not part of the frozen settlement.
 */
function inTime(at: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`
    not exists (
      select from standing_close_outs c where c.fair_id = p.fair_id and c.finished_at < ${at})`;
}

/** `from … where …` of the eWallet top-ups `p` taken in by the drawers of the scope's fairs. */
export function fromTopUps(scope: SalesScope): RawBuilder<unknown> {
  return sql`
    from payments p
    where ${taken(scope)} and ${inScope('p', scope)} and ${inTime(sql`p.created_at`)}`;
}

/**
 * `from … where …` of payouts of such top-ups, as negative eWallet entries `e`, on their own day.
 */
export function fromTopUpPayouts(scope: SalesScope): RawBuilder<unknown> {
  return sql`
    from payments p
    join wallet_entries e on e.payment_id = p.id
    where ${taken(scope)}
      and ${inTime(sql`e.at`)}
      and e.type in ('refund', 'payout')
      and e.amount_cents < 0
      and e.business_day between ${scope.startDate}::date and ${scope.endDate}::date`;
}
