import { changeDue, getCashRounding } from '@pos/contract/sales/money-rules';
import type { CustomerType } from '@pos/contract/sales/order-states';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { Catalog, RegisterStudent } from '@pos/contract/sales/register-catalog';
import type { SoldLine, SoldOrder, SoldPayment } from '@pos/contract/sales/register-orders';
import type { SoldRefund } from '@pos/contract/sales/register-refunds';
import { type Habits, USUAL_HABITS } from './habits.ts';
import type { Random } from './random.ts';
import { payment, refund, type Sale, sale } from './sale.ts';
import { ALONE, type Share, Shelf } from './shelf.ts';

/** Context of a sale: the fair's terms, its stock, and shopping habits. */
export type Floor = Pick<Catalog['settings'], 'maxCheckOverageCents' | 'roundCash'> & {
  fair: Pick<Catalog['fair'], 'taxRatePpm' | 'schoolTaxExempt' | 'factsEnabled'>;
  shelf: Shelf;
  habits: Habits;
};

/** Small items next to the register, with their prices in cents. */
const WITHOUT_BARCODE = [
  ['Pencil', 75],
  ['Scented eraser', 125],
  ['Bookmark', 100],
  ['Gel pen', 199],
  ['Pencil topper', 150],
  ['Sticker sheet', 225],
] as const;
const CARD_BRANDS = ['visa', 'mastercard', 'amex', 'discover'] as const;
const DAMAGES = ['Torn page', 'Missing pages'];
const REASONS = ['Changed mind', 'Torn page', 'Bought twice', 'Wrong book', 'Missing pages'];

/** Returns what one register sells from: its share of the fair, and the students in its queue. */
export function makeFloor(
  catalog: Catalog,
  students: readonly RegisterStudent[],
  share: Share = ALONE,
  habits: Habits = USUAL_HABITS,
): Floor {
  const { maxCheckOverageCents, roundCash } = catalog.settings;
  const shelf = new Shelf(catalog, students, share);
  return { fair: catalog.fair, maxCheckOverageCents, roundCash, shelf, habits };
}

/**
 * Makes the next customer's sale and takes it off the shelf; null if nothing is left to sell. The
 * same seed makes the same sales.
 */
export function nextSale(random: Random, floor: Floor, soldAt: string): Sale | null {
  const { shelf, habits, fair } = floor;
  const customerType = random.weighted(habits.customers);
  const student =
    customerType === 'student' && shelf.students.length > 0 ? random.pick(shelf.students) : null;
  const studentNumber = student?.studentNumber ?? null;
  const lines = basket(random, floor, customerType);
  if (lines.length === 0) return null;
  const exemption = drawExemption(random, floor, customerType);
  for (const { sku, quantity, fulfilment } of lines)
    if (sku !== null) shelf.take(sku, quantity, fulfilment);
  return sale(fair.taxRatePpm, {
    clientOrderId: random.uuid(),
    soldAt,
    customerType,
    studentNumber,
    ...exemption,
    lines,
    payments: (totalCents) => pay(random, floor, { totalCents, customerType, studentNumber }),
  });
}

/** Picks the lines of a basket: each title once, no more copies than in stock. */
function basket(random: Random, { shelf, habits }: Floor, customerType: CustomerType): SoldLine[] {
  const chosen = new Map<string, SoldLine>();
  const wanted = random.weighted(habits.lines) + (customerType === 'school' ? 3 : 0);
  for (let lineNo = 1; lineNo <= wanted; lineNo++) {
    const line = chooseLine(random, shelf, habits, lineNo);
    if (line && !chosen.has(line.sku ?? `box ${line.title}`))
      chosen.set(line.sku ?? `box ${line.title}`, line);
  }
  return [...chosen.values()].map((line, index) => ({ ...line, lineNo: index + 1 }));
}

function chooseLine(random: Random, shelf: Shelf, habits: Habits, lineNo: number): SoldLine | null {
  if (random.chance(habits.withoutBarcode)) {
    const [title, unitPriceCents] = random.pick(WITHOUT_BARCODE);
    const item = { sku: null, category: 'Merchandise', title, quantity: random.int(1, 3) };
    const terms = { unitPriceCents, discountCents: 0, taxable: true };
    return { lineNo, ...item, ...terms, fulfilment: 'in_person' };
  }
  const ordered = random.chance(habits.shipToSchool) ? shelf.toOrder() : [];
  const fulfilment = ordered.length > 0 ? 'ship_to_school' : 'in_person';
  const titles = ordered.length > 0 ? ordered : shelf.onTable();
  if (titles.length === 0) return null;
  const title = popular(random, titles);
  const quantity =
    fulfilment === 'ship_to_school'
      ? 1
      : Math.min(random.weighted(habits.quantities), shelf.copies(title.sku));
  const grossCents = title.priceCents * quantity;
  const discountCents = random.chance(habits.discount)
    ? Math.min(grossCents, random.pick([50, 100, Math.floor(grossCents / 10)]))
    : 0;
  return {
    lineNo,
    sku: title.sku,
    category: null,
    title: null,
    quantity,
    unitPriceCents: title.priceCents,
    discountCents,
    ...(discountCents > 0 && { discountReason: 'Volunteer discount' }),
    taxable: title.taxable,
    fulfilment,
  };
}

