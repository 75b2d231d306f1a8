import { describe, expect, it } from 'vitest';
import {
  BIBLE,
  HUNGER,
  openFair,
  PENCIL,
  stockWarehouse,
  type TestRegister,
  type Wish,
  startSelling,
} from '#testing/sales-floor.ts';

describe('stock and stored value', async () => {
  const { test, floor, register } = await startSelling();
  const second = await floor.logIn('REG-02');
  const online = async (wish: Wish, by = register) =>
    (await by.handIn(by.sold({ mode: 'online', ...wish })))[0]!;
  /** 8.00 due, untaxed. */
  const eight: Wish = { lines: [{ sku: BIBLE, discountCents: 400, fulfilment: 'ship_to_school' }] };

  it('lets 40 concurrent sales take exactly the 5 copies left', async () => {
    const registers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => floor.logIn(`REG-STOCK-${index}`)),
    );
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        online({ lines: [{ sku: BIBLE }] }, registers[index % 8]),
      ),
    );
    expect(results.filter(({ result }) => result === 'accepted')).toHaveLength(5);
    expect(results.filter(({ code }) => code === 'STOCK_INSUFFICIENT')).toHaveLength(35);
    expect(await floor.line(BIBLE)).toMatchObject({ onHand: 0, oversoldQty: 0, soldQty: 5 });
  });

  it('stores nothing of a refused sale: its number stays free for a retry with other tenders', async () => {
    await register.addStudent('S-FREE', 1_000);
    const tablet = await floor.logIn('REG-FREE');
    const order = tablet.sold({
      mode: 'online',
      customerType: 'student',
      studentNumber: 'S-FREE',
      lines: [{ sku: HUNGER, quantity: 2 }],
      payments: [{ method: 5 }],
    });
    expect(await tablet.handIn(order)).toEqual([
      {
        clientOrderId: order.clientOrderId,
        result: 'refused',
        code: 'WALLET_INSUFFICIENT',
        detail: 'The eWallet has 1000, 1946 requested.',
      },
    ]);
    expect((await test.ask.orders.held({ query: { deviceId: tablet.id } })).totalResults).toBe(0);
    const split = {
      ...order,
      payments: [
        { ...order.payments[0]!, amountCents: 1_000 },
        {
          ...order.payments[0]!,
          clientPaymentId: order.clientOrderId,
          method: 3 as const,
          amountCents: 946,
          tenderedCents: 1_000,
          changeCents: 54,
        },
      ],
    };
    const { data } = await tablet.pos.orders({ body: { orders: [split] } });
    expect(data).toMatchObject({ results: [{ result: 'accepted' }], acknowledgedSequence: 1 });
    expect(
      (await floor.readOrder(order.clientOrderId)).payments.toSorted((a, b) => b.method - a.method),
    ).toMatchObject([
      { method: 5, type: 1, amountCents: 1_000 },
      { method: 3, type: 0, amountCents: 946, tenderedCents: 1_000, changeCents: 54 },
    ]);
    expect(await floor.walletCents('S-FREE')).toBe(0);
  });

  it('counts two lines of one title together', async () => {
    const { onHand } = await floor.line(PENCIL);
    expect(
      await online({
        lines: [
          { sku: PENCIL, quantity: onHand - 1 },
          { sku: PENCIL, quantity: 2 },
        ],
      }),
    ).toMatchObject({
      result: 'refused',
      code: 'STOCK_INSUFFICIENT',
      detail: `"Shiny Pencil": ${onHand + 1} requested, ${onHand} left.`,
    });
  });

  it('scenario 2: two registers spend 8.00 of one 10.00 eWallet at once: one succeeds, 2.00 are left', async () => {
    await stockWarehouse(test, BIBLE, 100);
    await register.addStudent('S-TWO', 1_000);
    const spend = (by: TestRegister) =>
      online(
        { ...eight, customerType: 'student', studentNumber: 'S-TWO', payments: [{ method: 5 }] },
        by,
      );
    const results = await Promise.all([spend(register), spend(second)]);
    expect(results.map(({ result }) => result).sort()).toEqual(['accepted', 'refused']);
    expect(results.find(({ result }) => result === 'refused')).toMatchObject({
      code: 'WALLET_INSUFFICIENT',
    });
    expect(await floor.walletCents('S-TWO')).toBe(200);
  });

  it('lets 10 of 50 concurrent spends of 10.00 take exactly the 100.00 of one eWallet', async () => {
    await register.addStudent('S-MANY', 10_000);
    const ten: Wish = { lines: [{ sku: BIBLE, discountCents: 200, fulfilment: 'ship_to_school' }] };
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        online(
          { ...ten, customerType: 'student', studentNumber: 'S-MANY', payments: [{ method: 5 }] },
          index % 2 ? register : second,
        ),
      ),
    );
    expect(results.filter(({ result }) => result === 'accepted')).toHaveLength(10);
    expect(results.filter(({ code }) => code === 'WALLET_INSUFFICIENT')).toHaveLength(40);
    expect(await floor.walletCents('S-MANY')).toBe(0);
  });

  it('books an offline sale on a short eWallet with its payment under review, the wallet unchanged', async () => {
    await register.addStudent('S-SHORT', 1_000);
    const orders = [
      register.sold({
        ...eight,
        customerType: 'student',
        studentNumber: 'S-SHORT',
        payments: [{ method: 5 }],
      }),
      register.sold({
        ...eight,
        customerType: 'student',
        studentNumber: 'S-SHORT',
        payments: [{ method: 5 }],
      }),
    ];
    expect(await register.handIn(...orders)).toMatchObject([
      { result: 'accepted' },
      { result: 'accepted' },
    ]);
    expect(await floor.readOrder(orders[0]!.clientOrderId)).toMatchObject({
      status: 'completed',
      paymentStatus: 'completed',
    });
    expect(await floor.readOrder(orders[1]!.clientOrderId)).toMatchObject({
      status: 'completed',
      paymentStatus: 'under_review',
      payments: [{ status: 'under_review', reviewReason: 'WALLET_SHORT' }],
    });
    expect(await floor.walletCents('S-SHORT')).toBe(200);
  });

  it('takes nothing from a frozen eWallet', async () => {
    await register.addStudent('S-ICE', 1_000);
    await test.db
      .updateTable('wallets')
      .set({ status: 'frozen' })
      .where(
        'studentId',
        'in',
        test.db.selectFrom('students').select('id').where('studentNumber', '=', 'S-ICE'),
      )
      .execute();
    const wish: Wish = {
      ...eight,
      customerType: 'student',
      studentNumber: 'S-ICE',
      payments: [{ method: 5 }],
    };
    expect(await online(wish)).toMatchObject({ code: 'WALLET_INSUFFICIENT' });
    const order = register.sold(wish);
    await register.handIn(order);
    expect((await floor.readOrder(order.clientOrderId)).payments).toMatchObject([
      { status: 'under_review', reviewReason: 'WALLET_SHORT' },
    ]);
    expect(await floor.walletCents('S-ICE')).toBe(1_000);
  });

  it('spends AveDollars of the school, refuses more online and reviews it offline', async () => {
    await floor.earnAveDollars(1_000);
    const wish: Wish = { ...eight, customerType: 'school', payments: [{ method: 6 }] };
    expect(await online({ ...wish, customerType: 'parent' })).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    expect(await online(wish)).toMatchObject({ result: 'accepted' });
    expect(await online(wish)).toMatchObject({
      result: 'refused',
      code: 'AVE_DOLLAR_INSUFFICIENT',
    });
    const order = second.sold(wish);
    await second.handIn(order);
    expect((await floor.readOrder(order.clientOrderId)).payments).toMatchObject([
      { type: 2, status: 'under_review', reviewReason: 'AVE_DOLLAR_SHORT' },
    ]);
    const school = await test.db
      .selectFrom('schools')
      .select('aveDollarBalanceCents')
      .where('id', '=', floor.fair.schoolId)
      .executeTakeFirst();
    expect(school).toEqual({ aveDollarBalanceCents: 200 });
  });

  it("refuses online what it would hold offline, with the rule's code", async () => {
    expect(await online({ taxCents: 1 })).toMatchObject({
      result: 'refused',
      code: 'VALIDATION_FAILED',
    });
    expect(await online({ lines: [{ sku: HUNGER, unitPriceCents: 1 }] })).toMatchObject({
      result: 'refused',
      code: 'VALIDATION_FAILED',
      detail: expect.stringContaining('unitPriceCents'),
    });
    const own = await openFair(test);
    const tablet = await own.logIn('REG-OFF');
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'finished' })
      .where('id', '=', own.fair.id)
      .execute();
    expect(await online({}, tablet)).toMatchObject({ code: 'FAIR_FINISHED' });
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'open' })
      .where('id', '=', own.fair.id)
      .execute();
    await test.db
      .updateTable('devices')
      .set({ status: 'inactive' })
      .where('id', '=', tablet.id)
      .execute();
    expect(await online({}, tablet)).toMatchObject({ code: 'DEVICE_INACTIVE' });
  });
});
