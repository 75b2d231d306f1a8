import type { FairReturnRow, FairReturnTotals } from '@pos/contract/reports/fair-return';
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
export class FairReturnSums {
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