/** Picks a title; the first ones are picked more often, so they sell out. */
function popular<Title>(random: Random, titles: readonly Title[]): Title {
  const index = Math.floor(titles.length * random.fraction() ** 1.6);
  return titles[index] ?? random.pick(titles);
}

/** Returns the exemption: the school's own purchase, or a club's with a certificate (domain 8.5). */
function drawExemption(random: Random, { habits }: Floor, customerType: CustomerType) {
  const exempt = (exemptReason: 'school_purchase' | 'organization', certificate: string) => ({
    taxExempt: true,
    exemptReason,
    exemptCertificateNo: certificate,
  });
  if (customerType === 'school') return exempt('school_purchase', 'EX-1001');
  if (customerType === 'other' && random.chance(habits.exemptOrganization))
    return exempt('organization', 'ORG-2207');
  return {};
}

type Bill = Pick<Sale, 'totalCents' | 'customerType' | 'studentNumber'>;

/**
 * Pays an order from the student's eWallet as far as it reaches, the rest by one other tender. A
 * total of zero needs no payment.
 */
function pay(random: Random, floor: Floor, bill: Bill): SoldPayment[] {
  const { totalCents, studentNumber } = bill;
  if (totalCents === 0) return [];
  const { shelf, habits } = floor;
  const stored =
    studentNumber !== null && random.chance(habits.eWallet)
      ? Math.min(totalCents, shelf.walletCents(studentNumber))
      : 0;
  if (studentNumber !== null && stored > 0) shelf.spend(studentNumber, stored);
  const rest = totalCents - stored;
  return [
    ...(stored > 0 ? [paid(random, PaymentMethod.eWallet, stored)] : []),
    ...(rest > 0 ? [payRest(random, floor, bill, rest)] : []),
  ];
}

function payRest(random: Random, floor: Floor, bill: Bill, amountCents: number): SoldPayment {
  const { habits, fair, maxCheckOverageCents, roundCash } = floor;
  const billsFamily =
    bill.studentNumber !== null && fair.factsEnabled && amountCents === bill.totalCents;
  // Facts bills one student's family for the whole order; a school pays by card or check.
  const possible = habits.tenders.filter(([tender]) => {
    if (tender === 'facts') return billsFamily;
    return bill.customerType !== 'school' || tender === 'card' || tender === 'check';
  });
  switch (random.weighted(possible)) {
    case 'facts':
      return paid(random, PaymentMethod.facts, amountCents);
    case 'cash': {
      const roundingCents = roundCash ? getCashRounding(amountCents) : 0;
      const tenderedCents = handedOver(random, amountCents + roundingCents);
      return paid(random, PaymentMethod.cash, amountCents, {
        tenderedCents,
        changeCents: changeDue({ amountCents, tenderedCents, roundingCents }),
        ...(roundCash && { roundingCents }),
      });
    }
    case 'check': {
      const tenderedCents = random.chance(0.7)
        ? amountCents
        : Math.min(Math.ceil(amountCents / 500) * 500, amountCents + maxCheckOverageCents);
      return paid(random, PaymentMethod.check, amountCents, {
        tenderedCents,
        changeCents: tenderedCents - amountCents,
        checkNumber: String(random.int(1_001, 9_899)),
      });
    }
    case 'card':
      return paid(random, PaymentMethod.creditCard, amountCents, {
        status: random.chance(habits.pendingCard) ? 'pending' : 'completed',
        cardBrand: random.pick(CARD_BRANDS),
        cardLast4: String(random.int(0, 9_999)).padStart(4, '0'),
        processorRef: `ch_${random.uuid().slice(0, 18)}`,
      });
  }
}

/** Returns the cash handed over: exact, the next dollar, or the next round sum. */
function handedOver(random: Random, amountCents: number): number {
  const step = random.weighted([
    [1, 30],
    [100, 15],
    [500, 25],
    [1_000, 15],
    [2_000, 15],
  ] as const);
  return Math.ceil(amountCents / step) * step;
}

function paid(
  random: Random,
  method: SoldPayment['method'],
  amountCents: number,
  changes: Partial<SoldPayment> = {},
): SoldPayment {
  const exact = { tenderedCents: amountCents, changeCents: 0 };
  return payment(method, amountCents, { clientPaymentId: random.uuid(), ...exact, ...changes });
}

/** Makes a refund of some units of some lines of an order; damaged ones are not restocked. */
export function refundSome(random: Random, order: SoldOrder, refundedAt: string): SoldRefund {
  const reason = random.pick(REASONS);
  const whole = random.chance(0.4);
  const lines = whole ? order.lines : [random.pick(order.lines)];
  const clientRefundId = random.uuid();
  return refund(
    order,
    lines.map(({ lineNo, quantity }) => ({
      lineNo,
      quantity: whole ? quantity : random.int(1, quantity),
      restock: !DAMAGES.includes(reason),
    })),
    { clientRefundId, refundedAt, reason },
  );
}
