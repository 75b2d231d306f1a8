import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makePersonas } from '#testing/rights/personas.ts';
import { BIBLE, byWallet, HUNGER, openFair, PENCIL } from '#testing/selling/sales-floor.ts';
import { startTestApp, type ApiClient } from '#testing/app/test-app.ts';

type Row = { id: string; at: string };

describe('a search of orders or payments', async () => {
  const test = await startTestApp();
  const startDate = addDays(today('America/Detroit'), -2);
  const floors = [await openFair(test, { startDate }), await openFair(test, { startDate })];
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  for (const [index, floor] of floors.entries()) {
    const register = await floor.logIn(`REG-0${index + 1}`);
    await register.addStudent(`S-10000${index}`, 50_000);
    for (let minutes = 60; minutes > 0; minutes -= 6)
      await register.book({
        soldAt: at(minutes),
        lines: [{ sku: [BIBLE, HUNGER, PENCIL][minutes % 3]!, quantity: 1 + (minutes % 2) }],
        ...(minutes % 4 === 0
          ? byWallet(`S-10000${index}`)
          : {
              customerName: `Parent ${minutes}`,
              payments: [{ method: [1, 2, 3][minutes % 3] as 1 | 2 | 3 }],
            }),
      });
    await register.bookByWallet(`S-10000${index}`, {
      payments: [
        { method: 5, amountCents: 900 },
        { method: 3, amountCents: 73 },
      ],
    });
  }
  /** Reader of Orders without the right to read Students. */
  const clerk = test.client(
    (await makePersonas(test)).find(({ name }) => name === 'read Orders')!.token,
  );
  const { results: booked } = await test.ask.orders.list({ query: { limit: 50 } });
  const { results: paid } = await test.ask.payments.list({ query: { limit: 50 } });
  const dollars = (cents: number) => (cents / 100).toFixed(2);
  const usDate = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
  /** Texts that a search finds, taken from the booked orders and payments. */
  const texts = [
    ...booked.flatMap((order) => [
      order.orderNumber,
      order.customerName ?? '',
      order.studentNumber ?? '',
      dollars(order.totalCents),
      usDate(order.businessDay),
      `${order.deviceId}-1-${order.units}`,
    ]),
    ...paid.flatMap((payment) => [
      payment.checkNumber ?? '',
      payment.cardLast4 ?? '',
      payment.processorRef ?? '',
      dollars(payment.amountCents),
    ]),
    'Bible',
    'Hunger',
    'Pencil',
  ].filter((text) => text !== '');

  const orders = async (search: string, fairId: string | undefined, client: ApiClient) =>
    (await client.orders.list({ query: { search, fairId, limit: 50 } })).data.results.map(
      ({ id, soldAt }): Row => ({ id, at: soldAt }),
    );
  const payments = async (search: string, fairId: string | undefined, client: ApiClient) =>
    (await client.payments.list({ query: { search, fairId, limit: 50 } })).data.results.map(
      ({ id, paidAt }): Row => ({ id, at: paidAt }),
    );
  const newestFirst = (one: Row, other: Row) =>
    other.at.localeCompare(one.at) || other.id.localeCompare(one.id);

  it('finds the same rows in the same order from indexes and row by row', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.nat(4),
        fc.integer({ min: 2, max: 30 }),
        fc.boolean(),
        async (pick, start, length, readsStudents) => {
          const text = texts[pick % texts.length]!;
          const search = (length > 20 ? text : text.slice(start, start + length)).trim();
          fc.pre(search.length > 1);
          const client = readsStudents ? test.owner : clerk;
          for (const list of readsStudents ? [orders, payments] : [orders]) {
            // A search of all fairs reads indexes; within one fair each row is checked.
            const indexed = await list(search, undefined, client);
            const rowByRow = await Promise.all(
              floors.map(({ fair }) => list(search, fair.id, client)),
            );
            expect(indexed).toEqual(rowByRow.flat().toSorted(newestFirst));
            found += indexed.length;
          }
        },
      ),
      { numRuns: 60 },
    );
    expect(found).toBeGreaterThan(100);
  });
});
