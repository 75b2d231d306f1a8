import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { HUNGER, PENCIL, startSelling } from '#testing/selling/sales-floor.ts';
import { undone } from '#testing/calls/undone.ts';
import { brokenPromises } from './invariants.ts';

describe('an invariant of orders', async () => {
  const { test, floor, register } = await startSelling();
  const { id, lines } = await register.book({
    lines: [
      { sku: HUNGER, quantity: 3 },
      { sku: PENCIL, quantity: 4 },
    ],
    payments: [
      { method: 2, amountCents: 3_000 },
      { method: 3, amountCents: 461 },
    ],
  });
  const refunded = lines.map((line) => ({ lineId: line.id, quantity: 1, restock: true }));
  for (const given of [refunded, refunded.slice(0, 1)])
    await test.owner.orders.refund({
      params: { id },
      body: { lines: given, reason: 'Torn page' },
    });

  it.each([
    [
      'its own amount is a cent more',
      'update orders set refunded_net_cents = refunded_net_cents + 1',
    ],
    ['a line is a cent more', 'update order_lines set refunded_tax_cents = refunded_tax_cents + 1'],
    [
      'a line is not refunded at all',
      'update order_lines set refunded_net_cents = 0 where line_no = 1',
    ],
    [
      'a payment gave back a cent less',
      `update payments set refunded_cents = refunded_cents - 1 where refunded_cents > 0`,
    ],
    [
      'a refund is a cent less',
      'update refunds set net_cents = net_cents - 1, total_cents = total_cents - 1',
    ],
    ['a tender is a cent more', 'update refund_tenders set amount_cents = amount_cents + 1'],
    [
      'a refund has no tender',
      'delete from refund_tenders where refund_id = (select min(id::text)::uuid from refunds)',
    ],
    [
      'one refund gave back a cent that belongs to another',
      `update refund_tenders t set amount_cents = amount_cents
        + case when t.refund_id = (select min(id::text)::uuid from refunds) then 1 else -1 end`,
    ],
    ['the order is completed as if nothing was refunded', `update orders set status = 'completed'`],
  ])('K02, on refunds, is broken if %s', async (_what, change) => {
    await undone(test.db, async (tx) => {
      expect(await brokenPromises(tx)).toEqual([]);
      await sql.raw(change).execute(tx);
      expect(await brokenPromises(tx)).toContainEqual(expect.stringMatching(/^K02 /));
    });
  });

  it('K03 is broken if a cancelled order has a refund', async () => {
    await undone(test.db, async (tx) => {
      await sql`update payments set status = 'failed', refunded_cents = 0`.execute(tx);
      await sql`update orders set status = 'cancelled', uncollected_cents = 0`.execute(tx);
      expect(await brokenPromises(tx)).toContainEqual(expect.stringMatching(/^K03 /));
    });
  });

  it('K12, on copied columns, is broken if a payment lacks the reset that voided its order', async () => {
    const { id: fairId, identifier } = floor.fair;
    await test.owner.resets.reset({ body: { fairId, confirm: identifier } });
    await undone(test.db, async (tx) => {
      expect(await brokenPromises(tx)).toEqual([]);
      await sql`update payments set voided_by_reset_id = null`.execute(tx);
      expect(await brokenPromises(tx)).toContainEqual(
        expect.stringMatching(/^K12 .*the reset that voided it/),
      );
    });
  });
});
