import type { OrderFlag } from '@pos/contract/sales/order-states';
import type { OrderDayCorrection } from '@pos/contract/sales/orders';
import { CLOCK_MARGIN_DAYS, isFarFromFair } from '@pos/contract/sales/register-clock';
import type { Day } from '@pos/contract/values';
import { instantAt, today, wallClock } from '@pos/contract/values/clock';
import type { Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { invalid } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { lockOrder } from '#api/sales/payments/order-locks.queries.ts';
import { findOrderTime, moveOrderRows } from './order-day.queries.ts';
import { requireStandingOrder } from './standing-order.service.ts';

/**
 * Moves an order of a wrong clock to the day of its sale, with its tax and its payments, or confirms
 * the day that it has (domain 4.8). Its time of day stays. Refunds and ledger entries keep the day on
 * which they were booked.
 */
export async function correctOrderDay(
  tx: Tx,
  actor: Actor,
  id: string,
  { businessDay, reason }: OrderDayCorrection,
): Promise<void> {
  await requireStandingOrder(tx, id);
  await lockOrder(tx, id);
  const { fair, ...order } = await findOrderTime(tx, id);
  const isSame = businessDay === order.businessDay;
  if (!isSame) {
    if (businessDay > today(fair.timeZone))
      throw invalid({ businessDay: 'This day is in the future.' });
    if (isFarFromFair(businessDay, fair))
      throw invalid({
        businessDay: `Choose a day at most ${CLOCK_MARGIN_DAYS} days before or after the fair.`,
      });
  }
  const soldAt = isSame ? order.soldAt : onDay(order.soldAt, businessDay, fair.timeZone);
  const flags = flagsAfter(order.flags);
  await moveOrderRows(tx, id, { businessDay, soldAt, flags });
  await recordActivity(tx, actor, {
    action: isSame ? 'order.day_confirmed' : 'order.day_corrected',
    entity: 'order',
    entityId: id,
    changes: {
      businessDay: { from: order.businessDay, to: businessDay },
      reason: { from: null, to: reason },
    },
  });
}

/** Returns the same time of day on another day. */
function onDay(instant: string, day: Day, timeZone: string): string {
  const [hours = 0, minutes = 0] = wallClock(instant, timeZone).slice(11).split(':').map(Number);
  return instantAt(timeZone, day, hours * 60 + minutes);
}

function flagsAfter(flags: readonly OrderFlag[]): OrderFlag[] {
  const others = flags.filter((flag) => flag !== 'clock_not_believed' && flag !== 'day_corrected');
  return [...others, 'day_corrected'];
}
