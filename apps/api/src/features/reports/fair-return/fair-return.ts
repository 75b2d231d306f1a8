import type { FairReturnReport } from '@pos/contract/reports';
import type { FairReturnRow, FairReturnTotals } from '@pos/contract/reports/fair-return';
import { percentOf } from '@pos/contract/values/percent';
import type { Db } from '#api/db/db.ts';
import {
  fairReturnCartonRows,
  returnedTitleRows,
  shipToSchoolUnits,
  type ReturnedTitleRow,
} from './fair-return.queries.ts';
import { type ReportScope, withSchoolNames } from '../report-scope.ts';
import { stockLinesRow } from '../reports.queries.ts';
import { total } from '../figures/sales-figures.ts';
import type { ReportCode } from '../report-code.ts';

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
  return {
    reportType: 'FAIR_RETURN_REPORT',
    rows,
    cartons: withSchoolNames(scope, await fairReturnCartonRows(db, scope)),
    totals: totalsOf(rows, await shipToSchoolUnits(db, scope)),
  };
}

function asRow({ titleId: _, ...title }: ReturnedTitleRow): FairReturnRow {
  return {
    ...title,
    oversold: Math.max(0, -title.expectedReturn),
    damaged: title.counted === null ? null : title.damaged,
  };
}

function totalsOf(rows: readonly FairReturnRow[], shipped: number): FairReturnTotals {
  const countedRows = rows.filter(({ counted }) => counted !== null);
  const units = (valueOf: (row: FairReturnRow) => number) => total(rows, valueOf);
  const ofCounted = (valueOf: (row: FairReturnRow) => number) =>
    countedRows.length === 0 ? null : total(countedRows, valueOf);
  const sent = units((row) => row.sent);
  const missing = units((row) => row.missing);
  const variance = ofCounted((row) => row.variance ?? 0);
  return {
    titles: rows.length,
    countedTitles: countedRows.length,
    notCountedTitles: rows.length - countedRows.length,
    sent,
    missing,
    adjusted: units((row) => row.adjusted),
    soldInPerson: units((row) => row.soldInPerson),
    restocked: units((row) => row.restocked),
    expectedReturn: units((row) => row.expectedReturn),
    oversold: units((row) => row.oversold),
    counted: ofCounted((row) => row.counted ?? 0),
    damaged: ofCounted((row) => row.damaged ?? 0),
    variance,
    varianceValueCents: ofCounted((row) => row.varianceValueCents ?? 0),
    sentValueCents: units((row) => row.sent * row.priceCents),
    soldValueCents: units((row) => (row.soldInPerson - row.restocked) * row.priceCents),
    expectedValueCents: units((row) => row.expectedReturn * row.priceCents),
    countedValueCents: ofCounted((row) => (row.counted ?? 0) * row.priceCents),
    shrinkagePercent: variance === null ? null : percentOf(-variance, sent - missing),
    shipToSchoolUnits: shipped,
  };
}

/** Code of FAIR_RETURN_REPORT. */
export const fairReturnCode: ReportCode<'FAIR_RETURN_REPORT'> = {
  countLines: stockLinesRow,
  compute: ({ db, scope }) => fairReturn(db, scope),
};
