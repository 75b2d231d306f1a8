import type { Db } from '@pos/api/db/db.ts';
import { readReceived } from '@pos/api/testing/calls/received-orders.ts';
import type { RegisterRecord } from '../simulator/register-memory.ts';

/**
 * Checks invariants I08 and I10 against the registers' own journals: every acknowledged order is
 * stored once, as an order or a held order; number and sum of a register's orders per epoch and day
 * equal the database's. Returns one sentence per violation.
 */
export async function brokenJournals(
  db: Db,
  registers: readonly { deviceId: string; memory: RegisterRecord }[],
): Promise<string[]> {
  const broken: string[] = [];
  for (const { deviceId, memory } of registers) {
    const { timesByOrder, totals } = await readReceived(db, deviceId);
    for (const { sold, answer } of memory.acknowledged()) {
      const times = timesByOrder.get(sold.order.clientOrderId) ?? 0;
      if (times !== 1)
        broken.push(
          `I08 ${deviceId} ${sold.order.epoch}-${sold.order.sequence} was acknowledged (${answer.result}) and is stored ${times} times.`,
        );
    }
    const days = new Set([
      ...memory.sold.map(({ order, day }) => `${order.epoch} ${day}`),
      ...totals.keys(),
    ]);
    for (const key of days) {
      const [epoch = '', day = ''] = key.split(' ');
      const counted = memory.controlTotal(Number(epoch), day);
      const preserved = totals.get(key) ?? { orders: 0, totalCents: 0 };
      if (preserved.orders !== counted.orders || preserved.totalCents !== counted.totalCents) {
        broken.push(
          `I10 ${deviceId}, epoch ${epoch}, ${day}: the register counts ${counted.orders} orders of ${counted.totalCents} cents, the server ${preserved.orders} of ${preserved.totalCents}.`,
        );
      }
    }
  }
  return broken;
}
