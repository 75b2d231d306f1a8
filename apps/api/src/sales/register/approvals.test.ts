import type { NewApproval } from '@pos/contract/sales/approvals/register-approvals';
import { registerApi } from '@pos/contract/sales/register';
import type { SoldOrder } from '@pos/contract/sales/register-orders';
import { createClient } from '@pos/contract/client';
import { v4 as uuidv4 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { changeFair } from '#testing/calls/records.ts';
import { readActivity } from '#testing/calls/reading.ts';
import { newDevice } from '#testing/selling/new-records.ts';
import { pairRegister } from '#testing/selling/open-register.ts';
import { registerStaff, WORKS } from '#testing/selling/register-staff.ts';
import {
  HUNGER,
  PENCIL,
  refundOfOrder,
  SECRET_CODE,
  startSelling,
} from '#testing/selling/sales-floor.ts';
import { TestRegister } from '#testing/selling/test-register.ts';

const VOLUNTEER = '2580';
const half = { lines: [{ sku: HUNGER, quantity: 2, discountCents: 899 }] };

describe('pos/approvals', async () => {
  const { test, floor, register: staffed } = await startSelling();
  const { hire, logIn } = registerStaff(floor);
  const [vera] = await test.ask.cashiers.add({
    params: { id: floor.fair.id },
    body: { cashiers: [{ name: 'Vera Volunteer', secretCode: VOLUNTEER }] },
  });
  let tablets = 0;
  /** Logs the volunteer in on a tablet of its own. */
  const volunteer = async () => {
    const deviceId = `APPROVE-${++tablets}`;
    const { id } = await test.ask.devices.add({ body: newDevice(deviceId) });
    await changeFair(test, floor.fair, { deviceIds: [id] });
    const login = { deviceId, cashierId: vera!.id, secretCode: VOLUNTEER };
    const fairIdentifier = floor.fair.identifier;
    const { token } = await pairRegister(test, id, { ...login, fairIdentifier });
    return new TestRegister(floor, id, deviceId, token.token);
  };
  const approve = async (
    { pos }: Pick<TestRegister, 'pos'>,
    { clientOrderId }: { clientOrderId: string },
    changes: Partial<NewApproval> = {},
  ) => {
    const who = { personId: floor.cashierId, secretCode: SECRET_CODE };
    const what = { kinds: ['discount' as const], clientOrderId, amountCents: 899 };
    return (await pos.approvals({ body: { ...who, ...what, ...changes } })).data;
  };
  const flagsOf = async (register: TestRegister, sold: SoldOrder) => {
    const [result] = await register.handIn(sold);
    return [result?.result, result?.flags ?? []];
  };

  it('covers a discount: in the record of the order and in its activity', async () => {
    const register = await volunteer();
    const sold = register.sold(half);
    const { id, approvedBy } = await approve(register, sold);
    expect(approvedBy).toEqual({ id: floor.cashierId, name: 'Casey Cashier' });
    const [result] = await register.handIn({ ...sold, approvals: [{ id }] });
    expect(result).toMatchObject({ result: 'accepted' });
    expect(result).not.toHaveProperty('flags');
    const order = await floor.readOrder(sold.clientOrderId);
    expect(order).toMatchObject({
      cashierName: 'Vera Volunteer',
      approvals: [{ kinds: ['discount'], approvedBy: 'Casey Cashier', isChecked: true }],
    });
    expect(await readActivity(test, 'order', order.id)).toMatchObject([
      { action: 'order.approval_given', changes: { approvedBy: { to: 'Casey Cashier' } } },
    ]);
  });

  it('is for one sale and as much as was shown; a sale without one is booked and flagged', async () => {
    const register = await volunteer();
    const other = await approve(register, register.sold(half));
    const small = register.sold(half);
    const less = await approve(register, small, { amountCents: 898 });
    const sales: [SoldOrder, string | undefined][] = [
      [register.sold(half), undefined],
      [register.sold(half), other.id],
      [small, less.id],
      [register.sold(half), uuidv4()],
    ];
    for (const [sold, id] of sales) {
      const order = { ...sold, ...(id !== undefined && { approvals: [{ id }] }) };
      expect(await flagsOf(register, order)).toEqual(['accepted', ['unapproved']]);
      expect(await floor.readOrder(sold.clientOrderId)).toMatchObject({ approvals: [] });
    }
    // 20 percent of a line are everybody's to give, and a person with the duty needs nobody.
    const fifth = { lines: [{ sku: HUNGER, quantity: 1, discountCents: 179 }] };
    expect(await flagsOf(register, register.sold(fifth))).toEqual(['accepted', []]);
    const own = await staffed.book(half);
    expect(own).toMatchObject({ flags: [], approvals: [{ approvedBy: 'Casey Cashier' }] });
  });

  it('covers an exemption, and what was approved without a network, which the record says', async () => {
    const register = await volunteer();
    const exempt = { taxExempt: true, exemptReason: 'other', lines: [{ sku: PENCIL }] } as const;
    const refused = register.sold(exempt);
    expect(await flagsOf(register, refused)).toEqual([
      'accepted',
      ['exemption_incomplete', 'unapproved'],
    ]);
    const idler = await hire(WORKS);
    for (const [personId, flags] of [
      [floor.cashierId, ['exemption_incomplete']],
      [idler.id, ['exemption_incomplete', 'unapproved']],
      [vera!.id, ['exemption_incomplete', 'unapproved']],
    ] as const) {
      const approvals = [{ personId, kinds: ['exemption' as const, 'offline' as const] }];
      const sold = { ...register.sold(exempt), approvals };
      expect(await flagsOf(register, sold)).toEqual(['accepted', flags]);
      const order = await floor.readOrder(sold.clientOrderId);
      expect(order.approvals).toMatchObject(
        flags.length > 1 ? [] : [{ kinds: ['exemption', 'offline'], isChecked: false }],
      );
    }
  });

  it('lets a cashier of the fair give money back, as much as was approved, and not without', async () => {
    const register = await volunteer();
    const { sold, totalCents } = await staffed.book({ lines: [{ sku: HUNGER }] });
    const refund = refundOfOrder(sold);
    const { clientRefundId } = refund;
    const rejected = [{ clientRefundId, result: 'rejected', reason: 'APPROVAL_NEEDED' }];
    const approval = (amountCents: number, changes: Partial<NewApproval> = {}) =>
      approve(register, sold, { kinds: ['refund'], clientRefundId, amountCents, ...changes });
    expect(await register.handInRefunds(refund)).toMatchObject(rejected);
    for (const { id } of [
      await approval(totalCents - 1),
      await approval(totalCents, { clientRefundId: uuidv4() }),
      await approve(register, sold),
    ])
      expect(await register.handInRefunds({ ...refund, approvalId: id })).toMatchObject(rejected);
    const { id: approvalId } = await approval(totalCents);
    const approved = { ...refund, approvalId };
    expect(await register.handInRefunds(approved)).toMatchObject([{ result: 'accepted' }]);
    for (const repeat of [approved, refund])
      expect(await register.handInRefunds(repeat)).toMatchObject([{ result: 'duplicate' }]);
    expect(await floor.readOrder(sold.clientOrderId)).toMatchObject({
      status: 'refunded',
      flags: [],
      approvals: [{ kinds: ['refund'], approvedBy: 'Casey Cashier', isChecked: true }],
    });
  });

  it('covers a refund that waits for its order', async () => {
    const register = await volunteer();
    const sold = register.sold({ lines: [{ sku: PENCIL }] });
    const refund = refundOfOrder(sold);
    const { clientRefundId } = refund;
    const { id: approvalId } = await approve(register, sold, {
      kinds: ['void'],
      clientRefundId,
      amountCents: sold.totalCents,
    });
    expect(await register.handInRefunds({ ...refund, approvalId })).toMatchObject([
      { result: 'held', reason: 'ORDER_UNKNOWN' },
    ]);
    await register.handIn(sold);
    expect(await floor.readOrder(sold.clientOrderId)).toMatchObject({
      status: 'refunded',
      flags: [],
      approvals: [{ kinds: ['void'], approvedBy: 'Casey Cashier' }],
    });
  });

  it('leaves refunds by staff as they were: their own with the duty, flagged without', async () => {
    const idler = await hire(WORKS);
    const { session } = await logIn(idler.id, true);
    const { pos } = createClient({ pos: registerApi }, test.send(session.token.token));
    for (const [register, expected] of [
      [staffed.pos, { flags: [], approvals: [{ kinds: ['refund'], isChecked: true }] }],
      [pos, { flags: ['unapproved'], approvals: [] }],
    ] as const) {
      const { sold } = await staffed.book({ lines: [{ sku: PENCIL }] });
      const { data } = await register.refunds({ body: { refunds: [refundOfOrder(sold)] } });
      expect(data.results).toMatchObject([{ result: 'accepted' }]);
      expect(await floor.readOrder(sold.clientOrderId)).toMatchObject(expected);
    }
  });

  it('takes only the code of a person with the duty, and locks after five wrong ones', async () => {
    const register = await volunteer();
    const order = register.sold(half);
    const idler = await hire(WORKS);
    for (const personId of [idler.id, vera!.id, uuidv4()])
      await expectErrors(approve(register, order, { personId }), {
        personId: 'This person may not approve at this register.',
      });
    for (const changes of [{ kinds: ['refund' as const] }, { clientRefundId: uuidv4() }])
      await expectErrors(approve(register, order, changes), {
        clientRefundId: 'A refund or void names its clientRefundId, and nothing else does.',
      });
    for (let wrong = 0; wrong < 5; wrong++)
      await expectErrors(approve(register, order, { secretCode: '0000' }), {
        secretCode: 'This is not the code of this person.',
      });
    await expectRefusal(approve(register, order), 'DEVICE_LOCKED');
    // Selling goes on.
    expect(await flagsOf(register, register.sold())).toEqual(['accepted', []]);
  });
});
