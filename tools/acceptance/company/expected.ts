import { PAYMENT_METHODS, PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { SoldOrder } from '@pos/contract/sales/register-orders';
import { FAIRS, RETURNED_CHECK, SCHOOLS, STUDENTS } from './company-data.ts';
import type { FairSales } from './company-sales.ts';
import { type Book, halfUp, keepBook, type Kind, type Line, type Method, sumBy } from './book.ts';

/**
 * Expected figures of the company, computed from docs/domain.md 8 and 9 without the product's code:
 * no function of the money rules, reports or ledgers is used. Amounts in cents.
 */
export type CompanyFigures = ReturnType<typeof expectCompany>;
export type ReportFigures = ReturnType<typeof reportFigures>;

const METHODS = [1, 2, 3, 4, 5, 6] as const satisfies readonly Method[];
const CUSTOMERS = ['student', 'parent', 'teacher', 'school', 'other'] as const;
const REASONS = ['school_purchase', 'organization'] as const;

/** Computes all expected figures from the sales, by fair, school and for all schools. */
export function expectCompany(sales: readonly FairSales[]) {
  const book = keepBook(sales);
  const settlements = byKey(
    FAIRS.map(({ identifier }) => identifier),
    (identifier) =>
      settle(
        identifier,
        only(book, ({ fair }) => fair === identifier),
      ),
  );
  const earned = (schools: readonly string[]) =>
    sumBy(FAIRS, ({ identifier, school, profitOption }) =>
      schools.includes(school) && profitOption === 'ave_dollar'
        ? settlements[identifier]!.profitCents
        : 0,
    );
  const storedBy = (schools: readonly string[]) => storedValue(book, schools, earned(schools));
  const schools = SCHOOLS.map(({ identifier }) => identifier);
  const { profitRatePpm: _rate, ...amounts } = Object.values(settlements)[0]!;
  return {
    fairs: byKey(Object.keys(settlements), (identifier) => ({
      ...reportFigures(only(book, ({ fair }) => fair === identifier)),
      settlement: settlements[identifier]!,
    })),
    company: {
      ...reportFigures(book),
      settlement: byKey(Object.keys(amounts) as (keyof typeof amounts)[], (name) =>
        sumBy(Object.values(settlements), (settlement) => settlement[name]),
      ),
      storedValue: storedBy(schools),
    },
    schools: byKey(schools, (identifier) => storedBy([identifier])),
    /** Client IDs of the orders that came after the school's certificate had ended. */
    incompleteExemptions: [
      ...new Set(book.lines.filter(isIncomplete).map(({ order }) => order.clientOrderId)),
    ],
  };
}

/** Figures of SALES_SUMMARY, of DAILY_SALES by day, and of ITEM_SALES by SKU. */
function reportFigures(book: Book) {
  const everything = [...book.lines, ...book.money];
  const days = [...new Set(everything.map(({ day }) => day))];
  const skus = [...new Set(book.lines.map(({ sku }) => sku))];
  return {
    summary: summarize(book),
    days: byKey(days, (date) => dayFigures(only(book, ({ day }) => day === date))),
    titles: byKey(skus, (code) => itemFigures(book.lines.filter(({ sku }) => sku === code))),
  };
}

/** Figures of lines in every report; a refund is below zero in `net` and `tax`. */
function getAmounts(lines: readonly Line[]) {
  return {
    grossCents: sumBy(lines, ({ gross }) => gross),
    discountCents: sumBy(lines, ({ discount }) => discount),
    refundNetCents: 0 - sumBy(lines, ({ returned, net }) => (returned > 0 ? net : 0)),
    netCents: sumBy(lines, ({ net }) => net),
  };
}

/** Figures of SALES_SUMMARY, without settlement (domain 9.2). */
function summarize({ lines, money }: Book) {
  const amounts = getAmounts(lines);
  const getTax = (counts: (line: Line) => boolean) => sumBy(lines.filter(counts), ({ tax }) => tax);
  const getNet = (counts: (line: Line) => boolean) => sumBy(lines.filter(counts), ({ net }) => net);
  const ofKind = (wanted: Kind) => getNet(({ kind }) => kind === wanted);
  const netTaxCents = getTax(() => true);
  const orders = toOrders(lines);
  return {
    ...amounts,
    taxableNetCents: ofKind('taxable'),
    nonTaxableNetCents: ofKind('nonTaxable'),
    exemptNetCents: ofKind('exempt'),
    exemptNetByReason: byKey(REASONS, (reason) =>
      getNet(({ order }) => order.exemptReason === reason),
    ),
    shipToSchoolNetCents: getNet(({ isShipped }) => isShipped),
    taxCollectedCents: getTax(({ sold }) => sold > 0),
    taxRefundedCents: 0 - getTax(({ returned }) => returned > 0),
    netTaxCents,
    totalCents: amounts.netCents + netTaxCents,
    uncollectedCents: 0,
    tenders: byTender(money),
    orders: orders.length,
    unitsSold: sumBy(lines, ({ sold }) => sold),
    unitsRefunded: sumBy(lines, ({ returned }) => returned),
    shipToSchoolUnits: sumBy(lines, (line) => (line.isShipped ? line.sold - line.returned : 0)),
    averageOrderCents: orders.length === 0 ? 0 : halfUp(amounts.netCents, orders.length),
    ordersByCustomerType: byKey(
      CUSTOMERS,
      (type) => orders.filter(({ customerType }) => customerType === type).length,
    ),
    cashControl: cashControl(money),
  };
}

function byTender(money: Book['money']) {
  return Object.fromEntries(
    METHODS.map((method) => {
      const own = money.filter((each) => each.method === method);
      const count = own.filter(({ paid }) => paid > 0).length;
      const salesCents = sumBy(own, ({ paid }) => paid);
      const refundsCents = sumBy(own, ({ refunded }) => refunded);
      const netCents = salesCents - refundsCents;
      return [PAYMENT_METHODS[method], { count, salesCents, refundsCents, netCents }];
    }),
  );
}

/** Expected cash: refunds of checks are paid in cash; checks stay at face value (9.4). */
function cashControl(money: Book['money']) {
  const { Cash: cash, Check: check } = byTender(money);
  return {
    expectedCashCents: cash!.netCents - check!.refundsCents,
    expectedChecksCents: check!.salesCents,
    expectedCheckCount: check!.count,
  };
}

/** Figures of a day of DAILY_SALES (9.3); refunds count on their own day. */
function dayFigures(book: Book) {
  const {
    orders,
    unitsSold,
    netTaxCents,
    totalCents,
    tenders,
    cashControl: cash,
  } = summarize(book);
  return {
    orders,
    units: unitsSold,
    ...getAmounts(book.lines),
    taxCents: netTaxCents,
    totalCents,
    tenders: byKey(Object.keys(tenders), (name) => tenders[name]!.netCents),
    expectedCashDepositCents: cash.expectedCashCents,
    expectedChecksCents: cash.expectedChecksCents,
  };
}

/** Figures of a title of ITEM_SALES (9.4). */
function itemFigures(lines: readonly Line[]) {
  const amounts = getAmounts(lines);
  const taxCents = sumBy(lines, ({ tax }) => tax);
  return {
    quantitySold: sumBy(lines, ({ sold }) => sold),
    quantityRefunded: sumBy(lines, ({ returned }) => returned),
    ...amounts,
    taxCents,
    totalCents: amounts.netCents + taxCents,
  };
}

/** Settlement of a closed-out fair, by the band that its eligible net reaches (8.7, 8.8). */
function settle(identifier: string, { lines, money }: Book) {
  const fair = FAIRS.find((each) => each.identifier === identifier)!;
  const { profitBands } = SCHOOLS.find((each) => each.identifier === fair.school)!;
  const tenders = byTender(money);
  const net = (...names: string[]) => sumBy(names, (name) => tenders[name]!.netCents);
  const eligible = sumBy(toOrders(lines), (order) => {
    const own = lines.filter((line) => line.order === order);
    const sold = sumBy(own, (line) => (line.sold > 0 ? line.net : 0));
    const tax = sumBy(own, (line) => (line.sold > 0 ? line.tax : 0));
    const aveDollars = sumBy(order.payments, ({ method, amountCents }) =>
      method === PaymentMethod.aveDollar ? amountCents : 0,
    );
    const shared = aveDollars === 0 ? 0 : halfUp(sold * aveDollars, sold + tax);
    return sumBy(own, (line) => line.net) - shared;
  });
  const band = profitBands.filter(({ fromCents }) => fromCents <= eligible).at(-1)!;
  const isCash = fair.profitOption === 'cash';
  const profitRatePpm = isCash ? band.profitCashPpm : band.profitAveDollarPpm;
  const profitCents = Math.floor((eligible * profitRatePpm) / 1_000_000);
  const held = net('Cash', 'Check', 'Facts');
  return {
    heldBySchoolCents: held,
    topUpsHeldCents: 0,
    companyReceivedCents: net('Credit Card', 'EWallet'),
    schoolCreditCents: net('AveDollar'),
    eligibleNetCents: eligible,
    profitRatePpm,
    profitCents,
    dueFromSchoolCents: held - (isCash ? profitCents : 0),
  };
}

/** Ledgers of some schools (3.13, 3.17): top-ups of the office, and AveDollars earned and spent. */
function storedValue(book: Book, schools: readonly string[], earnedCents: number) {
  const fairs = FAIRS.filter(({ school }) => schools.includes(school));
  const own = only(book, ({ fair }) => fairs.some(({ identifier }) => identifier === fair));
  const { EWallet: wallet, AveDollar: aveDollar } = byTender(own.money);
  const students = STUDENTS.filter(({ school }) => schools.includes(school));
  const fundedCents = sumBy(students, toppedUp);
  const { salesCents: spentCents, refundsCents: refundedCents } = wallet!;
  const adjustedCents = 0 - sumBy(students, (student) => takenBack(student, book));
  const outstandingCents = fundedCents - spentCents + refundedCents + adjustedCents;
  const closingCents = earnedCents - aveDollar!.salesCents;
  return {
    eWallet: {
      openingCents: 0,
      fundedCents,
      spentCents,
      refundedCents,
      adjustedCents,
      outstandingCents,
    },
    aveDollar: { openingCents: 0, earnedCents, spentCents: aveDollar!.salesCents, closingCents },
  };
}

type Student = (typeof STUDENTS)[number];
const toppedUp = ({ topUps }: Student) => sumBy(topUps, ({ amountCents }) => amountCents);

/** Returns what the returned check takes from the eWallet: all that the first fair left of it. */
function takenBack(student: Student, { money }: Book): number {
  const check = student.topUps.find(({ checkNumber }) => checkNumber === RETURNED_CHECK);
  const before = money.filter(
    ({ fair, order, method }) =>
      fair === FAIRS[0]!.identifier &&
      order.studentNumber === student.number &&
      method === PaymentMethod.eWallet,
  );
  const left = toppedUp(student) - sumBy(before, ({ paid, refunded }) => paid - refunded);
  return Math.min(check?.amountCents ?? 0, left);
}

/** True for a purchase of the school on a day after the last one of its certificate (8.12). */
function isIncomplete({ order, fair, day, sold }: Line): boolean {
  if (order.exemptReason !== 'school_purchase' || order.exemptCertificateNo !== null || sold === 0)
    return false;
  const { school } = FAIRS.find(({ identifier }) => identifier === fair)!;
  const { certificate } = SCHOOLS.find(({ identifier }) => identifier === school)!;
  return certificate === undefined || day > certificate.lastDay;
}

const toOrders = (lines: readonly Line[]): SoldOrder[] => [
  ...new Set(lines.filter(({ sold }) => sold > 0).map(({ order }) => order)),
];

/** Returns the part of a book at some fairs or on some days. */
const only = (
  { lines, money }: Book,
  isIn: (entry: { fair: string; day: number }) => boolean,
): Book => ({ lines: lines.filter(isIn), money: money.filter(isIn) });

/** Returns an object with a value for each key. */
const byKey = <Key extends string | number, Value>(
  keys: readonly Key[],
  value: (key: Key) => Value,
): Record<string, Value> => Object.fromEntries(keys.map((key) => [String(key), value(key)]));
