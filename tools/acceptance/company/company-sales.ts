import { getOrderSums } from '@pos/contract/money-rules';
import type { CustomerType } from '@pos/contract/order-states';
import { PaymentMethod } from '@pos/contract/payment-methods';
import type { SoldOrder } from '@pos/contract/register-orders';
import type { SoldRefund } from '@pos/contract/register-refunds';
import { instantAt } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { Random } from '../../simulator/random.ts';
import {
  type CompanyFair,
  type CompanySchool,
  FAIRS,
  RETURNED_CHECK,
  SCHOOLS,
  STUDENTS,
  TITLES,
} from './company-data.ts';

/** A sale of a register on a day of the company. */
export type CompanySale = { device: string; day: number; order: SoldOrder };
/** A refund of a register on a day of the company. */
export type CompanyRefund = { device: string; day: number; refund: SoldRefund };
export type FairSales = { fair: CompanyFair; sales: CompanySale[]; refunds: CompanyRefund[] };

/** AveDollars that the third fair spends; the first earns more. */
const AVE_DOLLARS_TO_SPEND = 15_000;
/** Minutes after midnight of the earliest and of the latest sale: some are late in the evening. */
const OPENS = 8 * 60;
const CLOSES = 23 * 60 + 50;

/** Buyer of an order, with the tender of an order's total in cents, or of its parts. */
type Buyer = Pick<
  SoldOrder,
  'customerType' | 'studentNumber' | 'taxExempt' | 'exemptReason' | 'exemptCertificateNo'
> & { pays: (totalCents: number) => SoldOrder['payments'] };

/**
 * Makes the sales of all fairs as registers would; the same on every machine. The returned check
 * empties its eWallet after the first fair.
 */
export function sellCompany(start: string): FairSales[] {
  const wallets = new Map(
    STUDENTS.map(({ number, topUps }) => [
      number,
      topUps.reduce((sum, { amountCents }) => sum + amountCents, 0),
    ]),
  );
  const sequences = new Map<string, number>();
  return FAIRS.map((fair) => {
    const sales = new FairSeller(fair, start, wallets).sell(sequences);
    for (const { number, topUps } of STUDENTS)
      if (topUps.some(({ checkNumber }) => checkNumber === RETURNED_CHECK)) wallets.set(number, 0);
    return sales;
  });
}

/** Makes the sales of one fair. `wallets` are the balances in cents, which it lowers. */
class FairSeller {
  readonly #random: Random;
  readonly #fair: CompanyFair;
  readonly #school: CompanySchool;
  readonly #start: string;
  readonly #wallets: Map<string, number>;
  #aveDollarsLeft: number;
  #checkNumber = 200;

  constructor(fair: CompanyFair, start: string, wallets: Map<string, number>) {
    this.#fair = fair;
    this.#random = new Random(`company ${fair.identifier}`);
    this.#school = SCHOOLS.find(({ identifier }) => identifier === fair.school)!;
    this.#start = start;
    this.#wallets = wallets;
    this.#aveDollarsLeft = fair === FAIRS[2] ? AVE_DOLLARS_TO_SPEND : 0;
  }

