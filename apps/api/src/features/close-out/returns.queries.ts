import type { ReturnedTitle, ReturnsSummary } from '@pos/contract/close-out';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/** A line of the fair as its return is judged; `titleId` is not for the snapshot. */
export type ReturnLine = ReturnedTitle & { titleId: string };

/** Every title of a fair with what is expected back and what was counted (domain 9.8), in the order of their names. */
export async function returnLineRows(db: Db, fairId: string): Promise<ReturnLine[]> {
  const { rows } = await sql<ReturnLine>`
    select l.title_id, t.sku, t.title, l.price_cents, l.sent_qty as sent, l.missing_qty as missing, l.adjust_qty as adjusted, l.sold_qty as sold_in_person, l.restocked_qty as restocked,
           l.expected_return, l.counted_return_qty as counted, l.damaged_qty as damaged,
           l.counted_return_qty - l.expected_return as variance, (l.counted_return_qty - l.expected_return) * l.price_cents as variance_value_cents
      from fair_lines l join titles t on t.id = l.title_id
     where l.fair_id = ${fairId} order by lower(t.title), t.sku`.execute(db);
  return rows;
}

/** The return in sums. A title of which nothing is expected needs no count. */
export function summaryOf(lines: readonly ReturnLine[]): ReturnsSummary {
  const counted = lines.filter((line) => line.counted !== null);
  const notCounted = lines.filter((line) => line.counted === null && line.expectedReturn !== 0);
  const sum = (of: readonly ReturnLine[], valueOf: (line: ReturnLine) => number) => of.reduce((total, line) => total + valueOf(line), 0);
  return {
    titles: lines.length, countedTitles: counted.length, notCountedTitles: notCounted.length,
    expectedUnits: sum(lines, (line) => line.expectedReturn), countedUnits: sum(counted, (line) => line.counted ?? 0), damagedUnits: sum(counted, (line) => line.damaged),
    notCountedUnits: sum(notCounted, (line) => line.expectedReturn),
    varianceTitles: counted.filter((line) => line.variance !== 0).length,
    varianceUnits: sum(counted, (line) => line.variance ?? 0), varianceValueCents: sum(counted, (line) => line.varianceValueCents ?? 0),
  };
}
