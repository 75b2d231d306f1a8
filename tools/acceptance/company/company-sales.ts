import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { SoldOrder } from '@pos/contract/sales/register-orders';
import type { SoldRefund } from '@pos/contract/sales/register-refunds';
import { instantAt } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { Random } from '@pos/world/random';
import { order, payment, refund, type Wish } from '@pos/world/sale';
import {
  type CompanyFair,
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
  readonly #school: (typeof SCHOOLS)[number];
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
      .map(({ sku, priceCents: unitPriceCents, taxable }) => {
        const quantity = random.int(1, 3);
        const discountCents = random.chance(0.15) ? random.int(1, Math.min(99, unitPriceCents)) : 0;
        const fulfilment = random.chance(0.1)
          ? ('ship_to_school' as const)
          : ('in_person' as const);
        return { sku, quantity, unitPriceCents, discountCents, taxable, fulfilment };
      });
    const buyer = this.#buyer(index);
    const minutes = random.int(OPENS, CLOSES);
    const soldAt = instantAt(this.#school.timeZone, addDays(this.#start, day), minutes);
    const sold = { sequence, clientOrderId: random.uuid(), soldAt, lines, ...buyer };
    return order(this.#fair.taxRatePpm, sold);
  }

  #buyer(index: number): Wish {
    const random = this.#random;
    const by = (method: PaymentMethod) => ({
      payments: (totalCents: number) => [this.#payment(method, totalCents)],
    });
    // The school buys without a certificate number on the order, on both days of a fair.
    if (this.#school.certificate && index % 15 === 7) {
      const exemption = { taxExempt: true, exemptReason: 'school_purchase' as const };
      return { customerType: 'school', ...exemption, ...by(PaymentMethod.check) };
    }
    if (index % 20 === 11) {
      const exemption = { taxExempt: true, exemptReason: 'organization' as const };
      const club = { customerType: 'other' as const, exemptCertificateNo: 'ORG-88' };
      return { ...club, ...exemption, ...by(PaymentMethod.creditCard) };
    }
    if (this.#aveDollarsLeft > 0 && index % 9 === 4)
      return { customerType: 'teacher', payments: (total) => this.#payAveDollars(total) };
    const { number } = random.pick(STUDENTS.filter(({ school }) => school === this.#fair.school));
    const child = { customerType: 'student' as const, studentNumber: number };
    if (random.chance(0.25))
      return { ...child, payments: (total) => this.#payFromWallet(number, total) };
    if (this.#school.factsEnabled && random.chance(0.15))
      return { ...child, ...by(PaymentMethod.facts) };
    const customerType = random.chance(0.2) ? ('teacher' as const) : ('parent' as const);
    const method = random.weighted([
      [PaymentMethod.creditCard, 5],
      [PaymentMethod.cash, 4],
      [PaymentMethod.check, 2],
    ] as const);
    return { customerType, ...by(method) };
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
    return payment(method, amountCents, {
      clientPaymentId: this.#random.uuid(),
      checkNumber: method === PaymentMethod.check ? String(this.#checkNumber++) : null,
      ...(isCard && { cardBrand: 'Visa', cardLast4: '4242' }),
    });
  }

  /** Refunds single units on the last day, some of them of a line that was refunded before. */
  #refunds(sales: readonly CompanySale[]): CompanyRefund[] {
    const day = this.#fair.lastDay;
    // A minute before midnight, after every sale.
    const refundedAt = instantAt(this.#school.timeZone, addDays(this.#start, day), 24 * 60 - 1);
    const refundable = sales.filter(
      ({ order: { lines, payments } }) =>
        lines.some(({ quantity }) => quantity > 1) &&
        payments.every(({ method }) => method !== PaymentMethod.aveDollar),
    );
    return this.#random
      .shuffled(refundable)
      .slice(0, this.#fair.refunds)
      .flatMap(({ device, order: sold }, index) => {
        const { lineNo, quantity } = sold.lines.find((line) => line.quantity > 1)!;
        return Array.from({ length: index % 3 === 0 ? quantity : 1 }, () => {
          const clientRefundId = this.#random.uuid();
          const lines = [{ lineNo, quantity: 1, restock: this.#random.chance(0.7) }];
          return { device, day, refund: refund(sold, lines, { clientRefundId, refundedAt }) };
        });
      });
  }
}
