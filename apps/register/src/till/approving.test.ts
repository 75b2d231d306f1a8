import { expect, test } from 'vitest';
import { getSale, MARIA, notes, offlineTill } from '../../testing/offline-till.ts';
import type { ApprovalRequest } from './approval-views.ts';
import type { Notes } from './journal/journal.ts';
import { makeCheck } from './office/code-check.ts';
import { setDiscount, setExemption } from './rules/running-sale.ts';

const CODE = '4711';
const HOUR_MS = 3_600_000;

/** A till at which Jo may not approve, and Maria may; `isKnown`: she has signed in here before. */
async function openTill(changes: Partial<Notes> = {}, isKnown = true) {
  const given = notes();
  const { fair, person, mode } = given.session!;
  const { approves: _, ...jo } = person;
  const people = [
    { ...fair, planned: true, today: true, people: [jo, MARIA] },
  ] as unknown as Notes['people'];
  const checks = isKnown ? { [MARIA.id]: await makeCheck(CODE) } : {};
  const session = { fair, person: jo, mode };
  const till = await offlineTill({ ...given, people, checks, session, ...changes });
  const approve = (request: Partial<ApprovalRequest>) =>
    till.approvals.approve({
      personId: MARIA.id,
      secretCode: CODE,
      kinds: ['discount'],
      clientOrderId: till.floor.sale.id,
      amountCents: 0,
      ...request,
    });
  const pay = async () => {
    await till.checkout.start();
    await till.checkout.take({ method: 3, tenderedCents: 100_000 });
    const order = till.checkout.done?.sale.order;
    till.checkout.nextCustomer();
    return order;
  };
  return { ...till, approve, pay };
}

test('a large discount is paid when all of it is approved, and more of it asks again', async () => {
  const till = await openTill();
  till.counter.addTitle('SKU-1');
  const discount = (percent: number) =>
    till.counter.change((sale) => setDiscount(sale, 'all', { percent, reason: 'Teacher' }));
  discount(20);
  expect(till.floor.missingApprovals).toEqual([]);
  discount(50);
  const { discountCents } = getSale(till);
  expect(await till.checkout.start()).toEqual({ ok: false, reason: 'needs_approval' });
  expect(await till.approve({ secretCode: '0000' })).toEqual({ ok: false, reason: 'wrong_code' });
  expect(await till.approve({ amountCents: discountCents - 1 })).toMatchObject({ ok: true });
  expect(till.floor.missingApprovals).toEqual(['discount']);
  expect(await till.approve({ amountCents: discountCents })).toMatchObject({ ok: true });
  expect(await till.pay()).toMatchObject({
    approvals: [{}, { personId: MARIA.id, kinds: ['discount'] }],
  });
  till.counter.addTitle('SKU-2');
  discount(50);
  expect(till.floor.missingApprovals).toEqual(['discount']);
});

test('no tax without a certificate is approved, and no money is given back without a network', async () => {
  const till = await openTill();
  till.counter.addTitle('SKU-1');
  till.counter.change((sale) => setExemption(sale, { reason: 'other', certificateNo: '' }));
  expect(till.floor.missingApprovals).toEqual(['exemption']);
  expect(await till.approve({ kinds: ['exemption'] })).toMatchObject({ ok: true });
  expect(await till.pay()).toMatchObject({
    taxExempt: true,
    approvals: [{ kinds: ['exemption'] }],
  });
  const refund = { kinds: ['refund' as const], clientRefundId: crypto.randomUUID() };
  expect(await till.approve(refund)).toEqual({ ok: false, reason: 'needs_network' });
});

test('after a day without a network a new sale waits for an approval, which its orders name', async () => {
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
  const till = await openTill({ reachedAt: ago(25) });
  expect(till.floor.selling).toEqual({ allowed: false, reason: 'long_offline' });
  expect(await till.approve({ kinds: ['offline'] })).toMatchObject({ ok: true });
  expect(till.floor.selling).toEqual({ allowed: true });
  till.counter.addTitle('SKU-1');
  expect(await till.pay()).toMatchObject({
    approvals: [{ personId: MARIA.id, kinds: ['offline'] }],
  });
  // A sale that has begun is never stopped, and a tablet that nobody can approve at sells on.
  const begun = await openTill({ reachedAt: ago(23) });
  begun.counter.addTitle('SKU-1');
  begun.books.keepSoon({ reachedAt: ago(30) });
  expect(begun.floor.selling).toEqual({ allowed: true });
  const alone = await openTill({ reachedAt: ago(48) }, false);
  expect(alone.floor.selling).toEqual({ allowed: true });
  alone.counter.addTitle('SKU-1');
  expect(await alone.pay()).not.toHaveProperty('approvals');
});
