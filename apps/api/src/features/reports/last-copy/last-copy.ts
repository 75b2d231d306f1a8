import type { LastCopyReport } from '@pos/contract/reports';
import type { LastCopyRow } from '@pos/contract/reports/last-copy';
import { today } from '@pos/contract/values/clock';
import { daysBetween } from '@pos/contract/values/days';
import type { Db } from '#api/db/db.ts';
import { lastCopyLines, lastCopyThresholdRow, type LastCopyLine } from './last-copy.queries.ts';
import { type ReportScope, type ScopeFair, withSchoolNames } from '../report-scope.ts';
import { stockLinesRow } from '../reports.queries.ts';
import { total } from '../figures/sales-figures.ts';
import type { ReportCode } from '../report-code.ts';

/**
 * Domain 9.6: titles that are sold out or nearly so, sold out first, then by the time the last
 * copies were reached.
 */
export async function lastCopy(
  db: Db,
  scope: ReportScope,
): Promise<Pick<LastCopyReport, 'reportType' | 'threshold' | 'rows' | 'totals'>> {
  const fairs = new Map(scope.fairs.map((fair) => [fair.id, fair]));
  const threshold = await lastCopyThresholdRow(db);
  const lines = withSchoolNames(scope, await lastCopyLines(db, scope, threshold));
  const rows = lines
    .map((line) => lastCopyRow(line, fairs.get(line.fairId)))
    .sort(bySoldOutThenReached);
  const soldOutTitles = rows.filter(({ state }) => state === 'sold_out').length;
  return {
    reportType: 'LAST_COPY',
    threshold,
    rows,
    totals: {
      titles: rows.length,
      soldOutTitles,
      lastCopyTitles: rows.length - soldOutTitles,
      sold: total(rows, (row) => row.sold),
      shipToSchoolUnitsAfter: total(rows, (row) => row.shipToSchoolUnitsAfter),
      suggestedRestock: total(rows, (row) => row.suggestedRestock ?? 0),
    },
  };
}

function lastCopyRow(
  { fairId, left, reachedDay, ...line }: LastCopyLine,
  fair: ScopeFair | undefined,
): LastCopyRow {
  if (!fair) throw new Error(`Fair ${fairId} is not in the report.`);
  const { startDate, endDate, timeZone } = fair;
  const day = today(timeZone);
  const onHand = Math.max(0, left);
  return {
    ...line,
    onHand,
    state: onHand === 0 ? 'sold_out' : 'last_copy',
    daysOnSale: reachedDay === null ? null : daysOnSale(startDate, reachedDay),
    suggestedRestock:
      day >= startDate && day <= endDate
        ? suggestedRestock(line.sold, daysOnSale(startDate, day), daysBetween(day, endDate), onHand)
        : null,
  };
}

/** Selling days up to and including `day`. A sale before the start counts as the first day. */
const daysOnSale = (startDate: string, day: string): number =>
  Math.max(1, daysBetween(startDate, day) + 1);

/**
 * Units that would sell until the end at the current pace, minus units on hand (domain 9.6). Uses
 * integers, so that no pace is rounded.
 */
function suggestedRestock(
  sold: number,
  daysSoFar: number,
  remainingDays: number,
  onHand: number,
): number {
  return Math.max(0, Math.ceil((sold * remainingDays) / daysSoFar) - onHand);
}

function bySoldOutThenReached(one: LastCopyRow, other: LastCopyRow): number {
  return (
    Number(other.state === 'sold_out') - Number(one.state === 'sold_out') ||
    (one.reachedAt ?? '9999').localeCompare(other.reachedAt ?? '9999') ||
    one.title.localeCompare(other.title, 'en') ||
    one.sku.localeCompare(other.sku) ||
    one.fairIdentifier.localeCompare(other.fairIdentifier)
  );
}

/** Code of LAST_COPY. */
export const lastCopyCode: ReportCode<'LAST_COPY'> = {
  // A school's fairs have few titles; those of all schools may be read for minutes.
  countLines: async (db, scope) => (scope.schoolId === null ? stockLinesRow(db, scope) : 0),
  compute: ({ db, scope }) => lastCopy(db, scope),
};
