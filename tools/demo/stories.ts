import { sumsOf } from '@pos/contract/money-rules';
import type { SoldLine } from '@pos/contract/register-orders';
import type { Random } from '../simulator/random.ts';
import type { Sale } from '../simulator/register.ts';
import type { Shelf } from '../simulator/shelf.ts';

/** What does not go as planned at a fair, each at the sale of this number. */
export type Stories = Partial<Record<keyof typeof TELLERS, number>>;

/** What happened to one sale. `shelf` is what is left when the fair's sales are made. */
type Teller = (sale: Sale, random: Random, shelf: Shelf) => Sale;

/** The sales of a register as they really went. */
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
  /** A price typed by hand that the fair never had: held. */
  wrongPrice: (sale, random) =>
    retold(sale, random, [
      {
        ...shelfLine(sale),
        unitPriceCents: shelfLine(sale).unitPriceCents + 100,
        discountCents: 0,
      },
    ]),
  /** A register with an old app rounded the tax down: held. */
  wrongTotal: (sale) => {
    const short = 1;
    // Where no tax is due, none can be lost.
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
  /** A book that a teacher brought from another fair: its number is in no catalogue, so the order is held. */
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
  /** The last copy is sold a second time, because a child hid it: booked and oversold. */
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
  /** The school pays its own books with AveDollars: under review where it has not earned them, since the register had no network. */
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
  /** A child's eWallet is spent at a register that knows an old balance: under review. */
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
  /** The processor has not said yet what became of the card. */
  waitingCard: (sale, random) => onCard(sale, random, 'waiting'),
  /** The card is declined after the child has left with the books. */
  declinedCard: (sale, random) => onCard(sale, random, 'declined'),
  /** The customer breaks the payment off. */
  cancelledCard: (sale, random) => onCard(sale, random, 'cancelled'),
} satisfies Record<string, Teller>;

/** What the processor says later of a card payment that is still pending, by its reference; null while it says nothing. */
export function outcomeOf(
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

/** The same customer with other lines, paid in full by one tender. */
function retold(
  sale: Sale,
  random: Random,
  lines: readonly SoldLine[],
  method: 1 | 3 | 5 | 6 = 3,
): Sale {
  const sums = sumsOf({ taxExempt: sale.taxExempt, taxRatePpm: sale.taxRatePpm, lines });
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

/** The first line of a sale that has a barcode, else a book that the sale might have been about. */
function shelfLine(sale: Sale): SoldLine {
  const line = sale.lines.find(({ sku }) => sku !== null) ?? sale.lines[0];
  if (!line) throw new Error('A sale has at least one line.');
  return line;
}
