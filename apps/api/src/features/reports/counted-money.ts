import type { Db } from '#api/db/db.ts';
import { dayCountRows, fairSpanRows, type DayCount } from './counted-money.queries.ts';
import type { FairDay } from './fair-days.ts';
import type { ReportScope } from './report-scope.ts';
import { total } from './sales-figures.ts';
import type { Counted } from './settlement.rules.ts';

/** Nothing was counted yet. */
export const NOT_COUNTED: Counted = { cashCents: null, checkCents: null, checks: null };

/**
 * What was counted at each fair of the scope, in its order: by its close-out where the range holds the whole fair, else in the
 * evenings, once every day of the range that has money is counted.
 */
export async function countedMoney(db: Db, scope: ReportScope, days: readonly FairDay[]): Promise<Counted[]> {
  const counts = Map.groupBy(await dayCountRows(db, scope), ({ fairId }) => fairId);
  const daysOf = Map.groupBy(days, ({ fairId }) => fairId);
  const spans = new Map((await fairSpanRows(db, scope.fairs.flatMap(({ id, closedOut }) => (closedOut ? [id] : [])))).map((span) => [span.fairId, span]));
  return scope.fairs.map(({ id, closedOut }) => {
    const span = spans.get(id);
    const isWhole = !span || (span.firstDay >= scope.startDate && span.lastDay <= scope.endDate);
    if (closedOut && isWhole) return { cashCents: closedOut.countedCashCents, checkCents: closedOut.countedCheckCents, checks: closedOut.countedChecks };
    return eveningCounts(counts.get(id) ?? [], daysOf.get(id) ?? []);
  });
}

function eveningCounts(counts: readonly DayCount[], days: readonly FairDay[]): Counted {
  const isComplete = days.every(({ day, figures }) => (figures.expectedCashCents === 0 && figures.expectedChecksCents === 0) || counts.some((count) => count.day === day));
  if (counts.length === 0 || !isComplete) return NOT_COUNTED;
  return { cashCents: total(counts, (count) => count.cashCents), checkCents: total(counts, (count) => count.checkCents), checks: total(counts, (count) => count.checks) };
}
