import type {
  CashCountDay,
  CashCounts,
  FloatCount,
  NewCashCount,
  NewFloatCount,
} from '@pos/contract/close-out/cash-counts';
import { SELLING_MARGIN_DAYS } from '@pos/contract/fairs/fairs';
import type { CashLines } from '@pos/contract/reports/sales-summary/cash-lines';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import type { Db, Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { refuseStudentNames } from '#api/staff/activity/student-names.service.ts';
import { requireFair, requireOpenFair } from '#api/fairs/fairs/fairs.service.ts';
import { readDrawers } from '#api/sales/drawers/drawers.service.ts';
import { fairDailySales } from '#api/reports/reports/fair-summary.service.ts';
import { invalid } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import {
  cashCountRows,
  insertCashCountRow,
  insertFloatCountRow,
  standingFloatRows,
} from './cash-counts.queries.ts';

/**
 * Saves the evening count of two people for a day of an open fair. Earlier counts of the day stay
 * in the history (domain 9.4).
 */
export async function addCashCount(tx: Tx, actor: Actor, count: NewCashCount): Promise<CashCounts> {
  const fair = await fairToCount(tx, count);
  await refuseNamesIn(tx, count);
  await insertCashCountRow(tx, actor, count);
  const { businessDay, cashCents, checkCents, checks, countedBy, secondPerson } = count;
  await recordActivity(tx, actor, {
    action: 'fair.money_counted',
    entity: 'fair',
    entityId: fair.id,
    changes: {
      businessDay: { from: null, to: businessDay },
      cash: { from: null, to: formatCents(cashCents) },
      checks: { from: null, to: `${formatCents(checkCents)} (${checks})` },
      countedBy: { from: null, to: `${countedBy}, ${secondPerson}` },
    },
  });
  return findCashCounts(tx, fair);
}

/**
 * Saves the float that two people counted into or out of the drawers of an open fair. The last one
 * of a day is in effect.
 */
export async function addFloatCount(
  tx: Tx,
  actor: Actor,
  count: NewFloatCount,
): Promise<CashCounts> {
  const fair = await fairToCount(tx, count);
  await refuseNamesIn(tx, count);
  await insertFloatCountRow(tx, actor, count);
  const { businessDay, direction, amountCents, countedBy, secondPerson } = count;
  await recordActivity(tx, actor, {
    action: 'fair.float_counted',
    entity: 'fair',
    entityId: fair.id,
    changes: {
      businessDay: { from: null, to: businessDay },
      direction: { from: null, to: direction },
      amount: { from: null, to: formatCents(amountCents) },
      countedBy: { from: null, to: `${countedBy}, ${secondPerson}` },
    },
  });
  return findCashCounts(tx, fair);
}

/** Refuses a note that names a student: counts are permanent. */
const refuseNamesIn = (tx: Tx, { fairId, note }: Pick<NewCashCount, 'fairId' | 'note'>) =>
  refuseStudentNames(tx, { entity: 'fair', entityId: fairId }, { note });

/** Returns the open fair to count for. Refuses a day in the future or outside the fair. */
async function fairToCount(
  tx: Tx,
  { fairId, businessDay }: Pick<NewCashCount, 'fairId' | 'businessDay'>,
) {
  await requireOpenFair(tx, fairId);
  const fair = await requireFair(tx, fairId);
  if (businessDay > today(fair.timeZone))
    throw invalid({ businessDay: 'This day is in the future.' });
  const inWindow =
    businessDay >= addDays(fair.startDate, -SELLING_MARGIN_DAYS) &&
    businessDay <= addDays(fair.endDate, SELLING_MARGIN_DAYS);
  if (!inWindow && !(await fairDailySales(tx, fair.id)).some(({ date }) => date === businessDay))
    throw invalid({ businessDay: 'This day is not part of the fair.' });
  return fair;
}

/** Returns a fair's days with expected and counted money. Refuses a fair that does not exist. */
export async function readCashCounts(db: Db, fairId: string): Promise<CashCounts> {
  return findCashCounts(db, await requireFair(db, fairId));
}

/** Lists every day from start to end, plus other days on which money moved or was counted. */
async function findCashCounts(
  db: Db,
  fair: { id: string; startDate: string; endDate: string },
): Promise<CashCounts> {
  const counts = await cashCountRows(db, fair.id);
  const floats = await standingFloatRows(db, fair.id);
  const drawers = await readDrawers(db, fair.id);
  const days = (await fairDailySales(db, fair.id))
    .map((row): CashCountDay => {
      const ofDay = counts
        .filter(({ businessDay }) => businessDay === row.date)
        .map(({ businessDay: _, ...count }) => count);
      const {
        date,
        weekday,
        expectedCashDepositCents,
        cashVarianceCents,
        expectedChecksCents,
        checkVarianceCents,
        expectedCheckCount,
        checkCountVariance,
      } = row;
      const withoutStanding = (stands: boolean) =>
        ofDay.filter((count) => count.stands === stands).map(({ stands: _, ...count }) => count);
      return {
        businessDay: date,
        weekday,
        expectedCashCents: expectedCashDepositCents ?? 0,
        cashVarianceCents,
        expectedCheckCents: expectedChecksCents ?? 0,
        checkVarianceCents,
        expectedCheckCount: expectedCheckCount ?? 0,
        checkCountVariance,
        floatIn: findFloat(floats, date, 'in'),
        floatOut: findFloat(floats, date, 'out'),
        cashLines: row.cashLines ?? NO_CASH,
        count: withoutStanding(true)[0] ?? null,
        earlier: withoutStanding(false),
        drawers: drawers
          .filter(({ businessDay }) => businessDay === date)
          .map(({ businessDay: _, ...drawer }) => drawer),
      };
    })
    .filter(
      (day) =>
        (day.businessDay >= fair.startDate && day.businessDay <= fair.endDate) ||
        day.expectedCashCents !== 0 ||
        day.expectedCheckCents !== 0 ||
        day.count !== null ||
        day.earlier.length > 0 ||
        day.floatIn !== null ||
        day.drawers.some(({ moves, count }) => moves.length > 0 || count !== null) ||
        day.floatOut !== null,
    );
  return { fairId: fair.id, days, totals: getTotals(days) };
}

const NO_CASH: CashLines = {
  salesCents: 0,
  refundsCents: 0,
  topUpsCents: 0,
  otherRefundsCents: 0,
  checkChangeCents: 0,
  payoutsCents: 0,
  roundingCents: 0,
};

function findFloat(
  floats: Awaited<ReturnType<typeof standingFloatRows>>,
  day: string,
  way: 'in' | 'out',
): FloatCount | null {
  const found = floats.find(
    ({ businessDay, direction }) => businessDay === day && direction === way,
  );
  if (!found) return null;
  const { businessDay: _, direction: __, ...float } = found;
  return float;
}

function getTotals(days: readonly CashCountDay[]): CashCounts['totals'] {
  const counted = days.filter(({ count }) => count !== null);
  const sum = (of: readonly CashCountDay[], getValue: (day: CashCountDay) => number) =>
    of.reduce((total, day) => total + getValue(day), 0);
  const sumOfCounted = (getValue: (day: CashCountDay) => number) =>
    counted.length === 0 ? null : sum(counted, getValue);
  return {
    expectedCashCents: sum(days, (day) => day.expectedCashCents),
    expectedCheckCents: sum(days, (day) => day.expectedCheckCents),
    daysCounted: counted.length,
    cashCents: sumOfCounted((day) => day.count?.cashCents ?? 0),
    checkCents: sumOfCounted((day) => day.count?.checkCents ?? 0),
    checks: sumOfCounted((day) => day.count?.checks ?? 0),
    cashVarianceCents: sumOfCounted((day) => day.cashVarianceCents ?? 0),
    checkVarianceCents: sumOfCounted((day) => day.checkVarianceCents ?? 0),
    expectedCheckCount: sum(days, (day) => day.expectedCheckCount),
    checkCountVariance: sumOfCounted((day) => day.checkCountVariance ?? 0),
  };
}
