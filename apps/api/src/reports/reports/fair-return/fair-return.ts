import type { FairReturnReport } from '@pos/contract/reports/reports';
import type { FairReturnRow } from '@pos/contract/reports/fair-return';
import type { Db } from '#api/db/db.ts';
import {
  fairReturnCartonRows,
  returnedTitleRows,
  shipToSchoolUnits,
  streamReturnedTitles,
  type ReturnedTitleRow,
} from './fair-return.queries.ts';
import { FairReturnSums } from './fair-return-sums.ts';
import type { ReportContext, ReportCode } from '../report-code.ts';
import type { ReportLines } from '../files/report-lines.ts';
import {
  readPortions,
  type ReportScope,
  schoolNamer,
  splitForLines,
  withSchoolNames,
} from '../report-scope.ts';
import { stockLinesRow } from '../reports.queries.ts';

/**
 * Domain 9.8: expected and counted return of each title, and the state of each carton. Current
 * values, whatever the range.
 */
export async function fairReturn(
  db: Db,
  scope: ReportScope,
): Promise<Pick<FairReturnReport, 'reportType' | 'rows' | 'cartons' | 'totals'>> {
  const titles = await returnedTitleRows(
    db,
    scope.fairs.map(({ id }) => id),
  );
  const rows = withSchoolNames(scope, titles.map(asRow));
  const sums = new FairReturnSums();
  for (const row of rows) sums.add(row);
  return {
    reportType: 'FAIR_RETURN_REPORT',
    rows,
    cartons: withSchoolNames(scope, await fairReturnCartonRows(db, scope)),
    totals: sums.totals(await shipToSchoolUnits(db, scope)),
  };
}

/** The same for a file: fairs one after another, in the order of the scope. */
async function readFairReturn({ db, scope }: ReportContext): Promise<ReportLines> {
  const named = schoolNamer(scope);
  const sums = new FairReturnSums();
  const lines = await stockLinesRow(db, scope);
  let shipped = 0;
  for await (const portion of readPortions(scope, splitForLines(scope)))
    shipped += await shipToSchoolUnits(db, portion);
  async function* titles() {
    for (const { fairs } of splitForLines(scope))
      for await (const title of streamReturnedTitles(
        db,
        fairs.map(({ id }) => id),
      )) {
        const row = named(asRow(title));
        sums.add(row);
        yield row;
      }
  }
  async function* cartons() {
    for (const portion of splitForLines(scope))
      yield* (await fairReturnCartonRows(db, portion)).map(named);
  }
  return {
    facts: {},
    totalCents: null,
    lines,
    read: { rows: () => [{ rows: titles() }], cartons: () => [{ rows: cartons() }] },
    totals: { totals: () => sums.totals(shipped) },
  };
}

function asRow({ titleId: _, ...title }: ReturnedTitleRow): FairReturnRow {
  return {
    ...title,
    oversold: Math.max(0, -title.expectedReturn),
    damaged: title.counted === null ? null : title.damaged,
  };
}

/** Code of FAIR_RETURN_REPORT. */
export const fairReturnCode: ReportCode<'FAIR_RETURN_REPORT'> = {
  countLines: stockLinesRow,
  readLines: readFairReturn,
  compute: ({ db, scope }) => fairReturn(db, scope),
};
