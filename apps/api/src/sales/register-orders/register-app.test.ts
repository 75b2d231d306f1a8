import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TcpProxy } from '#testing/app/tcp-proxy.ts';
import { changeFair } from '#testing/calls/records.ts';
import { startTablets } from '#testing/selling/tablets.ts';
import { HUNGER, PENCIL, SECRET_CODE, startSelling } from '#testing/selling/sales-floor.ts';
import type { Parts } from '../../../../register/src/till/parts.ts';

/** The till of the register app, against the server. What it does in a browser is a journey (e2e). */
describe('the register app', async () => {
  const { test, floor, register } = await startSelling();
  const cash = { method: PaymentMethod.cash, tenderedCents: 100_000 };
  const { openTill, newTablet, signIn, pairedTill } = startTablets(floor);
  const sell = async ({ counter, checkout, floor: { sale } }: Parts, sku = HUNGER) => {
    counter.addTitle(sku);
    await checkout.start();
    await checkout.take(cash);
    checkout.nextCustomer();
    return sale.id;
  };
  const bookedAs = (id: string) => floor.readOrder(id);
  const toAnswers = ({ books }: Parts) =>
    [...books.sales.values()].map(({ answer }) => answer?.result ?? null);

  it('pairs once, signs in by name and code, and has prices and students when the network goes', async () => {
    const till = await openTill();
    const { deviceId, pairingCode } = await newTablet();
    const wrong = { deviceId, pairingCode: 'WRONG-ONE' };
    expect(await till.access.pair(wrong)).toEqual({ ok: false, reason: 'wrong_code' });
    expect(await till.access.pair({ deviceId, pairingCode })).toEqual({ ok: true });
    expect(await signIn(till, '0000')).toEqual({ ok: false, reason: 'wrong_code' });
    expect(await signIn(till)).toEqual({ ok: true });
    expect(await till.supplies.refresh({ all: true })).toBe(true);
    await till.books.settled();

    const reopened = await openTill(till.journal);
    reopened.network.cut = 'request';
    expect(reopened.floor.selling).toEqual({ allowed: true });
    const id = await sell(reopened, PENCIL);
    expect(await reopened.delivery.sendNow()).toEqual({ ok: false, reason: 'no_network' });
    reopened.network.cut = 'nothing';
    expect(await reopened.delivery.sendNow()).toEqual({ ok: true });
    expect(await bookedAs(id)).toMatchObject({ cashierName: 'Casey Cashier' });
    const { data } = await test.owner.devices.list({ query: { search: deviceId } });
    expect(data.results[0]).toMatchObject({ unsentOrders: 0 });
  });

  it('volunteers of the fair sign in without a network, and their sales carry their names', async () => {
    const till = await pairedTill();
    await changeFair(test, floor.fair, { deviceIds: [till.id] });
    const [vera] = await test.ask.cashiers.add({
      params: { id: floor.fair.id },
      body: { cashiers: [{ name: 'Vera Volunteer', secretCode: '2580' }] },
    });
    await till.access.refreshPeople();
    await till.access.signOff();
    till.network.cut = 'request';
    const enter = (personId: string, secretCode: string) =>
      till.access.signIn({ personId, secretCode, fairIdentifier: floor.fair.identifier });
    expect(await enter(vera!.id, '2581')).toEqual({ ok: false, reason: 'wrong_code' });
    expect(await enter(vera!.id, '2580')).toEqual({ ok: true });
    const id = await sell(till, PENCIL);
    await till.access.signOff();
    // Somebody who has signed in on this tablet before needs no network either.
    expect(await enter(floor.cashierId, SECRET_CODE)).toEqual({ ok: true });
    till.network.cut = 'nothing';
    expect(await till.delivery.sendNow()).toEqual({ ok: true });
    expect(await bookedAs(id)).toMatchObject({ cashierName: 'Vera Volunteer' });

    till.network.cut = 'request';
    for (let wrong = 0; wrong < 5; wrong++) await enter(vera!.id, '0000');
    expect(await enter(vera!.id, '2580')).toMatchObject({ ok: false, reason: 'locked' });
    await till.books.settled();
    expect((await till.journal.readNotes()).wrongCodes).toMatchObject({ count: 5 });
  });

  it('a network that dies at any byte leaves each sale acknowledged or unsent, and booked once', async () => {
    const url = await test.app.listen({ host: '127.0.0.1', port: 0 });
    const proxy = await TcpProxy.open(url);
    const address = proxy.url(url).replace(/\/$/, '');
    const till = await pairedTill((path, init) => fetch(address + path, init));
    const limits = fc.integer({ min: 1, max: 3_200 });
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(limits, { minLength: 1, maxLength: 3 }), async (breaks) => {
          const ids = [await sell(till, PENCIL), await sell(till, PENCIL)];
          const sold = [...till.books.sales.values()].map(({ order }) => order);
          for (const bytes of breaks) {
            proxy.breakAfter(() => bytes);
            await till.delivery.sendNow();
            for (const answer of toAnswers(till))
              expect([null, 'accepted', 'duplicate']).toContain(answer);
            // New connections break elsewhere.
            await proxy.refuse();
            await proxy.resume();
          }
          proxy.breakAfter();
          await expect.poll(() => till.delivery.sendNow()).toEqual({ ok: true });
          expect(toAnswers(till)).not.toContain(null);
          expect([...till.books.sales.values()].map(({ order }) => order)).toEqual(sold);
          for (const id of ids) await bookedAs(id);
        }),
        { numRuns: 15 },
      );
    } finally {
      till.delivery.close();
      await proxy.close();
    }
  });

  it('a sale that the server cannot read blocks no other, and is there for a person', async () => {
    const till = await pairedTill();
    await sell(till);
    const [damaged] = [...till.books.sales.values()];
    await till.books.keep({ sales: [{ ...damaged!, order: { ...damaged!.order, lines: [] } }] });
    const id = await sell(till, PENCIL);
    expect(await till.delivery.sendNow()).toEqual({ ok: true });
    expect(toAnswers(till)).toEqual(['rejected', 'accepted']);
    await bookedAs(id);
    const { data } = await test.owner.devices.list({ query: { search: till.deviceId } });
    expect(data.results[0]).toMatchObject({ unsentOrders: 1 });
  });

  it('an eWallet is charged before the sale is finished, or the sale goes on under the same number', async () => {
    for (const name of ['S-PAYS', 'S-SHORT']) await register.addStudent(name, 1_000);
    const till = await pairedTill();
    const { checkout, counter } = till;
    const begin = async (card: string) => {
      const { id } = till.floor.sale;
      counter.addTitle(HUNGER);
      expect(counter.scan(card)).toMatchObject({ kind: 'student' });
      await till.supplies.refreshStudent(card);
      await checkout.start();
      return id;
    };
    const paid = await begin('S-PAYS');
    expect(await checkout.take({ method: 5 })).toEqual({ ok: true, finished: true });
    expect(toAnswers(till)).toEqual(['accepted']);
    expect(await bookedAs(paid)).toMatchObject({ payments: [{ method: 5, status: 'completed' }] });

    const short = await begin('S-SHORT');
    await register.bookByWallet('S-SHORT', { lines: [{ sku: HUNGER }] });
    expect(await checkout.take({ method: 5 })).toMatchObject({
      ok: false,
      reason: 'refused',
      code: 'WALLET_INSUFFICIENT',
    });
    expect(till.floor.sale).toMatchObject({ id: short, stage: 'pay', payments: [] });
    expect(await checkout.take(cash)).toEqual({ ok: true, finished: true });
    await till.delivery.sendNow();
    expect([...till.books.sales.values()].map(({ order }) => order.sequence)).toEqual([1, 2]);
    expect(await bookedAs(short)).toMatchObject({ payments: [{ method: 3 }] });
  });

  it('an eWallet sale is in the count of its day, also when no other sale follows', async () => {
    await register.addStudent('S-LAST', 1_000);
    const till = await pairedTill();
    const { checkout, counter, delivery } = till;
    await sell(till, PENCIL);
    expect(await delivery.sendNow()).toEqual({ ok: true });
    counter.addTitle(PENCIL);
    counter.scan('S-LAST');
    await checkout.start();
    expect(await checkout.take({ method: 5 })).toEqual({ ok: true, finished: true });
    expect(await delivery.sendNow()).toEqual({ ok: true });
    const { requests } = till.network;
    expect(await delivery.sendNow()).toEqual({ ok: true });
    // Nothing but the heartbeat: the count was sent once.
    expect([till.network.requests - requests, toAnswers(till)]).toEqual([
      1,
      ['accepted', 'accepted'],
    ]);
  });

  it('without an answer to an eWallet sale nobody is told that it is finished, and it is booked once', async () => {
    await register.addStudent('S-LOST', 5_000);
    const till = await pairedTill();
    const { checkout, counter, network } = till;
    const { id } = till.floor.sale;
    counter.addTitle(PENCIL);
    counter.scan('S-LOST');
    await checkout.start();
    network.cut = 'answer';
    expect(await checkout.take({ method: 5 })).toEqual({ ok: false, reason: 'no_answer' });
    expect(checkout.done).toBeNull();
    expect(counter.addTitle(PENCIL)).toEqual({ ok: false, reason: 'waiting_for_answer' });
    await till.books.settled();

    const reopened = await openTill(till.journal);
    expect(reopened.floor.sale).toMatchObject({ id, stage: 'waiting' });
    expect(await reopened.checkout.ask()).toEqual({ ok: true, finished: true });
    expect(toAnswers(reopened)).toEqual(['duplicate']);
    expect(await bookedAs(id)).toMatchObject({ payments: [{ method: 5, status: 'completed' }] });
  });

  it('the goods may go without an answer: the sale is kept and sent like any other', async () => {
    await register.addStudent('S-GONE', 5_000);
    const till = await pairedTill();
    const { checkout, counter, network } = till;
    const { id } = till.floor.sale;
    counter.addTitle(PENCIL);
    counter.scan('S-GONE');
    await checkout.start();
    network.cut = 'request';
    await checkout.take({ method: 5 });
    expect(await checkout.finishUnanswered()).toEqual({ ok: true, finished: true });
    network.cut = 'nothing';
    till.server.setReached(true);
    expect(await till.delivery.sendNow()).toEqual({ ok: true });
    expect(toAnswers(till)).toEqual(['accepted']);
    expect(await bookedAs(id)).toMatchObject({ payments: [{ method: 5, status: 'completed' }] });
  });

  it('a fair that was closed sells nothing more, and takes what was sold', async () => {
    const till = await pairedTill();
    const id = await sell(till);
    await floor.set({ status: 'inactive' });
    try {
      expect(await till.delivery.sendNow()).toEqual({ ok: true });
      expect(toAnswers(till)).toEqual(['accepted']);
      await bookedAs(id);
      expect(till.floor.selling).toEqual({ allowed: false, reason: 'closed' });
      expect(till.counter.addTitle(HUNGER)).toEqual({ ok: false, reason: 'not_selling' });
    } finally {
      await floor.set({ status: 'active' });
    }
    await till.delivery.sendNow();
    expect(till.floor.selling).toEqual({ allowed: true });
  });

  it('a forgotten pairing takes the names from the device, and leaves the sales', async () => {
    const till = await pairedTill();
    await sell(till);
    await test.ask.devices.forgetPairing({ params: { id: till.id } });
    expect(await till.delivery.sendNow()).toEqual({ ok: false, reason: 'sign_in_needed' });
    const { pairing, students, people, session } = till.books.notes;
    expect([pairing, students, people, session]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(toAnswers(till)).toEqual([null]);

    const { pairingCode } = await test.ask.devices.pairingCode({ params: { id: till.id } });
    expect(await till.access.pair({ deviceId: till.deviceId, pairingCode })).toEqual({ ok: true });
    await signIn(till);
    expect(await till.delivery.sendNow()).toEqual({ ok: true });
    expect(toAnswers(till)).toEqual(['accepted']);
  });
});
