import type { Db } from '#api/db/db.ts';
import {
  dayCountRows,
  dayFloatRows,
  fairSpanRows,
  type DayCount,
  type DayFloat,
} from './counted-money.queries.ts';
import type { FairDay } from './fair-days.queries.ts';
import type { ReportScope } from '../report-scope.ts';
import { total } from './sales-figures.ts';
import type { Counted } from './settlement.rules.ts';

/** Value if nothing has been counted yet. */
export const NOT_COUNTED: Counted = {
  cashCents: null,
  checkCents: null,
  checks: null,
  floatInCents: 0,
  floatOutCents: 0,
};

/**
 * Returns the counted money of each fair of the scope, in order: from its close-out if the range
 * covers the whole fair, otherwise from the evening counts once every day with money in the range
 * is counted. Counted cash excludes the float.
 */
export async function countedMoney(
  db: Db,
  scope: ReportScope,
  days: readonly FairDay[],
): Promise<Counted[]> {
  const counts = Map.groupBy(await dayCountRows(db, scope), ({ fairId }) => fairId);
  const floats = Map.groupBy(await dayFloatRows(db, scope), ({ fairId }) => fairId);
  const getDays = Map.groupBy(days, ({ fairId }) => fairId);
  const closed = scope.fairs.flatMap(({ id, closedOut }) => (closedOut ? [id] : []));
  const found = closed.length > 0 ? await fairSpanRows(db, closed) : [];
  const spans = new Map(found.map((span) => [span.fairId, span]));
  return scope.fairs.map(({ id, closedOut }) => {
    const span = spans.get(id);
    const isWhole = !span || (span.firstDay >= scope.startDate && span.lastDay <= scope.endDate);
    const ofFair = floats.get(id) ?? [];
    const evenings = eveningCounts(counts.get(id) ?? [], getDays.get(id) ?? [], ofFair);
    const {
      countedCashCents: cashCents,
      countedCheckCents: checkCents,
      countedChecks: checks,
    } = closedOut ?? {};
    const counted =
      closedOut && isWhole
        ? { cashCents: cashCents ?? null, checkCents: checkCents ?? null, checks: checks ?? null }
        : evenings;
    return {
      ...counted,
      floatInCents: total(ofFair, (day) => day.floatInCents),
      floatOutCents: total(ofFair, (day) => day.floatOutCents),
    };
  });
}

/** Returns the evening counts without the float, which may stay in the drawers overnight. */
function eveningCounts(
  counts: readonly DayCount[],
  days: readonly FairDay[],
  floats: readonly DayFloat[],
): Omit<Counted, 'floatInCents' | 'floatOutCents'> {
  const isCounted = (day: string) => counts.some((count) => count.day === day);
  const isComplete =
    days.every(
      ({ day, figures }) =>
        (figures.expectedCashCents === 0 && figures.expectedChecksCents === 0) || isCounted(day),
    ) &&
    floats.every((float) => float.floatInCents === float.floatOutCents || isCounted(float.day));
  if (counts.length === 0 || !isComplete)
    return { cashCents: null, checkCents: null, checks: null };
  const floatLeft = total(floats, (float) => float.floatInCents - float.floatOutCents);
  return {
    cashCents: total(counts, (count) => count.cashCents) - floatLeft,
    checkCents: total(counts, (count) => count.checkCents),
    checks: total(counts, (count) => count.checks),
  };
}
