import { describe, expect, it } from 'vitest';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { changeFair } from '#testing/calls/records.ts';
import {
  HUNGER,
  openFair,
  PENCIL,
  SECRET_CODE,
  startSelling,
} from '#testing/selling/sales-floor.ts';
import { startTablets } from '#testing/selling/tablets.ts';
import type { Parts } from '../../../../register/src/till/parts.ts';
import { ReturnDesk } from '../../../../register/src/till/return-desk.ts';
import type { ReturnableSale } from '../../../../register/src/till/return-views.ts';
import { setDiscount } from '../../../../register/src/till/rules/running-sale.ts';

const VOLUNTEER = '2580';

/** Returns and approvals of the register app, against the server. */
describe('the register app', async () => {
  const { test, floor, register } = await startSelling();
  const { pairedTill, signIn } = startTablets(floor);
  const [vera] = await test.ask.cashiers.add({
    params: { id: floor.fair.id },
    body: { cashiers: [{ name: 'Vera Volunteer', secretCode: VOLUNTEER }] },
  });
  const openDesk = ({ floor: shop, server, access }: Parts) =>
    new ReturnDesk(shop, server, access, () => undefined);
  const sellByCard = async (till: Parts, cardLast4: string, quantity = 2) => {
    const { id } = till.floor.sale;
    for (let copy = 0; copy < quantity; copy++) till.counter.addTitle(HUNGER);
    await till.checkout.start();
    await till.checkout.take({ method: 1, cardBrand: 'visa', cardLast4 });
    till.checkout.nextCustomer();
    return id;
  };
  const request = (sale: ReturnableSale, quantity = 1) => ({
    clientRefundId: crypto.randomUUID(),
    sale,
    lines: [{ lineNo: 1, quantity, isDamaged: false }],
    reason: 'Bought twice',
  });
  const toResults = ({ books }: Parts) =>
    [...books.returns.values()].map(({ answer }) => answer?.result ?? null);
  /** A till at which the volunteer sells. */
  const volunteerTill = async () => {
    const till = await pairedTill();
    await changeFair(test, floor.fair, { deviceIds: [till.id] });
    await till.access.refreshPeople();
    await till.access.signOff();
    expect(await signIn(till, VOLUNTEER, vera!.id)).toEqual({ ok: true });
    await till.supplies.refresh({ all: true });
    return till;
  };

  it('finds the sale of another register of its fair in every way, and books its return once', async () => {
    await register.addStudent('S-BACK', 5_000);
    const first = await pairedTill();
    first.counter.scan('S-BACK');
    const id = await sellByCard(first, '7391');
    await first.delivery.sendNow();
    const { orderNumber, totalCents } = await floor.readOrder(id);
    const { epoch, sequence } = [...first.books.sales.values()][0]!.order;

    const other = await pairedTill();
    const desk = openDesk(other);
    for (const text of [
      orderNumber,
      orderNumber.slice(-4),
      `${first.deviceId}-${epoch}-${sequence}`,
      id,
      '7391',
      'S-BACK',
    ])
      expect(await desk.findAtFair(text)).toMatchObject({
        ok: true,
        sales: [{ clientOrderId: id, isOfHere: false }],
      });
    const part = { query: { search: orderNumber.slice(0, -1) } };
    expect((await register.pos.findOrders(part)).data).toEqual([]);
    const elsewhere = (await (await openFair(test)).logIn('REG-ELSEWHERE')).pos;
    expect((await elsewhere.findOrders({ query: { search: orderNumber } })).data).toEqual([]);
    await expectRefusal(elsewhere.findOrders({ query: { search: ' ' } }), 'VALIDATION_FAILED');
    const found = await desk.findAtFair('7391');
    const [sale] = found.ok ? found.sales : [];
    expect(await desk.give(request(sale!))).toMatchObject({ ok: true });
    other.network.cut = 'answer';
    await other.delivery.sendNow();
    expect(toResults(other)).toEqual([null]);
    other.network.cut = 'nothing';
    other.server.setReached(true);
    await other.delivery.sendNow();
    expect(toResults(other)).toEqual(['duplicate']);
    expect(await floor.readOrder(id)).toMatchObject({
      status: 'partially_refunded',
      lines: [{ refundedQty: 1, restockedQty: 1 }],
    });
    // The unit that came back is gone for the first register too; the rest of the money is left.
    const again = await openDesk(first).findAtFair('7391');
    const rest = again.ok ? again.sales[0]! : sale!;
    expect(await openDesk(first).give(request(rest, 2))).toMatchObject({ reason: 'nothing_left' });
    expect(await openDesk(first).give(request(rest))).toMatchObject({ ok: true });
    await first.delivery.sendNow();
    expect(await floor.readOrder(id)).toMatchObject({
      status: 'refunded',
      payments: [{ refundedCents: totalCents }],
    });
  });

  it('gives back without a network at a register of staff, and sends it after its sale', async () => {
    const till = await pairedTill();
    till.network.cut = 'request';
    const id = await sellByCard(till, '7392', 1);
    const desk = openDesk(till);
    const [sale] = desk.findHere('7392');
    expect(await desk.give(request(sale!))).toMatchObject({ ok: true });
    till.network.cut = 'nothing';
    // A volunteer took over, whose token gives no money back.
    await changeFair(test, floor.fair, { deviceIds: [till.id] });
    await till.access.refreshPeople();
    await till.access.signOff();
    expect(await signIn(till, VOLUNTEER, vera!.id)).toEqual({ ok: true });
    await till.delivery.sendNow();
    expect([...till.books.returns.values()]).toMatchObject([{ answer: null, needsStaff: true }]);
    await till.access.signOff();
    await signIn(till);
    await till.delivery.sendNow();
    expect(toResults(till)).toEqual(['accepted']);
    expect(await floor.readOrder(id)).toMatchObject({ status: 'refunded' });
  });

  it('lets a volunteer give back with the code of a person with the duty, and not otherwise', async () => {
    const till = await volunteerTill();
    const id = await sellByCard(till, '7393', 1);
    await till.delivery.sendNow();
    const desk = openDesk(till);
    const sale = await desk.refresh(desk.findHere('7393')[0]!);
    const asked = request(sale);
    expect(till.floor.mayApprove).toBe(false);
    expect(await desk.give(asked)).toEqual({ ok: false, reason: 'needs_approval' });
    const { totalCents } = desk.plan(sale, asked.lines);
    const approval = (secretCode: string) =>
      till.approvals.approve({
        personId: floor.cashierId,
        secretCode,
        kinds: ['refund'],
        clientOrderId: id,
        clientRefundId: asked.clientRefundId,
        amountCents: totalCents,
      });
    expect(await approval('0000')).toEqual({ ok: false, reason: 'wrong_code' });
    till.network.cut = 'request';
    expect(await approval(SECRET_CODE)).toEqual({ ok: false, reason: 'needs_network' });
    expect(await desk.give(asked)).toEqual({ ok: false, reason: 'needs_network' });
    till.network.cut = 'nothing';
    const approved = await approval(SECRET_CODE);
    expect(approved).toMatchObject({ ok: true, approval: { name: 'Casey Cashier' } });
    const given = approved.ok ? { id: approved.approval.id!, name: 'Casey Cashier' } : undefined;
    expect(await desk.give({ ...asked, approval: given })).toMatchObject({ ok: true });
    await till.delivery.sendNow();
    expect(toResults(till)).toEqual(['accepted']);
    expect(await floor.readOrder(id)).toMatchObject({
      status: 'refunded',
      flags: [],
      approvals: [{ kinds: ['refund'], approvedBy: 'Casey Cashier', isChecked: true }],
    });
  });

  it('asks for an approval of a large discount before it is paid, also without a network', async () => {
    const till = await volunteerTill();
    const discount = (percent: number) =>
      till.counter.change((sale) => setDiscount(sale, 'all', { percent, reason: 'Teacher' }));
    const approve = (amountCents: number) =>
      till.approvals.approve({
        personId: floor.cashierId,
        secretCode: SECRET_CODE,
        kinds: ['discount'],
        clientOrderId: till.floor.sale.id,
        amountCents,
      });
    const pay = async () => {
      const { id } = till.floor.sale;
      expect(await till.checkout.start()).toEqual({ ok: true, finished: false });
      await till.checkout.take({ method: 3, tenderedCents: 10_000 });
      till.checkout.nextCustomer();
      return id;
    };
    till.counter.addTitle(HUNGER);
    discount(20);
    const free = await pay();
    till.counter.addTitle(HUNGER);
    discount(50);
    expect(await till.checkout.start()).toEqual({ ok: false, reason: 'needs_approval' });
    expect(await approve(449)).toMatchObject({ ok: true });
    // One more copy gives away more than was approved.
    till.counter.addTitle(HUNGER);
    expect(await till.checkout.start()).toEqual({ ok: false, reason: 'needs_approval' });
    expect(await approve(899)).toMatchObject({ ok: true });
    const checked = await pay();
    till.network.cut = 'request';
    till.counter.addTitle(PENCIL);
    discount(100);
    expect(await approve(125)).toMatchObject({ ok: true, approval: { id: null } });
    const { id: unchecked } = till.floor.sale;
    expect(await till.checkout.start()).toEqual({ ok: true, finished: true });
    till.network.cut = 'nothing';
    till.server.setReached(true);
    await till.delivery.sendNow();
    const approvals = async (id: string) => {
      const order = await floor.readOrder(id);
      expect(order.flags).not.toContain('unapproved');
      return order.approvals.map(({ isChecked }) => isChecked);
    };
    expect(await approvals(free)).toEqual([]);
    expect(await approvals(checked)).toContain(true);
    expect(await approvals(unchecked)).toEqual([false]);
  });
});
