import type { CashCountDay, CashCounts, NewCashCount } from '@pos/contract/close-out';
import { SELLING_MARGIN_DAYS } from '@pos/contract/fairs';
import type { Db, Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/features/activity/activity.service.ts';
import { requireFair, requireOpenFair } from '#api/features/fairs/fairs.service.ts';
import { fairDailySales } from '#api/features/reports/fair-summary.service.ts';
import { invalid } from '#api/http/failure.ts';
import type { Actor } from '#api/http/identity.ts';
import { addDays, today } from '#api/time/days.ts';
import { cashCountRows, insertCashCountRow } from './cash-counts.queries.ts';
import { dollars } from '#api/documents/money-text.ts';

/** Keeps what two people counted on a day of an open fair; an earlier count of the day stays in its history (domain 9.4). */
export async function addCashCount(tx: Tx, actor: Actor, count: NewCashCount): Promise<CashCounts> {
  await requireOpenFair(tx, count.fairId);
  const fair = await requireFair(tx, count.fairId);
  if (count.businessDay > today(fair.timeZone)) throw invalid({ businessDay: 'This day has not come yet.' });
  const inWindow = count.businessDay >= addDays(fair.startDate, -SELLING_MARGIN_DAYS) && count.businessDay <= addDays(fair.endDate, SELLING_MARGIN_DAYS);
  if (!inWindow && !(await fairDailySales(tx, fair.id)).some(({ date }) => date === count.businessDay)) throw invalid({ businessDay: 'This is no day of the fair.' });
  await insertCashCountRow(tx, actor, count);
  const { businessDay, cashCents, checkCents, checks, countedBy, secondPerson } = count;
  await recordActivity(tx, actor, 'fair.money_counted', 'fair', fair.id, {
    businessDay: { from: null, to: businessDay }, cash: { from: null, to: dollars(cashCents) }, checks: { from: null, to: `${dollars(checkCents)} (${checks})` }, countedBy: { from: null, to: `${countedBy}, ${secondPerson}` },
  });
  return cashCountsOf(tx, fair);
}

/** The days of a fair with what is expected and what was counted; refuses a fair that does not exist. */
export async function readCashCounts(db: Db, fairId: string): Promise<CashCounts> {
  return cashCountsOf(db, await requireFair(db, fairId));
}

/** Every day from start to end, and each other day on which money moved or was counted. */
async function cashCountsOf(db: Db, fair: { id: string; startDate: string; endDate: string }): Promise<CashCounts> {
  const counts = await cashCountRows(db, fair.id);
  const days = (await fairDailySales(db, fair.id))
    .map((row): CashCountDay => {
      const ofDay = counts.filter(({ businessDay }) => businessDay === row.date).map(({ businessDay: _, ...count }) => count);
      const { date, weekday, expectedCashDepositCents, cashVarianceCents, expectedChecksCents, checkVarianceCents, expectedCheckCount, checkCountVariance } = row;
      const withoutStanding = (stands: boolean) => ofDay.filter((count) => count.stands === stands).map(({ stands: _, ...count }) => count);
      return {
        businessDay: date, weekday, expectedCashCents: expectedCashDepositCents ?? 0, cashVarianceCents, expectedCheckCents: expectedChecksCents ?? 0, checkVarianceCents,
        expectedCheckCount: expectedCheckCount ?? 0, checkCountVariance,
        count: withoutStanding(true)[0] ?? null, earlier: withoutStanding(false),
      };
    })
    .filter((day) => (day.businessDay >= fair.startDate && day.businessDay <= fair.endDate) || day.expectedCashCents !== 0 || day.expectedCheckCents !== 0 || day.count !== null || day.earlier.length > 0);
  return { fairId: fair.id, days, totals: totalsOf(days) };
}

function totalsOf(days: readonly CashCountDay[]): CashCounts['totals'] {
  const counted = days.filter(({ count }) => count !== null);
  const sum = (of: readonly CashCountDay[], valueOf: (day: CashCountDay) => number) => of.reduce((total, day) => total + valueOf(day), 0);
  const sumOfCounted = (valueOf: (day: CashCountDay) => number) => (counted.length === 0 ? null : sum(counted, valueOf));
  return {
    expectedCashCents: sum(days, (day) => day.expectedCashCents), expectedCheckCents: sum(days, (day) => day.expectedCheckCents), daysCounted: counted.length,
    cashCents: sumOfCounted((day) => day.count?.cashCents ?? 0), checkCents: sumOfCounted((day) => day.count?.checkCents ?? 0), checks: sumOfCounted((day) => day.count?.checks ?? 0),
    cashVarianceCents: sumOfCounted((day) => day.cashVarianceCents ?? 0), checkVarianceCents: sumOfCounted((day) => day.checkVarianceCents ?? 0),
    expectedCheckCount: sum(days, (day) => day.expectedCheckCount), checkCountVariance: sumOfCounted((day) => day.checkCountVariance ?? 0),
  };
}
