import { describe, expect, it } from 'vitest';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { PENDING, startSelling } from '#testing/selling/sales-floor.ts';

const HOUR_MS = 3_600_000;

describe('the result of a pending payment', async () => {
  const { test, floor, register } = await startSelling();
  const read = (id: string) => test.ask.payments.getById({ params: { id } });
  const record = (id: string, status: 'completed' | 'failed' | 'cancelled', note = 'By phone.') =>
    test.owner.payments.recordResult({ params: { id }, body: { status, note } });
  /** Sells on credit of a card, and returns the order and the ID of its payment. */
  const sellPending = async () => {
    const order = await register.book(PENDING);
    return { order, id: order.payments[0]!.id };
  };

  it('is awaited for 24 hours, which the payment shows', async () => {
    const { id } = await sellPending();
    const payment = test.db.selectFrom('payments').select('createdAt').where('id', '=', id);
    const { createdAt } = await payment.executeTakeFirstOrThrow();
    const { pendingUntil } = await read(id);
    expect(Date.parse(pendingUntil!) - Date.parse(createdAt)).toBe(24 * HOUR_MS);
  });

  it.each([
    ['completed', 'completed'],
    ['failed', 'open'],
    ['cancelled', 'open'],
  ] as const)(
    'is recorded by staff as %s with their note, and the order is %s',
    async (status, orderStatus) => {
      const { order, id } = await sellPending();
      const note = 'The processor told us.';
      const { data, message } = await record(id, status, note);
      expect(message).toBe('Result recorded.');
      expect(data).toMatchObject({ status, pendingUntil: null });
      expect(data.events.at(-1)).toMatchObject({ toStatus: status, note });
      expect((await floor.readOrder(order.clientOrderId)).status).toBe(orderStatus);
      await expectRefusal(record(id, 'completed'), 'INVALID_TRANSITION', {
        message: expect.stringContaining('Only a pending payment accepts a result'),
      });
    },
  );

  it('credits the eWallet of a pending top-up once it is recorded as completed', async () => {
    await register.addStudent('S-PENDING', 1_000);
    await register.topUp('S-PENDING', 2_500, { method: 1, status: 'pending' });
    const query = { purpose: 'wallet_top_up', status: 'pending' } as const;
    const [topUp] = (await test.ask.payments.list({ query })).results;
    expect(await floor.walletCents('S-PENDING')).toBe(1_000);
    await record(topUp!.id, 'completed');
    expect(await floor.walletCents('S-PENDING')).toBe(3_500);
  });

  it('requires a note and one of three results, reported on their fields', async () => {
    const { id } = await sellPending();
    await expectErrors(record(id, 'refunded' as never, ' '), {
      status: 'Choose completed, failed or cancelled.',
      note: 'Enter the source of the result.',
    });
    expect((await read(id)).status).toBe('pending');
  });
});
