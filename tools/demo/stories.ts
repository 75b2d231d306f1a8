import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { SoldPayment } from '@pos/contract/sales/register-orders';
import type { Random } from '@pos/world/random';
import { payment, type Sale, sale, type Wish } from '@pos/world/sale';
import type { Shelf } from '@pos/world/shelf';

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
    const sold = told[at];
    if (sold) told[at] = TELLERS[story as keyof typeof TELLERS](sold, random, shelf);
  }
  return told;
}

const TELLERS = {
  /** Held: a price typed by hand that the fair never had. */
  wrongPrice: (sold, random) => {
    const line = sold.lines.find(({ sku }) => sku !== null) ?? sold.lines[0]!;
    const unitPriceCents = line.unitPriceCents + 100;
    return retold(sold, random, {
      lines: [{ ...line, lineNo: 1, unitPriceCents, discountCents: 0 }],
    });
  },
  /** Held: a register with an old app rounded the tax down. */
  wrongTotal: (sold) => {
    const short = 1;
    const [first, ...others] = sold.payments;
    // A sale without tax cannot be wrong this way.
    if (sold.taxCents === 0 || !first || first.amountCents <= short) return sold;
    const amountCents = first.amountCents - short;
    return {
      ...sold,
      taxCents: sold.taxCents - short,
      totalCents: sold.totalCents - short,
      payments: [{ ...first, amountCents, tenderedCents: amountCents, changeCents: 0 }, ...others],
    };
  },
  /** Held: a book from another fair, not in the catalog. */
  unknownTitle: (sold, random) =>
    retold(sold, random, {
      lines: [{ sku: '9798999999998', unitPriceCents: 899, taxable: true }],
    }),
  /** Booked and oversold: the last copy is sold twice, because a child hid it. */
  oversold: (sold, random, shelf) => {
    const gone = shelf.titles.find(({ sku, onHand }) => onHand > 0 && shelf.copies(sku) === 0);
    if (!gone) return sold;
    const { sku, priceCents: unitPriceCents, taxable } = gone;
    return retold(sold, random, { lines: [{ sku, quantity: 2, unitPriceCents, taxable }] });
  },
  /**
   * Under review: the school pays with AveDollars that it has not earned, at a register that was
   * offline.
   */
  aveDollars: (sold, random) =>
    retold(
      sold,
      random,
      {
        customerType: 'school',
        studentNumber: null,
        taxExempt: true,
        exemptReason: 'school_purchase',
        exemptCertificateNo: 'EX-1001',
      },
      PaymentMethod.aveDollar,
    ),
  /** Under review: a register with an old balance overspends a student's eWallet. */
  shortWallet: (sold, random, shelf) => {
    const { studentNumber } =
      shelf.students.find((child) => shelf.walletCents(child.studentNumber) === 0) ?? {};
    if (studentNumber === undefined) return sold;
    const taxed = { taxExempt: false, exemptReason: null, exemptCertificateNo: null };
    const child = { customerType: 'student' as const, studentNumber };
    return retold(sold, random, { ...child, ...taxed }, PaymentMethod.eWallet);
  },
  /** Pending: the processor has not reported the result of the card. */
  waitingCard: (sold, random) => onCard(sold, random, 'waiting'),
  /** Declined: the card fails after the child has left with the books. */
  declinedCard: (sold, random) => onCard(sold, random, 'declined'),
  /** Canceled: the customer aborts the card payment. */
  cancelledCard: (sold, random) => onCard(sold, random, 'cancelled'),
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

function onCard(sold: Sale, random: Random, outcome: 'waiting' | 'declined' | 'cancelled'): Sale {
  return retold(sold, random, {}, PaymentMethod.creditCard, () => ({
    status: 'pending',
    cardBrand: 'visa',
    cardLast4: '4242',
    processorRef: `ch_${outcome}_${random.uuid().slice(0, 12)}`,
  }));
}

/** Rewrites a sale with these changes, paid in full by one tender. */
function retold(
  sold: Sale,
  random: Random,
  changes: Wish,
  method: SoldPayment['method'] = PaymentMethod.cash,
  more: () => Partial<SoldPayment> = () => ({}),
): Sale {
  const { taxRatePpm, subtotalCents: _net, taxCents: _tax, totalCents: _total, ...rest } = sold;
  return sale(taxRatePpm, {
    ...rest,
    ...changes,
    payments: (totalCents) => {
      const exact = { tenderedCents: totalCents, changeCents: 0 };
      const clientPaymentId = random.uuid();
      return [payment(method, totalCents, { clientPaymentId, ...exact, ...more() })];
    },
  });
}
