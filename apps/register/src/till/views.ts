import { PAYMENT_METHOD_NUMBERS } from '@pos/contract/sales/payment-methods';
import type { RegisterStudent } from '@pos/contract/sales/register-catalog';
import type { SoldPayment } from '@pos/contract/sales/register-orders';
import type { Day } from '@pos/contract/values';
import type { DrawerRecord } from './drawer.ts';
import type { StoredReturn, StoredSale } from './journal/journal.ts';
import type { ReturnRecord } from './return-views.ts';
import { findUnsentResults, withoutDeclined } from './rules/card-results.ts';
import { findUnsentEntries } from './rules/drawer-outbox.ts';
import { findRejected, findUnsent } from './rules/outbox.ts';
import { findRejectedReturns, findUnsentReturns } from './rules/return-outbox.ts';
import type { Buyer, RunningSale } from './rules/running-sale.ts';
import { type Shelf, getStock } from './rules/shelf.ts';
import { getDiscount, leftToPay, quickCash, restRounding, getSums } from './rules/sums.ts';
import { tenderOptions, type TenderTerms } from './rules/tenders.ts';
import type {
  Customer,
  LineView,
  Outbox,
  ParkedView,
  SaleRecord,
  SaleView,
  TakenView,
  TodayView,
} from './till.ts';

/** Sales as screens show them, computed anew from the stored ones. */

export function toCustomer(buyer: Buyer | null, shelf: Shelf): Customer | null {
  if (buyer?.type !== 'student') return buyer;
  return { type: 'student', student: findStudent(buyer.studentNumber, shelf) };
}

/** Returns a student of the list; one that has left it has a number and no name. */
function findStudent(studentNumber: string, shelf: Shelf): RegisterStudent {
  return (
    shelf.student(studentNumber) ?? {
      studentNumber,
      firstName: '',
      lastName: studentNumber,
      grade: '',
      teacher: '',
      walletBalanceCents: 0,
      walletStatus: 'active',
      formerNumbers: [],
    }
  );
}

export function saleView(
  sale: RunningSale,
  shelf: Shelf,
  { taxRatePpm, ...terms }: Omit<TenderTerms, 'student'> & { taxRatePpm: number },
): Omit<SaleView, 'missingApprovals'> {
  const customer = toCustomer(sale.buyer, shelf);
  const student = customer?.type === 'student' ? customer.student : null;
  const { discountCents, subtotalCents, taxCents, totalCents } = getSums(sale, taxRatePpm);
  const leftToPayCents = leftToPay(sale.payments, totalCents);
  const leftInCashCents =
    leftToPayCents + restRounding(sale.payments, leftToPayCents, terms.settings.roundCash);
  return {
    id: sale.id,
    stage: sale.stage,
    lines: sale.lines.map((line) => lineView(line, sale, shelf)),
    newestLineId: sale.newestLineId,
    items: countItems(sale),
    customer,
    exemption: sale.exemption,
    discount: sale.discount ?? null,
    discountCents,
    subtotalCents,
    taxCents,
    totalCents,
    taken: sale.payments.map(takenView),
    leftToPayCents,
    leftInCashCents,
    tenders: tenderOptions(sale, totalCents, { ...terms, student }),
    budget: getBudget(sale, student, totalCents),
    quickCash: quickCash(leftInCashCents),
  };
}

/** A child with cash in the hand counts by that, one with an eWallet by its balance. */
function getBudget(
  { cashInHandCents: hand }: RunningSale,
  student: RegisterStudent | null,
  totalCents: number,
): SaleView['budget'] {
  if (hand !== null) return { from: 'hand', cents: hand, leftCents: hand - totalCents };
  const wallet = student?.walletStatus === 'active' ? student.walletBalanceCents : 0;
  if (wallet <= 0) return null;
  return { from: 'wallet', cents: wallet, leftCents: wallet - totalCents };
}

function lineView(line: RunningSale['lines'][number], sale: RunningSale, shelf: Shelf): LineView {
  const discountCents = getDiscount(line);
  const title = line.sku === null ? undefined : shelf.title(line.sku);
  const taken = sale.lines
    .filter(({ sku, fulfilment }) => sku === line.sku && fulfilment === 'in_person')
    .reduce((sum, { quantity }) => sum + quantity, 0);
  const threshold = shelf.catalog?.settings.lastCopyThreshold ?? 0;
  return {
    ...line,
    author: title?.author ?? null,
    category: title?.category ?? line.category,
    discountCents,
    netCents: line.unitPriceCents * line.quantity - discountCents,
    // The copy in the child's hand still counts as the last one.
    stock: title
      ? getStock(shelf.view(title).left - Math.max(0, taken - 1), title, threshold)
      : null,
    shipAvailable: title?.shipAvailable ?? 0,
  };
}

const countItems = ({ lines }: RunningSale): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

function takenView(payment: SoldPayment): TakenView {
  return {
    id: payment.clientPaymentId,
    method: payment.method,
    amountCents: payment.amountCents,
    tenderedCents: payment.tenderedCents ?? payment.amountCents,
    changeCents: payment.changeCents ?? 0,
    roundingCents: payment.roundingCents ?? 0,
    detail: payment.cardLast4 ?? payment.checkNumber,
  };
}

