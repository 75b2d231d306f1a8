import { changeDue, getCashRounding, getOrderSums } from '@pos/contract/sales/money-rules';
import type { AddedLine, NewOrder } from '@pos/contract/sales/office/added-orders';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { SoldOrder } from '@pos/contract/sales/register-orders';
import { dayIn, instantAt } from '@pos/contract/values/clock';
import { formatCents } from '@pos/contract/values/money';
import { v5 as uuidv5 } from 'uuid';

/** Terms of a fair that an added order is computed with. */
export type AddedTerms = {
  timeZone: string;
  taxRatePpm: number;
  roundCash: boolean;
  /** Tax setting of a title; undefined for an unknown one. */
  isTaxable: (sku: string) => boolean | undefined;
};
type Numbers = { epoch: number; sequence: number };

/** Returns an added order as a register would have sent it, with sums by the money rules (domain 8.14). */
export function toSoldOrder(form: NewOrder, terms: AddedTerms, numbers: Numbers): SoldOrder {
  const lines = form.lines.map((line, index) => toSoldLine(line, index + 1, terms));
  const taxExempt = form.taxExempt ?? false;
  const sums = getOrderSums({ lines, taxExempt, taxRatePpm: terms.taxRatePpm });
  const [hours = 0, minutes = 0] = form.time.split(':').map(Number);
  return {
    clientOrderId: form.clientOrderId,
    ...numbers,
    mode: 'offline',
    soldAt: instantAt(terms.timeZone, form.day, hours * 60 + minutes),
    soldById: undefined,
    customerType: form.customerType,
    studentNumber: form.studentNumber || null,
    customerName: form.customerName || null,
    taxRatePpm: terms.taxRatePpm,
    taxExempt,
    exemptReason: taxExempt ? (form.exemptReason ?? null) : null,
    exemptCertificateNo: (taxExempt && form.exemptCertificateNo) || null,
    approvals: undefined,
    lines,
    subtotalCents: sums.subtotalCents,
    taxCents: sums.taxCents,
    totalCents: sums.totalCents,
    payments: toSoldPayments(form, terms),
  };
}

function toSoldLine(
  line: AddedLine,
  lineNo: number,
  terms: AddedTerms,
): SoldOrder['lines'][number] {
  const { sku = null, quantity, unitPriceCents } = line;
  const known = sku === null ? undefined : terms.isTaxable(sku);
  return {
    lineNo,
    sku,
    title: line.title || null,
    category: line.category || null,
    quantity,
    unitPriceCents,
    discountCents: line.discountCents ?? 0,
    discountReason: line.discountReason || null,
    taxable: known ?? line.taxable ?? true,
    fulfilment: line.fulfilment ?? 'in_person',
  };
}

/** Rounds the cash of the order if the company does, on its first payment in cash (domain 8.11). */
function toSoldPayments(
  { clientOrderId, payments }: NewOrder,
  { roundCash }: AddedTerms,
): SoldOrder['payments'] {
  const isCash = ({ method }: { method: PaymentMethod }) => method === PaymentMethod.cash;
  const cashCents = payments.filter(isCash).reduce((sum, { amountCents }) => sum + amountCents, 0);
  const first = payments.findIndex(isCash);
  return payments.map((payment, index) => {
    const roundingCents = roundCash && index === first ? getCashRounding(cashCents) : 0;
    const { method, amountCents, tenderedCents = 0 } = payment;
    return {
      clientPaymentId: uuidv5(String(index), clientOrderId),
      method,
      amountCents,
      tenderedCents,
      changeCents: changeDue({ amountCents, tenderedCents, roundingCents }),
      roundingCents,
      status: 'completed',
      checkNumber: payment.checkNumber || null,
      cardBrand: null,
      cardLast4: payment.cardLast4 || null,
      processorRef: payment.processorRef || null,
    };
  });
}

/** Facts that decide about an added order besides the rules of registers. */
type AddedFacts = { hasStudent: boolean; now: Date; timeZone: string };

/** Returns what a person must correct before an order is added, by field. */
export function findAddedErrors(order: SoldOrder, facts: AddedFacts): Record<string, string> {
  const errors: Record<string, string> = {};
  order.lines.forEach((line, index) => {
    if (line.discountCents > line.unitPriceCents * line.quantity)
      errors[`lines.${index}.discountCents`] = 'The discount is more than the line.';
    if (line.sku === null && line.title === null)
      errors[`lines.${index}.title`] = 'Enter what was sold.';
  });
  order.payments.forEach((payment, index) => {
    if ((payment.changeCents ?? 0) < 0)
      errors[`payments.${index}.tenderedCents`] = 'This is less than the amount.';
    if (needsStudent(payment.method) && !facts.hasStudent)
      errors[`payments.${index}.method`] = 'Facts and EWallet need the number of a student.';
  });
  const paidCents = order.payments.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (paidCents !== order.totalCents)
    errors['payments'] =
      `The payments are ${formatCents(paidCents)}, the order is ${formatCents(order.totalCents)}.`;
  if (order.studentNumber !== null && !facts.hasStudent)
    errors['studentNumber'] = "The fair's school has no student of this number.";
  if (Date.parse(order.soldAt) > facts.now.getTime()) {
    const isToday = dayIn(order.soldAt, facts.timeZone) === dayIn(facts.now, facts.timeZone);
    const field = isToday ? 'time' : 'day';
    errors[field] = `This ${field} has not come yet where the fair is.`;
  }
  return errors;
}

const needsStudent = (method: PaymentMethod) =>
  method === PaymentMethod.facts || method === PaymentMethod.eWallet;
