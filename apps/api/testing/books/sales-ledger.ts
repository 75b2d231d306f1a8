import {
  distributeRefund,
  getRefundAmounts,
  getRefundRounding,
  getOrderSums,
  type RefundableLine,
  type RefundablePayment,
} from '@pos/contract/sales/money-rules';
import {
  PAYMENT_METHODS,
  PaymentMethod,
  type PaymentMethodName,
} from '@pos/contract/sales/payment-methods';
import type { PaymentStatus } from '@pos/contract/sales/payment-states';
import type { SoldRefund } from '@pos/contract/sales/register-refunds';
import type { SoldOrder } from '@pos/contract/sales/register-orders';

/** Expected figures of one fair's day. Tenders are net of refunds. */
export class LedgerDay {
  orders = 0;
  units = 0;
  unitsRefunded = 0;
  grossCents = 0;
  discountCents = 0;
  refundNetCents = 0;
  taxCents = 0;
  tenders: Record<PaymentMethodName, number> = {
    'Credit Card': 0,
    Check: 0,
    Cash: 0,
    Facts: 0,
    EWallet: 0,
    AveDollar: 0,
  };
  /** Of all tenders. */
  underReviewCents = 0;
  cashRoundingCents = 0;
  expectedCashCents = 0;
  expectedChecksCents = 0;
  exemptNetCents = 0;
  shipToSchoolUnits = 0;
}
class LedgerItem {
  quantitySold = 0;
  quantityRefunded = 0;
  grossCents = 0;
  discountCents = 0;
  refundNetCents = 0;
  taxCents = 0;
}

type Booked = {
  place: string;
  order: SoldOrder;
  lines: (RefundableLine & SoldOrder['lines'][number])[];
  payments: RefundablePayment[];
  open: boolean;
};

/**
 * Second set of books: adds up orders as sent, by the rules of domain 8 and without the product's
 * database or reports. Orders that wait for a card are open and not counted until `settle`.
 */
export class SalesLedger {
  readonly days = new Map<string, LedgerDay>();
  readonly items = new Map<string, LedgerItem>();
  openOrders = 0;
  pendingPayments = 0;
  readonly #booked = new Map<string, Booked>();
  readonly #walletCents: Map<string, number>;

  constructor(walletCents: ReadonlyMap<string, number>) {
    this.#walletCents = new Map(walletCents);
  }

