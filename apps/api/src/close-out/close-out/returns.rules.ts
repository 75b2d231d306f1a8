import type { ReturnsSummary } from '@pos/contract/close-out/close-out-snapshot';
import type { ReturnLine } from '#api/reports/reports/returned-titles.service.ts';

/** Totals of the whole return. A title of which nothing is expected needs no count. */
export function summarizeReturns(lines: readonly ReturnLine[]): ReturnsSummary {
  const counted = lines.filter((line) => line.counted !== null);
  const notCounted = lines.filter((line) => line.counted === null && line.expectedReturn !== 0);
  const sum = (of: readonly ReturnLine[], getValue: (line: ReturnLine) => number) =>
    of.reduce((total, line) => total + getValue(line), 0);
  return {
    titles: lines.length,
    countedTitles: counted.length,
    notCountedTitles: notCounted.length,
    expectedUnits: sum(lines, (line) => line.expectedReturn),
    countedUnits: sum(counted, (line) => line.counted ?? 0),
    damagedUnits: sum(counted, (line) => line.damaged),
    notCountedUnits: sum(notCounted, (line) => line.expectedReturn),
    varianceTitles: counted.filter((line) => line.variance !== 0).length,
    varianceUnits: sum(counted, (line) => line.variance ?? 0),
    varianceValueCents: sum(counted, (line) => line.varianceValueCents ?? 0),
  };
}
