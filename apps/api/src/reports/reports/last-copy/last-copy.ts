import type { LastCopyReport } from '@pos/contract/reports/reports';
import type { LastCopyRow } from '@pos/contract/reports/last-copy';
import { today } from '@pos/contract/values/clock';
import { daysBetween } from '@pos/contract/values/days';
import type { Db } from '#api/db/db.ts';
import {
  lastCopyCount,
  lastCopyLines,
  lastCopyThresholdRow,
  streamLastCopyLines,
  type LastCopyLine,
} from './last-copy.queries.ts';
import {
  readPortions,
  type ReportScope,
  schoolNamer,
  type ScopeFair,
  splitForLines,
  withSchoolNames,
} from '../report-scope.ts';
import { stockLinesRow } from '../reports.queries.ts';
import type { ReportContext, ReportCode } from '../report-code.ts';
import type { ReportLines } from '../files/report-lines.ts';

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
  const rows = lines.map((line) => lastCopyRow(line, fairs.get(line.fairId)));
  const sums = new LastCopySums();
  for (const row of rows) sums.add(row);
  return { reportType: 'LAST_COPY', threshold, rows, totals: sums.totals() };
}

/** The same for a file. The database sorts the titles of all fairs. */
async function readLastCopy({ db, scope }: ReportContext): Promise<ReportLines> {
  const fairs = new Map(scope.fairs.map((fair) => [fair.id, fair]));
  const threshold = await lastCopyThresholdRow(db);
  const named = schoolNamer(scope);
  const sums = new LastCopySums();
  let lines = 0;
  for await (const portion of readPortions(scope, splitForLines(scope)))
    lines += await lastCopyCount(db, portion, threshold);
  async function* titles() {
    for await (const line of streamLastCopyLines(db, scope, threshold)) {
      const row = named(lastCopyRow(line, fairs.get(line.fairId)));
      sums.add(row);
      yield row;
    }
  }
  return {
    facts: {},
    totalCents: null,
    lines,
    read: { rows: () => [{ rows: titles() }] },
    totals: { totals: () => sums.totals() },
  };
}

/** Adds up the titles. */
class LastCopySums {
  readonly #sums = {
    titles: 0,
    soldOutTitles: 0,
    lastCopyTitles: 0,
    sold: 0,
    shipToSchoolUnitsAfter: 0,
    suggestedRestock: 0,
  };

  add(row: LastCopyRow): void {
    const sums = this.#sums;
    sums.titles++;
    sums[row.state === 'sold_out' ? 'soldOutTitles' : 'lastCopyTitles']++;
    sums.sold += row.sold;
    sums.shipToSchoolUnitsAfter += row.shipToSchoolUnitsAfter;
    sums.suggestedRestock += row.suggestedRestock ?? 0;
  }

  totals(): LastCopyReport['totals'] {
    return { ...this.#sums };
  }
}

function lastCopyRow(
  { left, reachedDay, ...line }: LastCopyLine,
  fair: ScopeFair | undefined,
): LastCopyRow {
  if (!fair) throw new Error(`Fair ${line.fairId} is not in the report.`);
  const { startDate, endDate, timeZone } = fair;
  const day = today(timeZone);
  const onHand = Math.max(0, left);
  return {
    ...line,
    onHand,
    oversold: Math.max(0, -left),
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

/** Code of LAST_COPY. */
export const lastCopyCode: ReportCode<'LAST_COPY'> = {
  // A school's fairs have few titles; those of all schools may be read for minutes.
  countLines: async (db, scope) => (scope.schoolId === null ? stockLinesRow(db, scope) : 0),
  countRows: async (db, scope) => lastCopyCount(db, scope, await lastCopyThresholdRow(db)),
  readLines: readLastCopy,
  compute: ({ db, scope }) => lastCopy(db, scope),
};