  get paidOrders(): Booked[] {
    return [...this.#booked.values()].filter(({ open }) => !open);
  }

  sell(place: string, day: string, order: SoldOrder): void {
    const sums = getOrderSums(order);
    const lines = order.lines.map((line, index) => ({
      ...line,
      netCents: sums.lines[index]!.netCents,
      taxCents: sums.lines[index]!.taxCents,
      refundedQty: 0,
      refundedNetCents: 0,
      refundedTaxCents: 0,
    }));
    const payments = order.payments.map((payment): RefundablePayment => ({
      id: payment.clientPaymentId,
      method: payment.method,
      status: this.#getStatus(order, payment),
      amountCents: payment.amountCents,
      refundedCents: 0,
    }));
    const booked = {
      place,
      order,
      lines,
      payments,
      open: payments.some(({ status }) => status === 'pending'),
    };
    this.#booked.set(order.clientOrderId, booked);
    if (booked.open) {
      this.openOrders += 1;
      this.pendingPayments += payments.filter(({ status }) => status === 'pending').length;
    } else this.#count(booked, day);
  }

  /** Completes the cards of an open order, so that it counts on the day of its sale. */
  settle(clientOrderId: string, day: string): void {
    const booked = this.#booked.get(clientOrderId)!;
    const pending = booked.payments.filter(({ status }) => status === 'pending');
    for (const payment of pending) payment.status = 'completed';
    booked.open = false;
    this.openOrders -= 1;
    this.pendingPayments -= pending.length;
    this.#count(booked, day);
  }

  /** Returns true if every cent of the order was received, so that a refund can return it. */
  canRefund(clientOrderId: string): boolean {
    const booked = this.#booked.get(clientOrderId);
    return (
      booked !== undefined &&
      booked.payments.every(({ status }) => status === 'completed' || status === 'refunded')
    );
  }

  refund(refund: SoldRefund, day: string): void {
    const { place, order, lines, payments } = this.#booked.get(refund.clientOrderId)!;
    const sums = this.#getDay(place, day);
    let total = 0;
    for (const { lineNo, quantity } of refund.lines) {
      const line = lines.find((each) => each.lineNo === lineNo)!;
      const { netCents, taxCents } = getRefundAmounts(line, quantity);
      line.refundedQty += quantity;
      line.refundedNetCents += netCents;
      line.refundedTaxCents += taxCents;
      total += netCents + taxCents;
      sums.unitsRefunded += quantity;
      sums.refundNetCents += netCents;
      sums.taxCents -= taxCents;
      if (order.taxExempt) sums.exemptNetCents -= netCents;
      if (line.fulfilment === 'ship_to_school') sums.shipToSchoolUnits -= quantity;
      const item = this.#getItem(line);
      item.quantityRefunded += quantity;
      item.refundNetCents += netCents;
      item.taxCents -= taxCents;
    }
    const { tenders } = distributeRefund(total, payments);
    if (refund.roundCash) {
      sums.cashRoundingCents -= getRefundRounding(tenders);
      sums.expectedCashCents -= getRefundRounding(tenders);
    }
    for (const tender of tenders) {
      const payment = payments.find(({ id }) => id === tender.paymentId)!;
      payment.refundedCents += tender.amountCents;
      if (payment.refundedCents === payment.amountCents) payment.status = 'refunded';
      sums.tenders[PAYMENT_METHODS[tender.method]] -= tender.amountCents;
      if (tender.method === PaymentMethod.check || tender.method === PaymentMethod.cash)
        sums.expectedCashCents -= tender.amountCents;
    }
  }

  #count({ place, order, lines, payments }: Booked, day: string): void {
    const sums = this.#getDay(place, day);
    sums.orders += 1;
    for (const line of lines) {
      const grossCents = line.unitPriceCents * line.quantity;
      sums.units += line.quantity;
      sums.grossCents += grossCents;
      sums.discountCents += line.discountCents;
      sums.taxCents += line.taxCents;
      if (order.taxExempt) sums.exemptNetCents += line.netCents;
      if (line.fulfilment === 'ship_to_school') sums.shipToSchoolUnits += line.quantity;
      const item = this.#getItem(line);
      item.quantitySold += line.quantity;
      item.grossCents += grossCents;
      item.discountCents += line.discountCents;
      item.taxCents += line.taxCents;
    }
    for (const [index, { method, amountCents, status }] of payments.entries()) {
      const changeCents = order.payments[index]?.changeCents ?? 0;
      sums.tenders[PAYMENT_METHODS[method]] += amountCents;
      if (status === 'under_review') sums.underReviewCents += amountCents;
      const roundingCents = order.payments[index]?.roundingCents ?? 0;
      sums.cashRoundingCents += roundingCents;
      sums.expectedCashCents += roundingCents;
      if (method === PaymentMethod.cash) sums.expectedCashCents += amountCents;
      if (method === PaymentMethod.check) {
        sums.expectedChecksCents += amountCents + changeCents;
        sums.expectedCashCents -= changeCents;
      }
    }
  }

  /**
   * A short eWallet leaves the payment under review; the school has no AveDollars at all (domain
   * 8.9).
   */
  #getStatus(
    { studentNumber }: SoldOrder,
    { method, amountCents, status }: SoldOrder['payments'][number],
  ): PaymentStatus {
    if (method === PaymentMethod.aveDollar) return 'under_review';
    if (method !== PaymentMethod.eWallet) return status;
    const balance = this.#walletCents.get(studentNumber ?? '') ?? 0;
    if (balance < amountCents) return 'under_review';
    this.#walletCents.set(studentNumber ?? '', balance - amountCents);
    return 'completed';
  }

  #getDay(place: string, day: string): LedgerDay {
    const key = `${day} ${place}`;
    const known = this.days.get(key) ?? new LedgerDay();
    this.days.set(key, known);
    return known;
  }

  #getItem({ sku, category, unitPriceCents }: SoldOrder['lines'][number]): LedgerItem {
    const key = sku === null ? `No barcode: ${category}` : `${sku} at ${unitPriceCents}`;
    const known = this.items.get(key) ?? new LedgerItem();
    this.items.set(key, known);
    return known;
  }
}
