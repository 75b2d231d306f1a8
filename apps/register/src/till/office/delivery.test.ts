import type { OrderResult } from '@pos/contract/sales/register-orders';
import { describe, expect, it } from 'vitest';
import { storedSale } from '../../../testing/stored-sale.ts';
import { Books } from '../journal/books.ts';
import type { StoredSale } from '../journal/journal.ts';
import { MemoryJournal } from '../journal/memory-journal.ts';
import { makeParts } from '../parts.ts';
import { Server } from './server.ts';

const FAIR = 'HILLTOP';
const sale = (sequence: number, fairIdentifier = FAIR) => storedSale(sequence, { fairIdentifier });

type Sent = { path: string; token: string | null; orders: { clientOrderId: string }[] };

/** Refusals of the server that a real one gives rarely; it answers all else as it should. */
async function openDelivery(
  sales: readonly StoredSale[],
  refuse: (sent: Sent) => Response | undefined,
) {
  const sent: Sent[] = [];
  const server = new Server((path, init) => {
    const { orders = [] } = JSON.parse(String(init.body)) as Partial<Sent>;
    const token = new Headers(init.headers).get('authorization');
    const request = { path, token, orders };
    sent.push(request);
    const results = orders.map(({ clientOrderId }): OrderResult => ({
      clientOrderId,
      result: 'accepted',
    }));
    const serverTime = new Date().toISOString();
    return Promise.resolve(
      refuse(request) ??
        Response.json({ data: { results, acknowledgedSequence: 0, serverTime, mode: 'sell' } }),
    );
  });
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const journal = new MemoryJournal({ tokens: { [FAIR]: { token: 'here', expiresAt } } });
  await journal.write({ sales });
  const options = { appVersion: '1', isOwner: true };
  const { delivery, books } = makeParts(
    await Books.open(journal),
    server,
    options,
    () => undefined,
  );
  const results = () => [...books.sales.values()].map(({ answer }) => answer?.result ?? null);
  return { delivery, books, sent, results };
}

const refusal = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ code: 'NOT_READY', message: 'No', requestId: 'r-1' }, { status, headers });

describe('the sender of a register', () => {
  it('does not come back before the time that the server asked for', async () => {
    const { delivery, sent, results } = await openDelivery([sale(1)], () =>
      refusal(503, { 'retry-after': '60' }),
    );
    expect(await delivery.sendNow()).toEqual({ ok: false, reason: 'no_network' });
    expect(await delivery.sendNow()).toEqual({ ok: false, reason: 'busy' });
    delivery.wake();
    delivery.close();
    expect([sent.length, results()]).toEqual([1, [null]]);
  });

  it('sends fewer sales at once when they are too many, and puts one aside that is never taken', async () => {
    const sales = [1, 2, 3, 4, 5].map((sequence) => sale(sequence));
    const bad = sales[2]!.order.clientOrderId;
    const { delivery, sent, results } = await openDelivery(sales, ({ orders }) =>
      orders.some(({ clientOrderId }) => clientOrderId === bad) ? refusal(413) : undefined,
    );
    expect(await delivery.sendNow()).toEqual({ ok: true });
    expect(results()).toEqual(['accepted', 'accepted', 'rejected', 'accepted', 'accepted']);
    expect(sent[0]?.orders.length).toBe(5);
  });

  it('sends each sale to its fair, and what has no token does not keep the others waiting', async () => {
    const { delivery, sent, results } = await openDelivery(
      [sale(1, 'ELSEWHERE'), sale(2)],
      () => undefined,
    );
    expect(await delivery.sendNow()).toEqual({ ok: false, reason: 'sign_in_needed' });
    expect(delivery.needsSignIn).toBe(true);
    expect(results()).toEqual([null, 'accepted']);
    expect(sent.map(({ token }) => token)).toEqual(['Bearer here']);
  });

  it('asks for the code again when its token has ended, and sends nothing meanwhile', async () => {
    const { delivery, books, sent, results } = await openDelivery([sale(1)], () => refusal(401));
    expect(await delivery.sendNow()).toEqual({ ok: false, reason: 'sign_in_needed' });
    await delivery.sendNow();
    expect([sent.length, results(), books.notes.tokens]).toEqual([1, [null], {}]);
  });

  it('a sale that is finished while another is sent goes out with it', async () => {
    let added: Promise<void> | undefined;
    const { delivery, books, results } = await openDelivery([sale(1)], () => {
      added ??= books.keep({ sales: [sale(2)] });
      return undefined;
    });
    const first = delivery.sendNow();
    delivery.wake();
    await first;
    await delivery.sendNow();
    expect(results()).toEqual(['accepted', 'accepted']);
  });
});
