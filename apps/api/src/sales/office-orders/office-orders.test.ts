import type { NewOrder } from '@pos/contract/sales/office/added-orders';
import { getOrderSums } from '@pos/contract/sales/money-rules';
import { addDays } from '@pos/contract/values/days';
import { refund } from '@pos/world/sale';
import fc from 'fast-check';
import { v4 as uuidv4 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { atOnce, expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { getActions } from '#testing/calls/reading.ts';
import { HUNGER, openFair, PENCIL, startSelling } from '#testing/selling/sales-floor.ts';

type Form = Partial<NewOrder>;

describe('an order that the office adds', async () => {
  const { test, floor, register } = await startSelling();
  const form = (changes: Form = {}) => ({
    clientOrderId: uuidv4(),
    fairId: floor.fair.id,
    day: floor.fair.startDate,
    time: '10:30',
    customerType: 'parent' as const,
    lines: [{ sku: HUNGER, quantity: 1, unitPriceCents: 899 }],
    payments: [{ method: 3 as const, amountCents: 973 }],
    ...changes,
  });
  const add = (changes: Form = {}) => test.ask.addedOrders.add({ body: form(changes) });

  it('is booked like a sale of a register: stock, tax, money, day, and who entered it', async () => {
    const before = { line: await floor.line(HUNGER), net: await floor.netCents() };
    const order = await add({
      payments: [
        { method: 2, amountCents: 500, checkNumber: '101' },
        { method: 3, amountCents: 473, tenderedCents: 500 },
      ],
    });
    expect(order).toMatchObject({
      isOfOffice: true,
      status: 'completed',
      businessDay: floor.fair.startDate,
      subtotalCents: 899,
      taxCents: 74,
      totalCents: 973,
      flags: [],
      payments: [
        { method: 2, amountCents: 500, checkNumber: '101' },
        { method: 3, amountCents: 473, tenderedCents: 500, changeCents: 27 },
      ],
    });
    expect(order.cashierName).not.toBe('Casey Cashier');
    expect(await getActions(test, 'order', order.id)).toEqual(['order.added']);
    expect((await floor.line(HUNGER)).onHand).toBe(before.line.onHand - 1);
    expect(await floor.netCents()).toBe(before.net + 899);
    await floor.checkReports();
    const { data } = await test.owner.devices.list({ query: { search: 'OFFICE' } });
    expect(data.results).toEqual([]);
    // Its register has its own numbers and never meets those of a device.
    expect(await register.book()).toMatchObject({ isOfOffice: false });
  });

  it('is added once, however often and concurrently the form is sent', async () => {
    const body = form();
    const { done } = await atOnce(5, () => test.ask.addedOrders.add({ body }));
    expect(new Set(done.map(({ id }) => id)).size).toBe(1);
    const others = await Promise.all([add(), add(), add()]);
    expect(new Set(others.map(({ orderNumber }) => orderNumber)).size).toBe(3);
  });

  it('names each field that is wrong, and adds nothing', async () => {
    const before = await floor.netCents();
    const line = { sku: HUNGER, quantity: 1, unitPriceCents: 899 };
    const cases: [Form, Record<string, string>][] = [
      [
        { payments: [{ method: 3, amountCents: 900 }] },
        { payments: 'The payments are $9.00, the order is $9.73.' },
      ],
      [
        { payments: [{ method: 3, amountCents: 973, tenderedCents: 900 }] },
        { 'payments.0.tenderedCents': 'This is less than the amount.' },
      ],
      [
        { payments: [{ method: 4, amountCents: 973 }] },
        { 'payments.0.method': 'Facts and EWallet need the number of a student.' },
      ],
      [
        { studentNumber: 'NOBODY' },
        { studentNumber: "The fair's school has no student of this number." },
      ],
      [
        {
          lines: [{ ...line, unitPriceCents: 999 }],
          payments: [{ method: 3, amountCents: 1_081 }],
        },
        { 'lines.0.unitPriceCents': 'The fair never had this price.' },
      ],
      [
        { lines: [{ ...line, sku: 'NO-SUCH' }] },
        { 'lines.0.sku': 'The catalog does not have this title.' },
      ],
      [
        { lines: [{ ...line, discountCents: 900 }], payments: [] },
        { 'lines.0.discountCents': 'The discount is more than the line.' },
      ],
      [{ fairId: '' }, { fairId: 'Choose a fair.' }],
      [
        { day: addDays(floor.fair.startDate, 30) },
        { day: 'This day has not come yet where the fair is.' },
      ],
      [
        { day: addDays(floor.fair.startDate, -31) },
        { day: 'Choose a day at most 30 days before or after the fair, and none to come.' },
      ],
    ];
    for (const [changes, errors] of cases) {
      const refused = add(changes);
      if ('lines.0.discountCents' in errors)
        await expect(refused).rejects.toMatchObject({ refusal: { errors } });
      else await expectErrors(refused, errors);
    }
    expect(await floor.netCents()).toBe(before);
  });

  it('is refused at a fair that is closed out, with what to do', async () => {
    await floor.whileFinished(() => expectRefusal(add(), 'FAIR_FINISHED'));
    await expectRefusal(add({ fairId: uuidv4() }), 'NOT_FOUND');
  });

  it('sums like the money rules of registers, for any prices, discounts and rounding', async () => {
    const trial = await openFair(test);
    const rate = trial.fair.salesTaxRatePpm;
    const line = fc
      .record({
        quantity: fc.integer({ min: 1, max: 50 }),
        unitPriceCents: fc.integer({ min: 0, max: 5_000 }),
        share: fc.integer({ min: 0, max: 100 }),
        taxable: fc.boolean(),
      })
      .map(({ share, ...rest }) => ({
        ...rest,
        discountCents: Math.floor((rest.quantity * rest.unitPriceCents * share) / 100),
      }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (lines, roundCash) => {
          await test.db.updateTable('settings').set({ roundCash }).execute();
          const numbered = lines.map((each, index) => ({ ...each, lineNo: index + 1 }));
          const sums = getOrderSums({ lines: numbered, taxExempt: false, taxRatePpm: rate });
          const payments =
            sums.totalCents === 0 ? [] : [{ method: 3 as const, amountCents: sums.totalCents }];
          const order = await add({
            fairId: trial.fair.id,
            day: trial.fair.startDate,
            lines: lines.map((each) => ({ ...each, title: 'Pencil' })),
            payments,
          });
          const { subtotalCents, taxCents, totalCents, discountCents } = sums;
          expect(order).toMatchObject({ subtotalCents, taxCents, totalCents, discountCents });
          const [paid] = order.payments;
          expect(
            paid === undefined || !roundCash || (paid.amountCents + paid.roundingCents) % 5 === 0,
          ).toBe(true);
        },
      ),
      { seed: 20261127, numRuns: 25 },
    );
    await trial.checkReports();
  });

  it('offers the titles of the fair with its prices', async () => {
    const { titles, fair } = await test.ask.addedOrders.catalog({ params: { id: floor.fair.id } });
    expect(fair.id).toBe(floor.fair.id);
    expect(titles.find(({ sku }) => sku === PENCIL)).toMatchObject({ active: true });
  });
});

describe('sales that a register saved to a file', async () => {
  const { test, floor, register } = await startSelling();
  const at = { params: { id: register.id } };
  const fairIdentifier = floor.fair.identifier;
  const takeIn = async (orders: unknown[]) =>
    (await test.ask.savedSales.takeIn({ ...at, body: { fairIdentifier, orders } })).results;

  it('are taken in once, however they come, with their own seller; the others say why not', async () => {
    const sent = await register.book();
    const [plain, online] = [register.sold(), register.sold()];
    const wrong = { ...register.sold(), lines: [] };
    const held = register.sold({ taxRatePpm: 1 });
    const named = { ...plain, soldById: floor.cashierId };
    const orders = [sent.sold, named, { ...online, mode: 'online' }, wrong, held];
    const check = async () =>
      await test.ask.savedSales.check({
        ...at,
        body: { fairIdentifier, clientOrderIds: orders.map((each) => each.clientOrderId) },
      });
    expect(await check()).toMatchObject({ isFinished: false, known: [sent.clientOrderId] });
    expect(await takeIn(orders)).toMatchObject([
      { result: 'duplicate' },
      { result: 'accepted' },
      { result: 'accepted' },
      { result: 'rejected', errors: { lines: 'An order has at least one line.' } },
      { result: 'held', reason: 'RATE_MISMATCH' },
    ]);
    expect((await takeIn(orders)).map(({ result }) => result)).toEqual([
      'duplicate',
      'duplicate',
      'duplicate',
      'rejected',
      'duplicate',
    ]);
    // The register sends them after all.
    expect(await register.handIn(named, online)).toMatchObject([
      { result: 'duplicate' },
      { result: 'duplicate' },
    ]);
    expect((await check()).known).toHaveLength(4);
    expect(await floor.readOrder(plain.clientOrderId)).toMatchObject({
      deviceId: 'REG-01',
      cashierName: 'Casey Cashier',
      isOfOffice: false,
    });
    expect(await getActions(test, 'device', register.id)).toContain('device.sales_taken_in');
  });

  it('come with refunds and with the entries of the drawer, each once', async () => {
    const sold = register.sold();
    const entry = {
      clientEntryId: uuidv4(),
      kind: 'float_in',
      amountCents: 5_000,
      at: `${floor.fair.startDate}T13:00:00.000Z`,
    };
    const body = {
      fairIdentifier,
      orders: [sold],
      refunds: [refund(sold), refund({ clientOrderId: uuidv4() }), { reason: 'None' }],
      drawerEntries: [entry, { kind: 'float_in' }],
    };
    const results = async () => {
      const answer = await test.ask.savedSales.takeIn({ ...at, body });
      return [answer.results, answer.refundResults, answer.drawerResults].map((each) =>
        each.map(({ result }) => result),
      );
    };
    expect(await results()).toEqual([
      ['accepted'],
      ['accepted', 'held', 'rejected'],
      ['accepted', 'rejected'],
    ]);
    expect(await results()).toEqual([
      ['duplicate'],
      ['duplicate', 'held', 'rejected'],
      ['duplicate', 'rejected'],
    ]);
    expect(await floor.readOrder(sold.clientOrderId)).toMatchObject({ status: 'refunded' });
    const { days } = await test.ask.closeOut.cashCounts({ params: { id: floor.fair.id } });
    const moves = days.flatMap(({ drawers }) => drawers.flatMap((drawer) => drawer.moves));
    expect(moves.map(({ enteredBy }) => enteredBy)).toEqual(['Taken in by Account Owner']);
  });

  it('are approved by their own seller, never by the person who takes them in', async () => {
    const half = { lines: [{ sku: HUNGER, quantity: 2, discountCents: 899 }] };
    const [unnamed, plain, held] = [
      register.sold(half),
      register.sold(half),
      register.sold({ ...half, taxRatePpm: 1 }),
    ];
    const named = { ...plain, soldById: floor.cashierId };
    const returned = await register.book();
    await test.ask.savedSales.takeIn({
      ...at,
      body: { fairIdentifier, orders: [unnamed, named, held], refunds: [refund(returned.sold)] },
    });
    const [waiting] = await floor.held({ search: held.clientOrderId });
    await floor.decide(waiting!);
    const nobody = { approvals: [], flags: ['unapproved'] };
    for (const [{ clientOrderId }, expected] of [
      [unnamed, nobody],
      [named, { approvals: [{ approvedBy: 'Casey Cashier', isChecked: false }], flags: [] }],
      [held, nobody],
      [returned, nobody],
    ] as const)
      expect(await floor.readOrder(clientOrderId)).toMatchObject(expected);
  });

  it('are held at a closed fair, and refused for a fair or device that does not exist', async () => {
    const late = register.sold();
    await floor.whileFinished(async () => {
      expect(await takeIn([late])).toMatchObject([{ result: 'held', reason: 'LATE_SYNC' }]);
    });
    const body = { orders: [register.sold()] };
    await expectErrors(
      test.ask.savedSales.takeIn({ ...at, body: { ...body, fairIdentifier: 'NOWHERE' } }),
      { fairIdentifier: 'There is no fair NOWHERE.' },
    );
    await expectRefusal(
      test.ask.savedSales.takeIn({ params: { id: uuidv4() }, body: { ...body, fairIdentifier } }),
      'NOT_FOUND',
    );
  });
});
