import { type PaymentMethod } from '@pos/contract/payment-methods';
import { getOrderSums } from '@pos/contract/money-rules';
import type { SoldLine } from '@pos/contract/register-orders';
import type { Random } from '../simulator/random.ts';
import type { Sale } from '../simulator/register.ts';
import type { Shelf } from '../simulator/shelf.ts';

/** Mishaps at a fair, each by the number of its sale. */
export type Stories = Partial<Record<keyof typeof TELLERS, number>>;

/** Rewrites one sale. `shelf` is the stock left after the fair's sales. */
type Teller = (sale: Sale, random: Random, shelf: Shelf) => Sale;

/** Applies the mishaps to a register's sales. */
export function withStories(
  sales: readonly Sale[],
  stories: Stories,
  random: Random,
  shelf: Shelf,
): Sale[] {
  const told = [...sales];
  for (const [story, at] of Object.entries(stories)) {
    const sale = told[at];
    if (sale) told[at] = TELLERS[story as keyof typeof TELLERS](sale, random, shelf);
  }
  return told;
}

const TELLERS = {
  /** Held: a price typed by hand that the fair never had. */
  wrongPrice: (sale, random) =>
    retold(sale, random, [
      {
        ...shelfLine(sale),
        unitPriceCents: shelfLine(sale).unitPriceCents + 100,
        discountCents: 0,
      },
    ]),
  /** Held: a register with an old app rounded the tax down. */
  wrongTotal: (sale) => {
    const short = 1;
    // A sale without tax cannot be wrong this way.
    if (sale.taxCents === 0 || (sale.payments[0]?.amountCents ?? 0) <= short) return sale;
    const payments = sale.payments.map((payment, index) =>
      index === 0
        ? {
            ...payment,
            amountCents: payment.amountCents - short,
            tenderedCents: payment.amountCents - short,
            changeCents: 0,
          }
        : payment,
    );
    return {
      ...sale,
      taxCents: sale.taxCents - short,
      totalCents: sale.totalCents - short,
      payments,
    };
  },
  /** Held: a book from another fair, not in the catalog. */
  unknownTitle: (sale, random) =>
    retold(sale, random, [
      {
        lineNo: 1,
        sku: '9798999999998',
        category: null,
        title: null,
        quantity: 1,
        unitPriceCents: 899,
        discountCents: 0,
        taxable: true,
        fulfilment: 'in_person',
      },
    ]),
  /** Booked and oversold: the last copy is sold twice, because a child hid it. */
  oversold: (sale, random, shelf) => {
    const gone = shelf.titles.find(({ sku, onHand }) => onHand > 0 && shelf.copies(sku) === 0);
    if (!gone) return sale;
    return retold(sale, random, [
      {
        lineNo: 1,
        sku: gone.sku,
        category: null,
        title: null,
        quantity: 2,
        unitPriceCents: gone.priceCents,
        discountCents: 0,
        taxable: gone.taxable,
        fulfilment: 'in_person',
      },
    ]);
  },
  /**
   * Under review: the school pays with AveDollars that it has not earned, at a register that was
   * offline.
   */
  aveDollars: (sale, random) => ({
    ...retold(
      {
        ...sale,
        customerType: 'school',
        studentNumber: null,
        taxExempt: true,
        exemptReason: 'school_purchase',
        exemptCertificateNo: 'EX-1001',
      },
      random,
      sale.lines,
      6,
    ),
  }),
  /** Under review: a register with an old balance overspends a student's eWallet. */
  shortWallet: (sale, random, shelf) => {
    const child = shelf.students.find(
      ({ studentNumber }) => shelf.walletCents(studentNumber) === 0,
    );
    return child
      ? retold(
          {
            ...sale,
            customerType: 'student',
            studentNumber: child.studentNumber,
            taxExempt: false,
            exemptReason: null,
            exemptCertificateNo: null,
          },
          random,
          sale.lines,
          5,
        )
      : sale;
  },
  /** Pending: the processor has not reported the result of the card. */
  waitingCard: (sale, random) => onCard(sale, random, 'waiting'),
  /** Declined: the card fails after the child has left with the books. */
  declinedCard: (sale, random) => onCard(sale, random, 'declined'),
  /** Canceled: the customer aborts the card payment. */
  cancelledCard: (sale, random) => onCard(sale, random, 'cancelled'),
} satisfies Record<string, Teller>;

/**
 * Returns the later result of a pending card payment, by its reference; null while it stays
 * pending.
 */
export function toOutcome(
  processorRef: string | null,
): 'completed' | 'failed' | 'cancelled' | null {
  const told = /^ch_(waiting|declined|cancelled)_/.exec(processorRef ?? '')?.[1];
  if (told === 'waiting') return null;
  return told === 'declined' ? 'failed' : told === 'cancelled' ? 'cancelled' : 'completed';
}

function onCard(sale: Sale, random: Random, outcome: 'waiting' | 'declined' | 'cancelled'): Sale {
  const told = retold(sale, random, sale.lines, 1);
  const card = {
    status: 'pending' as const,
    cardBrand: 'visa',
    cardLast4: '4242',
    processorRef: `ch_${outcome}_${random.uuid().slice(0, 12)}`,
  };
  return { ...told, payments: told.payments.map((payment) => ({ ...payment, ...card })) };
}

/** Rewrites a sale of the same customer with other lines, paid in full by one tender. */
function retold(
  sale: Sale,
  random: Random,
  lines: readonly SoldLine[],
  method:
    | typeof PaymentMethod.creditCard
    | typeof PaymentMethod.cash
    | typeof PaymentMethod.eWallet
    | typeof PaymentMethod.aveDollar = 3,
): Sale {
  const sums = getOrderSums({ taxExempt: sale.taxExempt, taxRatePpm: sale.taxRatePpm, lines });
  const { subtotalCents, taxCents, totalCents } = sums;
  const payment = {
    clientPaymentId: random.uuid(),
    method,
    amountCents: totalCents,
    tenderedCents: totalCents,
    changeCents: 0,
    status: 'completed' as const,
    checkNumber: null,
    cardBrand: null,
    cardLast4: null,
    processorRef: null,
  };
  return {
    ...sale,
    lines: lines.map((line, index) => ({ ...line, lineNo: index + 1 })),
    subtotalCents,
    taxCents,
    totalCents,
    payments: [payment],
  };
}

/** Returns the first line of a sale with a barcode, else a suitable book. */
function shelfLine(sale: Sale): SoldLine {
  const line = sale.lines.find(({ sku }) => sku !== null) ?? sale.lines[0];
  if (!line) throw new Error('A sale has at least one line.');
  return line;
}
