import { PaymentMethod } from '@pos/contract/payment-methods';
import {
  type CompanyFair,
  type CompanyStudent,
  FAIRS,
  RETURNED_CHECK,
  SCHOOLS,
  STUDENTS,
} from './company-data.ts';
import type { FairSales } from './company-sales.ts';
import {
  type Book,
  halfUp,
  keepBook,
  type Method,
  paidBy,
  refundedTo,
  type Sold,
  sumBy,
} from './expected-book.ts';
import { byKey, dayFigures, itemFigures, summarize } from './expected-figures.ts';

/**
 * Expected figures of the company, computed from docs/domain.md 8 and 9 without the product's code:
 * no function of the money rules, reports or ledgers is used. Amounts in cents.
 */
export type CompanyFigures = {
  /** By fair identifier. */
  fairs: Record<string, ReportFigures & { settlement: Settlement }>;
  /** All schools together. */
  company: ReportFigures & {
    settlement: Omit<Settlement, 'profitRatePpm'>;
    storedValue: StoredValue;
  };
  /** eWallets of the students, and AveDollars, by school identifier. */
  schools: Record<string, StoredValue>;
  /** Client IDs of the orders that came after the school's certificate had ended. */
  incompleteExemptions: string[];
};
type ReportFigures = {
  summary: ReturnType<typeof summarize>;
  /** By day of the company. */
  days: Record<string, ReturnType<typeof dayFigures>>;
  /** By SKU. */
  titles: Record<string, ReturnType<typeof itemFigures>>;
};
type Settlement = ReturnType<typeof settle>;
type StoredValue = ReturnType<typeof storedValue>;
type FairBook = { fair: CompanyFair; book: Book };

/** Computes all expected figures from the sales. */
export function expectCompany(sales: readonly FairSales[]): CompanyFigures {
  const books = sales.map(({ fair, ...rest }) => ({ fair, book: keepBook(fair.identifier, rest) }));
  const all = together(books);
  const { profitRatePpm: _rate, ...settlement } = addUp(books.map(settle));
  return {
    fairs: Object.fromEntries(
      books.map((each) => [
        each.fair.identifier,
        { ...reportFigures(each.book), settlement: settle(each) },
      ]),
    ),
    company: {
      ...reportFigures(all),
      settlement,
      storedValue: storedValue(
        books,
        SCHOOLS.map(({ identifier }) => identifier),
      ),
    },
    schools: byKey(
      SCHOOLS.map(({ identifier }) => identifier),
      (identifier) => storedValue(books, [identifier]),
    ),
    incompleteExemptions: all.sold.filter(isIncomplete).map(({ order }) => order.clientOrderId),
  };
}

function reportFigures(book: Book): ReportFigures {
  const days = new Set([...book.sold, ...book.refunded].map(({ day }) => day));
  const skus = new Set(book.sold.flatMap(({ lines }) => lines.map(({ sku }) => sku)));
  return {
    summary: summarize(book),
    days: byKey(
      [...days].sort((one, other) => one - other),
      (day) => dayFigures(book, day),
    ),
    titles: byKey([...skus].sort(), (sku) => itemFigures(book, sku)),
  };
}

const together = (books: readonly FairBook[]): Book => ({
  sold: books.flatMap(({ book }) => book.sold),
  refunded: books.flatMap(({ book }) => book.refunded),
});

/** Adds up the amounts of several objects, key by key. */
function addUp<Amounts extends Record<string, number>>(parts: readonly Amounts[]): Amounts {
  const keys = Object.keys(parts[0]!);
  return byKey(keys, (key) => sumBy(parts, (part) => part[key]!)) as Amounts;
}

