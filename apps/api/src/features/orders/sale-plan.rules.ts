import type { OrderSums } from '@pos/contract/money-rules';
import type { OrderFlag } from '@pos/contract/order-states';
import { type PaymentMethod, type PaymentStatus, paymentTypeOf } from '@pos/contract/payments';
import type { OrderResult, SoldOrder } from '@pos/contract/register-orders';
import type { Insertable } from 'kysely';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import type { OrderLinesTable, OrdersTable } from '#api/db/schema/sales.ts';
import { type NewPayment, repeatedReferenceNote } from '#api/features/payments/payments.service.ts';
import type { Movement } from '#api/features/stock/stock.service.ts';
import type { SignedInRegister } from '#api/http/identity.ts';
import { type SaleFacts, titleOf } from './sale-facts.ts';

/** An order that is to be booked: as it came, what it comes to, its day in the fair's zone, and what is unusual about it. */
export type Sale = {
  order: SoldOrder;
  hash: Buffer;
  sums: OrderSums;
  businessDay: string;
  flags: OrderFlag[];
  /** For an order that was held and is released: what its payments lack, or have beyond its total; whether another order has its number. */
  release?: { uncollectedCents: number; overpaidCents: number; sequenceRepeated: boolean };
};
/** The register, fair and cashier that a sale is booked for. */
export type Seller = Pick<SignedInRegister, 'id' | 'fairId' | 'cashierId'>;

/** Payment ids and processor's references that stand at a payment already. */
export type TakenPayments = { paymentIds: Set<string>; processorRefs: Set<string> };

/** What sales draw on, locked; each planned sale takes its part away, so that the next one sees what is left. */
export type Balances = TakenPayments & {
  /** Units on hand at the fair, by title. */
  onHand: Map<string, number>;
  /** Units in the warehouse that are not allocated yet, by title. */
  available: Map<string, number>;
  /** eWallets by id; a frozen one counts as empty. */
  walletCents: Map<string, number>;
  /** AveDollars of the fair's school. */
  aveDollarCents: number;
};

/** Everything that booking one sale writes; the order's number comes last. */
export type PlannedSale = {
  order: Omit<Insertable<OrdersTable>, 'orderNumber'>;
  lines: Insertable<OrderLinesTable>[];
  payments: NewPayment[];
  /** What a person should know of a payment, by its id. */
  notes: Map<string, string>;
  movements: Movement[];
  /** Ship-to-school units by title. */
  allocated: Map<string, number>;
};
export type Shortage = { code: NonNullable<OrderResult['code']>; detail: string };

const PAYMENT_IDS = '0d6bd3a7-6a0c-4b0e-8d0b-3f6c1f5b7a55';

/** What an online sale asks for that is not there (domain 8.9, 8.10); lines of one title count together. */
export function shortageOf(
  { order }: Sale,
  facts: SaleFacts,
  balances: Balances,
): Shortage | undefined {
  for (const [fulfilment, stock] of [
    ['in_person', balances.onHand],
    ['ship_to_school', balances.available],
  ] as const) {
    for (const [titleId, { title, units }] of unitsByTitle(order, fulfilment, facts)) {
      const left = Math.max(0, stock.get(titleId) ?? 0);
      if (units > left)
        return {
          code: 'STOCK_INSUFFICIENT',
          detail: `"${title}": ${units} asked for, ${left} left.`,
        };
    }
  }
  const asked = (method: PaymentMethod) =>
    order.payments.reduce(
      (sum, payment) =>
        sum +
        (payment.method === method && payment.status === 'completed' ? payment.amountCents : 0),
      0,
    );
  const walletId = walletOf(order, facts);
  const walletCents = (walletId && balances.walletCents.get(walletId)) || 0;
  if (asked(5) > walletCents)
    return {
      code: 'WALLET_INSUFFICIENT',
      detail: `The eWallet holds ${walletCents}, ${asked(5)} asked for.`,
    };
  if (asked(6) > balances.aveDollarCents)
    return {
      code: 'AVE_DOLLAR_INSUFFICIENT',
      detail: `The school has ${balances.aveDollarCents} AveDollar cents, ${asked(6)} asked for.`,
    };
  return undefined;
}

