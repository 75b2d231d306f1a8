import { describe, expect, it } from 'vitest';
import { atOnce } from '#testing/calls/expectations.ts';
import {
  BIBLE,
  byWallet,
  HUNGER,
  openFair,
  PENCIL,
  startSelling,
  stockWarehouse,
  type Wish,
} from '#testing/selling/sales-floor.ts';

const UNDER_REVIEW = { status: 'under_review', reviewReason: 'WALLET_SHORT' };

describe('stock and stored value', async () => {
  const { test, floor, register } = await startSelling();
  const second = await floor.logIn('REG-02');
  const online = async (wish: Wish, by = register) =>
    (await by.handIn(by.sold({ mode: 'online', ...wish })))[0]!;
  const offline = async (wish: Wish, by = register) => {
    const order = by.sold(wish);
    await by.handIn(order);
    return await floor.readOrder(order.clientOrderId);
  };
  /** An order of the Bible less a discount, untaxed: 8.00 due unless the discount differs. */
  const bible = (discountCents = 400): Wish => ({
    lines: [{ sku: BIBLE, discountCents, fulfilment: 'ship_to_school' }],
  });

  it('lets 40 concurrent sales take exactly the 5 copies left', async () => {
    const registers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => floor.logIn(`REG-STOCK-${index}`)),
    );
    const { done } = await atOnce(40, (index) =>
      online({ lines: [{ sku: BIBLE }] }, registers[index % 8]),
    );
    expect(done.filter(({ result }) => result === 'accepted')).toHaveLength(5);
    expect(done.filter(({ code }) => code === 'STOCK_INSUFFICIENT')).toHaveLength(35);
    expect(await floor.line(BIBLE)).toMatchObject({ onHand: 0, oversoldQty: 0, soldQty: 5 });
  });

  it('stores nothing of a refused sale: its number stays free for a retry with other tenders', async () => {
    await register.addStudent('S-FREE', 1_000);
    const tablet = await floor.logIn('REG-FREE');
    const lines = [{ sku: HUNGER, quantity: 2 }];
    const order = tablet.sold(byWallet('S-FREE', { mode: 'online', lines }));
    const { clientOrderId } = order;
    expect(await tablet.handIn(order)).toEqual([
      {
        clientOrderId,
        result: 'refused',
        code: 'WALLET_INSUFFICIENT',
        detail: 'The eWallet has 1000, 1946 requested.',
      },
    ]);
    expect(await floor.held({ deviceId: tablet.id })).toEqual([]);
    const [payment] = order.payments;
    const wallet = { method: 5, amountCents: 1_000 };
    const cash = { method: 3, amountCents: 946, tenderedCents: 1_000, changeCents: 54 };
    const payments = [
      { ...payment, ...wallet },
      { ...payment, ...cash, clientPaymentId: clientOrderId },
    ];
    const split = { ...order, payments } as typeof order;
    const { data } = await tablet.pos.orders({ body: { orders: [split] } });
    expect(data).toMatchObject({ results: [{ result: 'accepted' }], acknowledgedSequence: 1 });
    const booked = await floor.readOrder(clientOrderId);
    expect(booked.payments.toSorted((a, b) => b.method - a.method)).toMatchObject([
      { ...wallet, type: 1 },
      { ...cash, type: 0 },
    ]);
    expect(await floor.walletCents('S-FREE')).toBe(0);
  });

  it('counts two lines of one title together', async () => {
    const { onHand } = await floor.line(PENCIL);
    const lines = [onHand - 1, 2].map((quantity) => ({ sku: PENCIL, quantity }));
    expect(await online({ lines })).toMatchObject({
      result: 'refused',
      code: 'STOCK_INSUFFICIENT',
      detail: `"Shiny Pencil": ${onHand + 1} requested, ${onHand} left.`,
    });
  });

  it.each([
    ['scenario 2: 8.00 of 10.00 by two registers', 2, 1_000, 400, 1],
    ['10.00 of 100.00 fifty times', 50, 10_000, 200, 10],
  ])('takes no cent twice from an eWallet: %s', async (_name, times, cents, discount, booked) => {
    await stockWarehouse(test, BIBLE, 50);
    const student = `S-${times}`;
    await register.addStudent(student, cents);
    const { done } = await atOnce(times, (index) =>
      online(byWallet(student, bible(discount)), index % 2 ? register : second),
    );
    expect(done.filter(({ result }) => result === 'accepted')).toHaveLength(booked);
    const refused = done.filter(({ code }) => code === 'WALLET_INSUFFICIENT');
    expect(refused).toHaveLength(times - booked);
    expect(await floor.walletCents(student)).toBe(cents - booked * (1_200 - discount));
  });

  it('books an offline sale on a short eWallet with its payment under review, the wallet unchanged', async () => {
    await register.addStudent('S-SHORT', 1_000);
    const wish = byWallet('S-SHORT', bible());
    const orders = [register.sold(wish), register.sold(wish)];
    const accepted = { result: 'accepted' };
    expect(await register.handIn(...orders)).toMatchObject([accepted, accepted]);
    const [first, other] = await Promise.all(
      orders.map(({ clientOrderId }) => floor.readOrder(clientOrderId)),
    );
    expect(first).toMatchObject({ status: 'completed', paymentStatus: 'completed' });
    expect(other).toMatchObject({
      status: 'completed',
      paymentStatus: 'under_review',
      payments: [UNDER_REVIEW],
    });
    expect(await floor.walletCents('S-SHORT')).toBe(200);
  });

  it('takes nothing from a frozen eWallet', async () => {
    await register.addStudent('S-ICE', 1_000);
    const params = { id: await floor.studentId('S-ICE') };
    await test.owner.students.changeWalletStatus({ params, body: { status: 'frozen' } });
    const wish = byWallet('S-ICE', bible());
    expect(await online(wish)).toMatchObject({ code: 'WALLET_INSUFFICIENT' });
    expect((await offline(wish)).payments).toMatchObject([UNDER_REVIEW]);
    expect(await floor.walletCents('S-ICE')).toBe(1_000);
  });

  it('spends AveDollars of the school, refuses more online and reviews it offline', async () => {
    await floor.earnAveDollars(1_000);
    const wish: Wish = { ...bible(), customerType: 'school', payments: [{ method: 6 }] };
    const byParent = await online({ ...wish, customerType: 'parent' });
    expect(byParent).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await online(wish)).toMatchObject({ result: 'accepted' });
    const refused = { result: 'refused', code: 'AVE_DOLLAR_INSUFFICIENT' };
    expect(await online(wish)).toMatchObject(refused);
    expect((await offline(wish, second)).payments).toMatchObject([
      { type: 2, status: 'under_review', reviewReason: 'AVE_DOLLAR_SHORT' },
    ]);
    expect(await floor.aveDollarCents()).toBe(200);
  });

  it("refuses online what it would hold offline, with the rule's code", async () => {
    const refused = { result: 'refused', code: 'VALIDATION_FAILED' };
    expect(await online({ taxCents: 1 })).toMatchObject(refused);
    expect(await online({ lines: [{ sku: HUNGER, unitPriceCents: 1 }] })).toMatchObject({
      ...refused,
      detail: expect.stringContaining('unitPriceCents'),
    });
    const own = await openFair(test);
    const tablet = await own.logIn('REG-OFF');
    const finished = await own.whileFinished(() => online({}, tablet));
    expect(finished).toMatchObject({ code: 'FAIR_FINISHED' });
    await tablet.setDevice('inactive');
    expect(await online({}, tablet)).toMatchObject({ code: 'DEVICE_INACTIVE' });
  });
});