export function parkedView(sale: RunningSale, shelf: Shelf, taxRatePpm: number): ParkedView {
  return {
    id: sale.id,
    note: sale.note,
    customer: toCustomer(sale.buyer, shelf),
    parkedAt: sale.parkedAt ?? '',
    items: countItems(sale),
    totalCents: getSums(sale, taxRatePpm).totalCents,
    titles: sale.lines.map(({ title }) => title),
  };
}

/** Adds the buyer's name, which stays apart from the sale. */
export function toRecord(sale: StoredSale, shelf: Shelf): SaleRecord {
  const { studentNumber, customerName } = sale.order;
  const student = studentNumber === null ? undefined : shelf.student(studentNumber);
  const name = student ? `${student.firstName} ${student.lastName}` : studentNumber;
  return { ...sale, customerName: customerName ?? name };
}

/** Adds the name of the child, which stays apart from the return. */
export function toReturnRecord(given: StoredReturn, shelf: Shelf): ReturnRecord {
  const { studentNumber } = given.of;
  const student = studentNumber === null ? undefined : shelf.student(studentNumber);
  const name = student ? `${student.firstName} ${student.lastName}` : studentNumber;
  return { ...given, customerName: name };
}

const addAmounts = (parts: readonly { amountCents: number }[]): number =>
  parts.reduce((sum, { amountCents }) => sum + amountCents, 0);

const addTotals = (sales: readonly StoredSale[]): number =>
  sales.reduce((sum, { order }) => sum + order.totalCents, 0);

export function outboxView(
  sales: ReadonlyMap<string, StoredSale>,
  returns: ReadonlyMap<string, StoredReturn>,
  shelf: Shelf,
  drawer?: readonly DrawerRecord[],
): Omit<Outbox, 'sending' | 'lastTryAt'> {
  const all = [...sales.values()];
  const rejected = findRejected(all);
  const unsent = [...findUnsent(all), ...rejected];
  const unsentReturns = findUnsentReturns(returns.values());
  const waiting = [
    ...unsent.map(({ order }) => order.soldAt),
    ...unsentReturns.map(({ refund }) => refund.refundedAt),
  ];
  return {
    unsent: waiting.length,
    unsentReturns: unsentReturns.length,
    unsentCents: addTotals(unsent),
    unsentEntries: findUnsentEntries(drawer).length + findUnsentResults(all).length,
    since: waiting.toSorted()[0] ?? null,
    rejected: rejected.map((sale) => toRecord(sale, shelf)),
    rejectedReturns: findRejectedReturns(returns.values()).map((each) =>
      toReturnRecord(each, shelf),
    ),
    held: all.filter(({ answer }) => answer?.result === 'held').length,
  };
}

/** Adds up this register's own sales, returns and drawer of one day of a fair. */
export function todayView(
  sales: ReadonlyMap<string, StoredSale>,
  returns: ReadonlyMap<string, StoredReturn>,
  drawer: readonly DrawerRecord[] | undefined,
  fairIdentifier: string | null,
  day: Day | null,
): TodayView {
  const isOwn = (each: { fairIdentifier: string; day: Day }) =>
    each.fairIdentifier === fairIdentifier && each.day === day;
  const own = [...sales.values()].filter(isOwn);
  const given = [...returns.values()].filter(
    (each) => isOwn(each) && each.answer?.result !== 'rejected',
  );
  const backs = given.flatMap(({ tenders }) => tenders);
  const payments = own.flatMap(withoutDeclined);
  return {
    day,
    sales: own.length,
    totalCents: addTotals(own),
    taxCents: own.reduce((sum, { order }) => sum + order.taxCents, 0),
    returns: given.length,
    returnedCents: given.reduce((sum, { totalCents }) => sum + totalCents, 0),
    methods: PAYMENT_METHOD_NUMBERS.flatMap((method) => {
      const paid = payments.filter((payment) => payment.method === method);
      const back = backs.filter(({ paidOutAs }) => paidOutAs === method);
      return paid.length + back.length === 0
        ? []
        : [
            {
              method,
              payments: paid.length,
              totalCents: addAmounts(paid),
              backCents: addAmounts(back),
            },
          ];
    }),
    unsent: findUnsent(own).length,
    drawerCountedAt:
      drawer?.findLast((each) => isOwn(each) && each.entry.kind === 'count')?.entry.at ?? null,
  };
}

/** Change of a finished sale: of its cash and checks together. */
export function getChange(payments: readonly SoldPayment[]): {
  changeCents: number;
  tenderedCents: number;
} {
  const given = payments.filter(({ tenderedCents }) => tenderedCents);
  return {
    changeCents: given.reduce((sum, { changeCents }) => sum + (changeCents ?? 0), 0),
    tenderedCents: given.reduce((sum, { tenderedCents }) => sum + (tenderedCents ?? 0), 0),
  };
}