function unitsByTitle(
  order: SoldOrder,
  fulfilment: 'in_person' | 'ship_to_school',
  facts: SaleFacts,
): Map<string, { title: string; units: number }> {
  const units = new Map<string, { title: string; units: number }>();
  for (const line of order.lines) {
    const title = titleOf(facts, line.sku);
    if (title && line.fulfilment === fulfilment)
      units.set(title.id, {
        title: title.title,
        units: (units.get(title.id)?.units ?? 0) + line.quantity,
      });
  }
  return units;
}

const studentOf = (order: SoldOrder, facts: SaleFacts) =>
  order.studentNumber === null ? undefined : facts.students.get(order.studentNumber);
/** The eWallet that an order's payments by method 5 draw on. */
export const walletOf = (order: SoldOrder, facts: SaleFacts): string | null =>
  studentOf(order, facts)?.walletId ?? null;

/** Turns a sale into rows and takes what it uses from the balances. */
export function planSale(
  sale: Sale,
  facts: SaleFacts,
  balances: Balances,
  register: Seller,
): PlannedSale {
  const { order, sums, businessDay } = sale;
  const orderId = uuidv7();
  const flags = new Set(sale.flags);
  const plan: Pick<PlannedSale, 'lines' | 'movements' | 'allocated'> = {
    lines: [],
    movements: [],
    allocated: new Map(),
  };
  for (const [index, line] of order.lines.entries()) {
    const title = titleOf(facts, line.sku);
    const lineId = uuidv7();
    let lastCopy = false;
    if (title && line.fulfilment === 'in_person') {
      const before = balances.onHand.get(title.id) ?? 0;
      const after = before - line.quantity;
      balances.onHand.set(title.id, after);
      if (after < 0) flags.add('oversold');
      lastCopy = before > facts.lastCopyThreshold && after <= facts.lastCopyThreshold;
      plan.movements.push({
        titleId: title.id,
        qty: line.quantity,
        from: { fairId: facts.fair.id },
        to: 'customer',
        reason: 'sale',
        refType: 'order_line',
        refId: lineId,
      });
    } else if (title) {
      balances.available.set(title.id, (balances.available.get(title.id) ?? 0) - line.quantity);
      plan.allocated.set(title.id, (plan.allocated.get(title.id) ?? 0) + line.quantity);
    }
    plan.lines.push({
      id: lineId,
      orderId,
      soldAt: order.soldAt,
      lineNo: line.lineNo,
      titleId: title?.id ?? null,
      sku: title?.sku ?? null,
      title:
        title?.title ??
        line.title ??
        (line.sku === null ? line.category : `Unknown title ${line.sku}`) ??
        'Item without a barcode',
      category: title?.category ?? line.category ?? 'Other',
      quantity: line.quantity,
      unitPriceCents: line.unitPriceCents,
      ...sums.lines[index]!,
      discountReason: line.discountReason?.trim() || null,
      taxable: line.taxable,
      fulfilment: line.fulfilment,
      fulfilmentStatus: line.fulfilment === 'in_person' ? 'taken' : 'to_ship',
      lastCopy,
    });
  }
  const { payments, notes } = planPayments(sale, orderId, facts, balances, register);
  return {
    ...plan,
    payments,
    notes,
    order: {
      id: orderId,
      clientOrderId: order.clientOrderId,
      bodyHash: sale.hash,
      fairId: facts.fair.id,
      schoolId: facts.fair.schoolId,
      deviceId: register.id,
      epoch: order.epoch,
      sequence: order.sequence,
      cashierId: register.cashierId,
      businessDay,
      soldAt: order.soldAt,
      customerType: order.customerType,
      studentId: studentOf(order, facts)?.id ?? null,
      customerName: order.customerName,
      status: payments.some((payment) => payment.status === 'pending') ? 'open' : 'completed',
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
      methods: [...new Set(payments.map((payment) => payment.method))].sort((a, b) => a - b),
      paymentStatus: paymentStatusOf(payments.map((payment) => payment.status)),
      shipToSchool: order.lines.some((line) => line.fulfilment === 'ship_to_school'),
      flags: [...flags],
      ...(sale.release ?? { uncollectedCents: 0, overpaidCents: 0, sequenceRepeated: false }),
    },
  };
}