/** Settlement of a closed-out fair, by the band that its eligible net reaches (8.7, 8.8). */
function settle({ fair, book }: FairBook) {
  const net = (method: Method) =>
    sumBy(paidBy(book, method), ({ amount }) => amount) - refundedTo(book, method);
  const eligible = sumBy(book.sold, ({ net: sold, tax, refundedNet, payments }) => {
    const aveDollars = sumBy(payments, ({ method, amount }) =>
      method === PaymentMethod.aveDollar ? amount : 0,
    );
    return sold - refundedNet - (aveDollars === 0 ? 0 : halfUp(sold * aveDollars, sold + tax));
  });
  const { profitBands } = SCHOOLS.find(({ identifier }) => identifier === fair.school)!;
  const band = profitBands.filter(({ fromCents }) => fromCents <= eligible).at(-1)!;
  const isCash = fair.profitOption === 'cash';
  const profitRatePpm = isCash ? band.profitCashPpm : band.profitAveDollarPpm;
  const profitCents = Math.floor((eligible * profitRatePpm) / 1_000_000);
  const held = net(PaymentMethod.cash) + net(PaymentMethod.check) + net(PaymentMethod.facts);
  return {
    heldBySchoolCents: held,
    topUpsHeldCents: 0,
    companyReceivedCents: net(PaymentMethod.creditCard) + net(PaymentMethod.eWallet),
    schoolCreditCents: net(PaymentMethod.aveDollar),
    eligibleNetCents: eligible,
    profitRatePpm,
    profitCents,
    dueFromSchoolCents: held - (isCash ? profitCents : 0),
  };
}

/** Ledgers of some schools (3.13, 3.17): top-ups of the office, and AveDollars earned and spent. */
function storedValue(books: readonly FairBook[], schools: readonly string[]) {
  const own = books.filter(({ fair }) => schools.includes(fair.school));
  const book = together(own);
  const students = STUDENTS.filter(({ school }) => schools.includes(school));
  const fundedCents = sumBy(students, ({ topUps }) =>
    sumBy(topUps, ({ amountCents }) => amountCents),
  );
  const spentCents = sumBy(paidBy(book, PaymentMethod.eWallet), ({ amount }) => amount);
  const refundedCents = refundedTo(book, PaymentMethod.eWallet);
  const adjustedCents = 0 - sumBy(students, (student) => takenBack(student, book));
  const earnedCents = sumBy(own, (each) =>
    each.fair.profitOption === 'ave_dollar' ? settle(each).profitCents : 0,
  );
  const aveDollars = sumBy(paidBy(book, PaymentMethod.aveDollar), ({ amount }) => amount);
  return {
    eWallet: {
      openingCents: 0,
      fundedCents,
      spentCents,
      refundedCents,
      adjustedCents,
      outstandingCents: fundedCents - spentCents + refundedCents + adjustedCents,
    },
    aveDollar: {
      openingCents: 0,
      earnedCents,
      spentCents: aveDollars,
      closingCents: earnedCents - aveDollars,
    },
  };
}

/** Returns what the returned check takes from the eWallet: all that the first fair left of it. */
function takenBack({ number, topUps }: CompanyStudent, book: Book): number {
  const returned = topUps.find(({ checkNumber }) => checkNumber === RETURNED_CHECK);
  if (!returned) return 0;
  const isBefore = ({ fair, order }: Sold) =>
    fair === FAIRS[0]!.identifier && order.studentNumber === number;
  const before: Book = {
    sold: book.sold.filter(isBefore),
    refunded: book.refunded.filter(({ sold }) => isBefore(sold)),
  };
  const left =
    sumBy(topUps, ({ amountCents }) => amountCents) -
    sumBy(paidBy(before, PaymentMethod.eWallet), ({ amount }) => amount) +
    refundedTo(before, PaymentMethod.eWallet);
  return Math.min(returned.amountCents, left);
}

/** True for a purchase of the school on a day after the last one of its certificate (8.12). */
function isIncomplete({ order, fair, day }: Sold): boolean {
  if (order.exemptReason !== 'school_purchase' || order.exemptCertificateNo !== null) return false;
  const { school } = FAIRS.find(({ identifier }) => identifier === fair)!;
  const { certificate } = SCHOOLS.find(({ identifier }) => identifier === school)!;
  return certificate === undefined || day > certificate.lastDay;
}
