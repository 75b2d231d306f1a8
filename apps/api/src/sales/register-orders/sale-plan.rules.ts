import type { OrderSums } from '@pos/contract/sales/money-rules';
import type { SoldLine } from '@pos/contract/sales/register-orders';
import { v7 as uuidv7 } from 'uuid';
import type { Balances, PlannedSale, Sale, Seller } from './planned-sale.ts';
import { type SaleFacts, findTitleFacts, getSeller } from './sale-facts.ts';
import { toOrderPaymentStatus } from '#api/sales/payments/payment-status.rules.ts';
import { planPayments, findPayingStudent } from './sale-payments.rules.ts';

/** Turns a sale into rows and takes what it uses from the balances. */
export function planSale(
  sale: Sale,
  facts: SaleFacts,
  balances: Balances,
  register: Seller,
): PlannedSale {
  const { order, sums } = sale;
  const orderId = uuidv7();
  const flags = new Set(sale.flags);
  const plan: StockPlan = { lines: [], movements: [], allocated: new Map() };
  for (const [index, line] of order.lines.entries()) {
    const id = uuidv7();
    const { lastCopy, oversold } = takeStock(line, id, facts, balances, plan);
    if (oversold) flags.add('oversold');
    const amounts = sums.lines[index]!;
    plan.lines.push({
      ...lineRow(line, amounts, facts),
      id,
      orderId,
      soldAt: order.soldAt,
      lastCopy,
    });
  }
  const { payments, notes } = planPayments(sale, orderId, facts, balances, register);
  return {
    ...plan,
    approvals: sale.approvals,
    payments,
    notes,
    order: {
      ...orderRow(sale, facts, register),
      id: orderId,
      status: payments.some((payment) => payment.status === 'pending') ? 'open' : 'completed',
      methods: [...new Set(payments.map((payment) => payment.method))].sort((a, b) => a - b),
      paymentStatus: toOrderPaymentStatus(payments.map((payment) => payment.status)),
      flags: [...flags],
    },
  };
}

type StockPlan = Pick<PlannedSale, 'lines' | 'movements' | 'allocated'>;

/** Takes a line's units from the fair, or allocates them in the warehouse; notes it in the plan. */
function takeStock(
  line: SoldLine,
  lineId: string,
  facts: SaleFacts,
  balances: Balances,
  { movements, allocated }: StockPlan,
): { lastCopy: boolean; oversold: boolean } {
  const title = findTitleFacts(facts, line.sku);
  if (!title) return { lastCopy: false, oversold: false };
  if (line.fulfilment === 'ship_to_school') {
    balances.available.set(title.id, (balances.available.get(title.id) ?? 0) - line.quantity);
    allocated.set(title.id, (allocated.get(title.id) ?? 0) + line.quantity);
    return { lastCopy: false, oversold: false };
  }
  const before = balances.onHand.get(title.id) ?? 0;
  const after = before - line.quantity;
  balances.onHand.set(title.id, after);
  movements.push({
    titleId: title.id,
    qty: line.quantity,
    from: { fairId: facts.fair.id },
    to: 'customer',
    reason: 'sale',
    refType: 'order_line',
    refId: lineId,
  });
  return {
    lastCopy: before > facts.lastCopyThreshold && after <= facts.lastCopyThreshold,
    oversold: after < 0,
  };
}

function lineRow(line: SoldLine, amounts: OrderSums['lines'][number], facts: SaleFacts) {
  const title = findTitleFacts(facts, line.sku);
  return {
    lineNo: line.lineNo,
    titleId: title?.id ?? null,
    sku: title?.sku ?? null,
    title: title?.title ?? untitled(line),
    category: title?.category ?? line.category ?? 'Other',
    quantity: line.quantity,
    unitPriceCents: line.unitPriceCents,
    ...amounts,
    discountReason: line.discountReason?.trim() || null,
    taxable: line.taxable,
    fulfilment: line.fulfilment,
    fulfilmentStatus: line.fulfilment === 'in_person' ? ('taken' as const) : ('to_ship' as const),
  };
}

/** The name of a line without a title of the catalog. */
function untitled({ title, sku, category }: SoldLine): string {
  return title ?? (sku === null ? category : `Unknown title ${sku}`) ?? 'Item without a barcode';
}

function orderRow(
  { order, sums, hash, businessDay, clockSoldAt, release }: Sale,
  facts: SaleFacts,
  register: Seller,
) {
  return {
    clientOrderId: order.clientOrderId,
    bodyHash: hash,
    fairId: facts.fair.id,
    schoolId: facts.fair.schoolId,
    deviceId: register.id,
    epoch: order.epoch,
    sequence: order.sequence,
    ...getSeller(order, facts),
    businessDay,
    soldAt: order.soldAt,
    clockSoldAt,
    customerType: order.customerType,
    studentId: findPayingStudent(order, facts)?.id ?? null,
    customerName: order.customerName,
    taxRatePpm: order.taxRatePpm,
    taxExempt: order.taxExempt,
    exemptReason: order.exemptReason,
    exemptCertificateNo: order.exemptCertificateNo,
    units: order.lines.reduce((units, line) => units + line.quantity, 0),
    grossCents: sums.grossCents,
    discountCents: sums.discountCents,
    subtotalCents: sums.subtotalCents,
    taxCents: sums.taxCents,
    totalCents: sums.totalCents,
    shipToSchool: order.lines.some((line) => line.fulfilment === 'ship_to_school'),
    ...(release ?? { uncollectedCents: 0, overpaidCents: 0, sequenceRepeated: false }),
  };
}
