import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { SELLING_MARGIN_DAYS } from '@pos/contract/fairs/fairs';
import {
  changeDue,
  getOrderSums,
  isRoundedRight,
  type OrderSums,
} from '@pos/contract/sales/money-rules';
import type { OrderFlag } from '@pos/contract/sales/order-states';
import type { HeldReason } from '@pos/contract/sales/held-orders';
import type { OrderResult, SoldOrder } from '@pos/contract/sales/register-orders';
import type { BookedTime } from '@pos/contract/sales/register-clock';
import { isExemptionComplete } from '@pos/contract/sales/approvals/register-approvals';
import { addDays } from '@pos/contract/values/days';
import { type SaleFacts, findTitleFacts } from './sale-facts.ts';

/** Maximum clock difference of a register before a sale is flagged (trust.md F17), in ms. */
const CLOCK_SKEW_MS = 5 * 60_000;

/**
 * Reason why an order cannot be booked as it stands, with a text naming the field and both amounts.
 */
export type Objection = { reason: HeldReason; detail: string };

/**
 * Returns the first objection to booking a sold order as it stands (domain 4.4), in order of
 * priority, or the totals to book it with.
 */
export function judge(order: SoldOrder, facts: SaleFacts): Objection | OrderSums {
  const { fair } = facts;
  if (fair.closeOutState === 'finished')
    return { reason: 'LATE_SYNC', detail: 'The fair is closed out.' };
  if (facts.deviceStatus === 'inactive')
    return { reason: 'DEVICE_INACTIVE', detail: 'The device is inactive.' };
  if (fair.resetAt !== null && Date.parse(order.soldAt) < Date.parse(fair.resetAt))
    return {
      reason: 'BEFORE_RESET',
      detail: `soldAt: sold at ${order.soldAt}, but the fair was reset at ${fair.resetAt}.`,
    };
  const sums = getOrderSums(order);
  return (
    titleObjection(order, facts) ??
    priceObjection(order, facts) ??
    rateObjection(order, facts) ??
    taxObjection(order, facts) ??
    totalsObjection(order, sums) ??
    sums
  );
}

function titleObjection(order: SoldOrder, facts: SaleFacts): Objection | undefined {
  const unknown = order.lines.flatMap(({ sku }, index) =>
    sku !== null && !findTitleFacts(facts, sku)
      ? [`lines.${index}.sku: ${sku} is not in the catalog.`]
      : [],
  );
  return objection('UNKNOWN_TITLE', unknown);
}

function priceObjection(order: SoldOrder, facts: SaleFacts): Objection | undefined {
  const wrong = order.lines.flatMap(({ sku, unitPriceCents }, index) => {
    const title = findTitleFacts(facts, sku);
    if (!title) return [];
    const prices = title.line?.prices ?? [title.priceCents];
    return prices.includes(unitPriceCents)
      ? []
      : [
          `lines.${index}.unitPriceCents: the register has ${unitPriceCents}, the fair has ${prices.join(' or ')}.`,
        ];
  });
  return objection('PRICE_MISMATCH', wrong);
}

function rateObjection(
  { taxRatePpm, taxExempt }: SoldOrder,
  { rates }: SaleFacts,
): Objection | undefined {
  if (rates.has(taxRatePpm) || (taxExempt && taxRatePpm === 0)) return undefined;
  return {
    reason: 'RATE_MISMATCH',
    detail: `taxRatePpm: the register has ${taxRatePpm}, the fair has ${[...rates].join(' or ')}.`,
  };
}

function taxObjection(order: SoldOrder, facts: SaleFacts): Objection | undefined {
  const wrong = order.lines.flatMap(({ sku, taxable }, index) => {
    const title = findTitleFacts(facts, sku);
    if (!title || title.taxable === taxable || title.wasTaxedOtherwise) return [];
    return [`lines.${index}.taxable: the register has ${taxable}, the fair has ${title.taxable}.`];
  });
  return objection('TAX_MISMATCH', wrong);
}

function totalsObjection(order: SoldOrder, sums: OrderSums): Objection | undefined {
  const wrong: string[] = [];
  const seen = new Set<number>();
  order.lines.forEach((line, index) => {
    const gross = line.unitPriceCents * line.quantity;
    if (line.discountCents > gross)
      wrong.push(
        `lines.${index}.discountCents: the register has ${line.discountCents}, but the line total is ${gross}.`,
      );
    if (seen.has(line.lineNo)) wrong.push(`lines.${index}.lineNo: ${line.lineNo} is used twice.`);
    seen.add(line.lineNo);
  });
  for (const field of ['subtotalCents', 'taxCents', 'totalCents'] as const) {
    if (order[field] !== sums[field])
      wrong.push(`${field}: the register has ${order[field]}, the server has ${sums[field]}.`);
  }
  const paid = order.payments.reduce((sum, payment) => sum + payment.amountCents, 0);
  if (paid !== order.totalCents)
    wrong.push(
      `payments: the register has ${paid} paid, but the order total is ${order.totalCents}.`,
    );
  order.payments.forEach((payment, index) => {
    const { changeCents = 0 } = payment;
    const due = changeDue(payment);
    if (changeCents !== due)
      wrong.push(
        `payments.${index}.changeCents: the register has ${changeCents}, but tendered minus amount${payment.roundingCents ? ' and rounding' : ''} is ${due}.`,
      );
  });
  if (!isRoundedRight(order.payments))
    wrong.push(
      'payments: only the cash of an order is rounded, all of it to the nearest five cents.',
    );
  return objection('TOTALS_MISMATCH', wrong);
}

