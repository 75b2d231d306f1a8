import type { HeldReason } from '@pos/contract/sales/held-orders';
import type { NewOrder } from '@pos/contract/sales/office/added-orders';
import { CLOCK_MARGIN_DAYS } from '@pos/contract/sales/register-clock';
import type { OrderResult, SoldOrder } from '@pos/contract/sales/register-orders';
import type { Tx } from '#api/db/db.ts';
import { requireOpenFair } from '#api/fairs/fairs/fairs.service.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { invalid } from '#api/http/failure.ts';
import { concludeRow, giveLetterRow } from '#api/sales/register-orders/booking.queries.ts';
import { bookSales } from '#api/sales/register-orders/booking.service.ts';
import { findKnownOrders } from '#api/sales/register-orders/known-orders.queries.ts';
import type { Sale } from '#api/sales/register-orders/planned-sale.ts';
import { readOrder } from '#api/sales/register-orders/read-order.rules.ts';
import { findTitleFacts, type SaleFacts } from '#api/sales/register-orders/sale-facts.ts';
import { loadSaleFacts } from '#api/sales/register-orders/sale-facts.queries.ts';
import { verdictOn } from '#api/sales/register-orders/verdict.rules.ts';
import { OFFICE_DEVICE_ID } from '#api/sales/orders/office-device.ts';
import { roundsCash } from '#api/sales/orders/order-decisions.queries.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { findAddedErrors, toSoldOrder } from './added-order.rules.ts';
import {
  addOfficeDeviceRow,
  findAddedOrder,
  findNextSequence,
  findTaxRate,
  OFFICE_EPOCH,
} from './added-orders.queries.ts';

/**
 * Books an order that the office enters for an open fair, by the rules of registers (domain 8.14).
 * Returns its ID; of one that was added before, the same. Throws FAIR_FINISHED, or the fields that
 * a person must correct: nothing that the office enters is held.
 */
export async function addOrder(tx: Tx, actor: Actor, form: NewOrder): Promise<string> {
  await requireOpenFair(tx, form.fairId);
  await addOfficeDeviceRow(tx);
  const seller = {
    id: OFFICE_DEVICE_ID,
    fairId: form.fairId,
    cashierId: actor.id!,
    fairCashierId: null,
  };
  const taxRatePpm = await findTaxRate(tx, form.fairId);
  const roundCash = await roundsCash(tx);
  const compute = (facts: SaleFacts | undefined, sequence: number) =>
    toSoldOrder(
      form,
      {
        timeZone: facts?.fair.timeZone ?? 'UTC',
        taxRatePpm,
        roundCash,
        isTaxable: (sku) => facts && findTitleFacts(facts, sku)?.taxable,
      },
      { epoch: OFFICE_EPOCH, sequence },
    );
  // Loading the facts locks the numbers of the office.
  const facts = await loadSaleFacts(tx, seller, [compute(undefined, 1)], [OFFICE_EPOCH]);
  const added = await findAddedOrder(tx, form.clientOrderId);
  if (added !== undefined) return added;
  const order = compute(facts, await findNextSequence(tx));
  const sale = await judgeAdded(tx, order, facts, actor.id!);
  if (!facts.hasLetter) await giveLetterRow(tx, form.fairId, OFFICE_DEVICE_ID);
  const { payments: taken } = await findKnownOrders(tx, OFFICE_DEVICE_ID, [order]);
  const [booked] = await bookSales(tx, actor, { seller, facts, taken, sales: [sale] });
  const { id, netCents } = booked!;
  await recordActivity(tx, actor, {
    action: 'order.added',
    entity: 'order',
    entityId: id,
    changes: { totalCents: { from: null, to: order.totalCents } },
  });
  await concludeRow(tx, { id: OFFICE_DEVICE_ID, fairId: form.fairId }, [order], {
    orders: 1,
    netCents,
  });
  return id;
}

/** Returns a computed order as a sale to book. Throws the fields that are wrong. */
async function judgeAdded(
  tx: Tx,
  order: SoldOrder,
  facts: SaleFacts,
  sentBy: string,
): Promise<Sale> {
  const hasStudent = order.studentNumber !== null && facts.students.has(order.studentNumber);
  const { timeZone } = facts.fair;
  const errors = findAddedErrors(order, { hasStudent, now: facts.now, timeZone });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const received = readOrder(JSON.parse(JSON.stringify(order)));
  if ('errors' in received) throw invalid(received.errors);
  const known = await findKnownOrders(tx, OFFICE_DEVICE_ID, [order]);
  const verdict = verdictOn(received, facts, known, { held: [], isAllowed: true, sentBy });
  if (!('sale' in verdict)) throw invalid(toErrors(verdict));
  if (verdict.sale.clockSoldAt !== null)
    throw invalid({
      day: `Choose a day at most ${CLOCK_MARGIN_DAYS} days before or after the fair, and none to come.`,
    });
  return verdict.sale;
}

/** Sentences for what holds an order of a register, by the field that is to be corrected. */
const OBJECTIONS: Partial<Record<HeldReason, string>> = {
  UNKNOWN_TITLE: 'The catalog does not have this title.',
  PRICE_MISMATCH: 'The fair never had this price.',
  AMOUNT_LIMIT: 'This amount is too large.',
};

function toErrors({ reason, detail = '' }: Pick<OrderResult, 'reason' | 'detail'>) {
  if (reason === 'BEFORE_RESET')
    return { day: 'The fair was reset after this time. Sales before it do not count.' };
  const [field = ''] = /^[a-zA-Z]+(\.\d+\.[a-zA-Z]+)?(?=:)/.exec(detail) ?? [];
  return { [field || 'lines']: (reason && OBJECTIONS[reason]) ?? detail };
}
