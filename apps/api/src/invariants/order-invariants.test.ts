import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#api/db/db.ts';
import {
  bookOrder,
  HUNGER,
  logIn,
  openFair,
  readOrder,
  type SalesFloor,
} from '#testing/sales-floor.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { brokenPromises } from './invariants.ts';

class Undone extends Error {}

describe('invariant K02, on what was refunded of an order', () => {
  let test: TestApp;
  let floor: SalesFloor;

  beforeAll(async () => {
    test = await startTestApp();
    floor = await openFair(test);
    const register = await logIn(floor, 'REG-01');
    const booked = await bookOrder(floor, register, {
      lines: [{ sku: HUNGER, quantity: 3 }],
      payments: [{ method: 2, amountCents: 2_920 }],
    });
    const order = await readOrder(floor, booked.clientOrderId);
    await test.owner.orders.refund({
      params: { id: order.id },
      body: {
        lines: [{ lineId: order.lines[0]!.id, quantity: 1, restock: true }],
        reason: 'Torn page',
      },
    });
  });

  it.each([
    ['its own amount', 'update orders set refunded_net_cents = refunded_net_cents + 1'],
    ['a line', 'update order_lines set refunded_tax_cents = refunded_tax_cents + 1'],
    ['a line not refunded at all', 'update order_lines set refunded_net_cents = 0'],
    ['a payment', 'update payments set refunded_cents = refunded_cents - 1'],
    ['a payment that gave nothing back', 'update payments set refunded_cents = 0'],
    ['a refund', 'update refunds set net_cents = net_cents - 1, total_cents = total_cents - 1'],
    ['a tender', 'update refund_tenders set amount_cents = amount_cents + 1'],
    ['a missing tender', 'delete from refund_tenders'],
  ])('is broken by %s that is off', async (_what, change) => {
    let broken: string[] = [];
    await inTransaction(test.db, async (tx) => {
      expect(await brokenPromises(tx)).toEqual([]);
      await sql.raw(change).execute(tx);
      broken = await brokenPromises(tx);
      throw new Undone();
    }).catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
    expect(broken).toContainEqual(expect.stringMatching(/^K02 /));
  });
});