function objection(reason: HeldReason, details: string[]): Objection | undefined {
  return details.length > 0 ? { reason, detail: details.join(' ') } : undefined;
}

type Refusal = { code: NonNullable<OrderResult['code']>; detail: string };

/**
 * Converts an objection to the answer of an online sale, while the goods are still on the counter
 * (api.md, `mode`).
 */
export function toRefusal({ reason, detail }: Objection): Refusal {
  if (reason === 'LATE_SYNC') return { code: 'FAIR_FINISHED', detail };
  if (reason === 'DEVICE_INACTIVE') return { code: 'DEVICE_INACTIVE', detail };
  return { code: 'VALIDATION_FAILED', detail };
}

/**
 * Returns a further reason to refuse an online sale: rules that only flag an offline sale.
 * `isAllowed` is true if the person may work this register at this fair.
 */
export function onlineRefusal(
  order: SoldOrder,
  facts: SaleFacts,
  isAllowed: boolean,
): Refusal | undefined {
  if (facts.fair.status === 'inactive')
    return { code: 'VALIDATION_FAILED', detail: 'This fair is inactive.' };
  if (facts.cashierStatus === 'inactive')
    return { code: 'VALIDATION_FAILED', detail: 'This admin is inactive.' };
  if (!isAllowed)
    return {
      code: 'VALIDATION_FAILED',
      detail: 'This admin may not sell at this fair with this register.',
    };
  if (
    order.payments.some((payment) => payment.method === PaymentMethod.aveDollar) &&
    !isSchool(order)
  )
    return {
      code: 'VALIDATION_FAILED',
      detail: 'customerType: only the school or a teacher can spend AveDollars.',
    };
  for (const line of order.lines) {
    const title = findTitleFacts(facts, line.sku);
    const sellable =
      !title ||
      (line.fulfilment === 'in_person' ? (title.line?.active ?? title.active) : title.active);
    if (!sellable) return { code: 'VALIDATION_FAILED', detail: `"${title.title}" is inactive.` };
  }
  return undefined;
}

const isSchool = (order: SoldOrder) =>
  order.customerType === 'school' || order.customerType === 'teacher';

/**
 * Returns the flags of a sale, as the register sent it, that is unusual but booked anyway. `oversold`
 * is determined when the stock is moved, `unapproved` with the approvals.
 */
export function getOrderFlags(
  order: SoldOrder,
  { day: businessDay, clockAt }: Pick<BookedTime, 'day' | 'clockAt'>,
  facts: SaleFacts,
): OrderFlag[] {
  const { fair, now } = facts;
  const methods = new Set(order.payments.map((payment) => payment.method));
  const known = order.studentNumber !== null && facts.students.has(order.studentNumber);
  const skew = Date.parse(order.soldAt) - now.getTime();
  const flags: Record<Exclude<OrderFlag, 'oversold' | 'day_corrected' | 'unapproved'>, boolean> = {
    outside_selling_dates:
      businessDay < addDays(fair.startDate, -SELLING_MARGIN_DAYS) ||
      businessDay > addDays(fair.endDate, SELLING_MARGIN_DAYS),
    // An offline sale is naturally in the past; only a future time shows that the clock is wrong.
    clock_skew: skew > CLOCK_SKEW_MS || (order.mode === 'online' && -skew > CLOCK_SKEW_MS),
    clock_not_believed: clockAt !== null,
    unknown_student:
      !known &&
      (order.studentNumber !== null ||
        methods.has(PaymentMethod.facts) ||
        methods.has(PaymentMethod.eWallet)),
    facts_not_enabled: methods.has(PaymentMethod.facts) && !fair.factsEnabled,
    ave_dollar_customer: methods.has(PaymentMethod.aveDollar) && !isSchool(order),
    check_over_limit: order.payments.some(
      (payment) =>
        payment.method === PaymentMethod.check &&
        (payment.changeCents ?? 0) > facts.maxCheckOverageCents,
    ),
    exemption_incomplete:
      order.taxExempt && !isExemptionComplete(order, hasSchoolCertificate(businessDay, facts)),
    fair_inactive: fair.status === 'inactive',
    not_in_fair_inventory: order.lines.some(
      (line) =>
        line.fulfilment === 'in_person' &&
        findTitleFacts(facts, line.sku) &&
        !findTitleFacts(facts, line.sku)?.line,
    ),
    discounted_to_nothing: order.lines.some(
      ({ unitPriceCents, quantity, discountCents }) =>
        discountCents > 0 && discountCents >= unitPriceCents * quantity,
    ),
  };
  return (Object.keys(flags) as (keyof typeof flags)[]).filter((flag) => flags[flag]);
}

/** Returns true if the school has a certificate that is valid on a day where the fair is (domain 8.12). */
export function hasSchoolCertificate(businessDay: string, { fair }: SaleFacts): boolean {
  return (
    fair.schoolTaxExempt &&
    fair.exemptCertificateNo !== null &&
    (fair.exemptValidTo === null || fair.exemptValidTo >= businessDay)
  );
}