function planPayments(
  { order, sums, businessDay }: Sale,
  orderId: string,
  facts: SaleFacts,
  balances: Balances,
  register: Seller,
): Pick<PlannedSale, 'payments' | 'notes'> {
  const notes = new Map<string, string>();
  const payments = order.payments.map((sold, index): NewPayment => {
    const id = uuidv7();
    const walletId = sold.method === 5 ? walletOf(order, facts) : null;
    const short =
      sold.status === 'completed' && !take(sold.method, walletId, sold.amountCents, balances);
    let clientPaymentId = sold.clientPaymentId.toLowerCase();
    if (balances.paymentIds.has(clientPaymentId)) {
      notes.set(id, `The register used the payment id ${clientPaymentId} before.`);
      clientPaymentId = uuidv5(`${order.clientOrderId}/${index}`, PAYMENT_IDS);
    }
    balances.paymentIds.add(clientPaymentId);
    let { processorRef } = sold;
    if (processorRef !== null && balances.processorRefs.has(processorRef)) {
      notes.set(id, repeatedReferenceNote(processorRef));
      processorRef = null;
    }
    if (processorRef !== null) balances.processorRefs.add(processorRef);
    return {
      id,
      clientPaymentId,
      orderId,
      fairId: facts.fair.id,
      schoolId: facts.fair.schoolId,
      deviceId: register.id,
      purpose: 'sale',
      method: sold.method,
      type: paymentTypeOf('sale', sold.method),
      status: short ? 'under_review' : sold.status,
      amountCents: sold.amountCents,
      isPart: sold.amountCents !== sums.totalCents,
      tenderedCents: sold.tenderedCents ?? 0,
      changeCents: sold.changeCents ?? 0,
      checkNumber: sold.checkNumber,
      cardBrand: sold.cardBrand,
      cardLast4: sold.cardLast4,
      processorRef,
      studentId:
        sold.method === 4 || sold.method === 5 ? (studentOf(order, facts)?.id ?? null) : null,
      walletId,
      reviewReason: short ? (sold.method === 5 ? 'WALLET_SHORT' : 'AVE_DOLLAR_SHORT') : null,
      failureCode: null,
      businessDay,
      paidAt: order.soldAt,
    };
  });
  return { payments, notes };
}

/** Takes stored value from the balances; false where there is not enough, and then nothing is taken. Other tenders always have enough. */
function take(
  method: PaymentMethod,
  walletId: string | null,
  amountCents: number,
  balances: Balances,
): boolean {
  if (method === 5) {
    const left = walletId === null ? undefined : balances.walletCents.get(walletId);
    if (walletId === null || left === undefined || left < amountCents) return false;
    balances.walletCents.set(walletId, left - amountCents);
  }
  if (method === 6) {
    if (balances.aveDollarCents < amountCents) return false;
    balances.aveDollarCents -= amountCents;
  }
  return true;
}

const BY_NEED: readonly PaymentStatus[] = [
  'under_review',
  'failed',
  'pending',
  'cancelled',
  'completed',
  'refunded',
];

/** The one status that stands for all payments of an order: the one that most needs a person. An order that costs nothing is paid. */
export function paymentStatusOf(statuses: readonly PaymentStatus[]): PaymentStatus {
  return BY_NEED.find((status) => statuses.includes(status)) ?? 'completed';
}