  /** Makes sales and refunds; `sequences` are the last numbers of each register, which it raises. */
  sell(sequences: Map<string, number>): FairSales {
    const { firstDay, lastDay, devices, orders } = this.#fair;
    const sales = Array.from({ length: orders }, (_, index): CompanySale => {
      const day = index < orders / 2 ? firstDay : lastDay;
      const device = this.#random.pick(devices);
      const sequence = (sequences.get(device) ?? 0) + 1;
      sequences.set(device, sequence);
      return { device, day, order: this.#order(day, sequence, index) };
    });
    return { fair: this.#fair, sales, refunds: this.#refunds(sales) };
  }

  #order(day: number, sequence: number, index: number): SoldOrder {
    const random = this.#random;
    const lines = random
      .shuffled(TITLES)
      .slice(0, random.int(1, 4))
      .map(({ sku, priceCents, taxable }, place) => {
        const quantity = random.int(1, 3);
        return {
          lineNo: place + 1,
          sku,
          category: null,
          title: null,
          quantity,
          unitPriceCents: priceCents,
          discountCents: random.chance(0.15) ? random.int(1, Math.min(99, priceCents)) : 0,
          taxable,
          fulfilment: random.chance(0.1) ? ('ship_to_school' as const) : ('in_person' as const),
        };
      });
    const { pays, ...buyer } = this.#buyer(index);
    const terms = { taxRatePpm: this.#fair.taxRatePpm, taxExempt: buyer.taxExempt, lines };
    const { subtotalCents, taxCents, totalCents } = getOrderSums(terms);
    const minutes = random.int(OPENS, CLOSES);
    return {
      clientOrderId: random.uuid(),
      epoch: 1,
      sequence,
      soldAt: instantAt(this.#school.timeZone, addDays(this.#start, day), minutes),
      customerName: null,
      ...buyer,
      ...terms,
      subtotalCents,
      taxCents,
      totalCents,
      payments: pays(totalCents),
    };
  }

  #buyer(index: number): Buyer {
    const random = this.#random;
    const nobody = { studentNumber: null, ...TAXED };
    // The school buys without a certificate number on the order, on both days of a fair.
    if (this.#school.certificate && index % 15 === 7)
      return {
        customerType: 'school',
        studentNumber: null,
        taxExempt: true,
        exemptReason: 'school_purchase',
        exemptCertificateNo: null,
        pays: (total) => [this.#payment(PaymentMethod.check, total)],
      };
    if (index % 20 === 11)
      return {
        customerType: 'other',
        studentNumber: null,
        taxExempt: true,
        exemptReason: 'organization',
        exemptCertificateNo: 'ORG-88',
        pays: (total) => [this.#payment(PaymentMethod.creditCard, total)],
      };
    if (this.#aveDollarsLeft > 0 && index % 9 === 4)
      return { customerType: 'teacher', ...nobody, pays: (total) => this.#payAveDollars(total) };
    const student = random.pick(STUDENTS.filter(({ school }) => school === this.#fair.school));
    const ofStudent = { customerType: 'student' as const, studentNumber: student.number, ...TAXED };
    if (random.chance(0.25))
      return { ...ofStudent, pays: (total) => this.#payFromWallet(student.number, total) };
    if (this.#school.factsEnabled && random.chance(0.15))
      return { ...ofStudent, pays: (total) => [this.#payment(PaymentMethod.facts, total)] };
    const customerType: CustomerType = random.chance(0.2) ? 'teacher' : 'parent';
    const method = random.weighted([
      [PaymentMethod.creditCard, 5],
      [PaymentMethod.cash, 4],
      [PaymentMethod.check, 2],
    ] as const);
    return { customerType, ...nobody, pays: (total) => [this.#payment(method, total)] };
  }

  /** Pays from the eWallet, and what it lacks in cash. */
  #payFromWallet(student: string, totalCents: number): SoldOrder['payments'] {
    const balance = this.#wallets.get(student) ?? 0;
    const fromWallet = Math.min(balance, totalCents);
    this.#wallets.set(student, balance - fromWallet);
    return this.#split(PaymentMethod.eWallet, fromWallet, totalCents);
  }

  #payAveDollars(totalCents: number): SoldOrder['payments'] {
    const spent = Math.min(this.#aveDollarsLeft, totalCents);
    this.#aveDollarsLeft -= spent;
    return this.#split(PaymentMethod.aveDollar, spent, totalCents);
  }

  #split(method: PaymentMethod, partCents: number, totalCents: number): SoldOrder['payments'] {
    return [
      ...(partCents > 0 ? [this.#payment(method, partCents)] : []),
      ...(partCents < totalCents
        ? [this.#payment(PaymentMethod.cash, totalCents - partCents)]
        : []),
    ];
  }

  #payment(method: PaymentMethod, amountCents: number): SoldOrder['payments'][number] {
    const isCard = method === PaymentMethod.creditCard;
    return {
      clientPaymentId: this.#random.uuid(),
      method,
      amountCents,
      status: 'completed',
      checkNumber: method === PaymentMethod.check ? String(this.#checkNumber++) : null,
      cardBrand: isCard ? 'Visa' : null,
      cardLast4: isCard ? '4242' : null,
      processorRef: null,
    };
  }

  /** Refunds single units on the last day, some of them of a line that was refunded before. */
  #refunds(sales: readonly CompanySale[]): CompanyRefund[] {
    const day = this.#fair.lastDay;
    const refundable = sales.filter(
      ({ order }) =>
        order.lines.some(({ quantity }) => quantity > 1) &&
        order.payments.every(({ method }) => method !== PaymentMethod.aveDollar),
    );
    return this.#random
      .shuffled(refundable)
      .slice(0, this.#fair.refunds)
      .flatMap(({ device, order }, index) => {
        const line = order.lines.find(({ quantity }) => quantity > 1)!;
        return Array.from({ length: index % 3 === 0 ? line.quantity : 1 }, () => ({
          device,
          day,
          refund: {
            clientRefundId: this.#random.uuid(),
            clientOrderId: order.clientOrderId,
            // A minute before midnight, after every sale.
            refundedAt: instantAt(this.#school.timeZone, addDays(this.#start, day), 24 * 60 - 1),
            reason: 'Customer returned the item',
            lines: [{ lineNo: line.lineNo, quantity: 1, restock: this.#random.chance(0.7) }],
          },
        }));
      });
  }
}

const TAXED = { taxExempt: false, exemptReason: null, exemptCertificateNo: null } as const;
