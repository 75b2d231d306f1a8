import { PAYMENT_METHODS, type PaymentMethod } from '@pos/contract/sales/payment-methods';
import { formatInstant } from '@pos/contract/values/clock';
import { formatCents } from '@pos/contract/values/money';
import { formatPpm } from '@pos/contract/values/percent';
import { spanish } from './receipt-words.es.ts';
import { english } from './receipt-words.ts';
import type { ReceiptOrder } from './receipts.queries.ts';

export type ReceiptLanguage = 'en' | 'es';

const WORDS: Record<ReceiptLanguage, typeof english> = { en: english, es: spanish };

/** Writes the email of a receipt as plain text. It names no child. */
export function writeReceipt(
  order: ReceiptOrder,
  language: ReceiptLanguage,
): { subject: string; text: string } {
  const words = WORDS[language];
  const { schoolName, fairName, soldAt, timeZone, receiptFooter } = order;
  const contact = [order.supportPhone, order.supportEmail].filter(Boolean).join(', ');
  const paragraphs = [
    words.intro(schoolName),
    `${fairName}, ${formatInstant(soldAt, timeZone)}`,
    writeLines(order, words.ships).join('\n'),
    writeSums(order, language).join('\n'),
    [
      `${words.order}: ${order.orderNumber}`,
      words.sale(order.deviceName, order.sequence),
      words.back,
    ].join('\n'),
    receiptFooter,
    contact,
    words.why,
  ];
  return {
    subject: words.subject(schoolName),
    text: paragraphs.filter((paragraph) => paragraph !== '').join('\n\n'),
  };
}

function writeLines({ lines }: ReceiptOrder, ships: string): string[] {
  return lines.map(({ quantity, title, netCents, fulfilment }) => {
    const count = quantity > 1 ? `${quantity} × ` : '';
    const note = fulfilment === 'ship_to_school' ? `, ${ships}` : '';
    return `${count}${title}${note}: ${formatCents(netCents)}`;
  });
}

function writeSums(order: ReceiptOrder, language: ReceiptLanguage): string[] {
  const words = WORDS[language];
  const { subtotalCents, taxCents, taxExempt, taxRatePpm, totalCents, payments } = order;
  const sum = (valueOf: (payment: (typeof payments)[number]) => number | null) =>
    payments.reduce((total, payment) => total + (valueOf(payment) ?? 0), 0);
  const rounding = sum(({ roundingCents }) => roundingCents);
  const change = sum(({ changeCents }) => changeCents);
  return [
    `${words.subtotal}: ${formatCents(subtotalCents)}`,
    `${taxExempt ? words.noTax : words.tax(formatPpm(taxRatePpm))}: ${formatCents(taxCents)}`,
    `${words.total}: ${formatCents(totalCents)}`,
    ...payments.map(
      ({ method, amountCents, tenderedCents }) =>
        `${PAYMENT_METHODS[method as PaymentMethod]}: ${formatCents(tenderedCents || amountCents)}`,
    ),
    ...(rounding === 0 ? [] : [`${words.rounded}: ${formatCents(rounding)}`]),
    ...(change === 0 ? [] : [`${words.change}: ${formatCents(change)}`]),
  ];
}
