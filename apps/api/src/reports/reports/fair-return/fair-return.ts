import type { FairReturnReport } from '@pos/contract/reports/reports';
import type { FairReturnRow, FairReturnTotals } from '@pos/contract/reports/fair-return';
import type { Db } from '#api/db/db.ts';
import {
  fairReturnCartonRows,
  returnedTitleRows,
  shipToSchoolUnits,
  streamReturnedTitles,
  type ReturnedTitleRow,
} from './fair-return.queries.ts';
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
import { toPercent } from '@pos/contract/values/percent';

const UNITS = [
  'sent',
  'missing',
  'adjusted',
  'soldInPerson',
  'restocked',
  'expectedReturn',
  'oversold',
] as const;
const COUNTED = [
  'counted',
  'damaged',
  'variance',
  'varianceValueCents',
  'countedValueCents',
] as const;
const VALUES = ['sentValueCents', 'soldValueCents', 'expectedValueCents'] as const;
type Sum = (typeof UNITS | typeof COUNTED | typeof VALUES)[number];

/** Adds up the titles of FAIR_RETURN_REPORT. Counted figures are null while nothing is counted. */
class FairReturnSums {
  readonly #sums = Object.fromEntries(
    [...UNITS, ...COUNTED, ...VALUES].map((name) => [name, 0]),
  ) as Record<Sum, number>;
  #titles = 0;
  #countedTitles = 0;

  add(row: FairReturnRow): void {
    const sums = this.#sums;
    this.#titles++;
    for (const name of UNITS) sums[name] += row[name];
    sums.sentValueCents += row.sent * row.priceCents;
    sums.soldValueCents += (row.soldInPerson - row.restocked) * row.priceCents;
    sums.expectedValueCents += row.expectedReturn * row.priceCents;
    if (row.counted === null) return;
    this.#countedTitles++;
    sums.counted += row.counted;
    sums.damaged += row.damaged ?? 0;
    sums.variance += row.variance ?? 0;
    sums.varianceValueCents += row.varianceValueCents ?? 0;
    sums.countedValueCents += row.counted * row.priceCents;
  }

  /** Returns the totals; `shipped` is the memo of ship-to-school units. */
  totals(shipped: number): FairReturnTotals {
    const sums = this.#sums;
    const counted = Object.fromEntries(
      COUNTED.map((name) => [name, this.#countedTitles === 0 ? null : sums[name]]),
    ) as Record<(typeof COUNTED)[number], number | null>;
    return {
      titles: this.#titles,
      countedTitles: this.#countedTitles,
      notCountedTitles: this.#titles - this.#countedTitles,
      ...sums,
      ...counted,
      shrinkagePercent:
        counted.variance === null ? null : toPercent(-counted.variance, sums.sent - sums.missing),
      shipToSchoolUnits: shipped,
    };
  }
}

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
