import { SoldOrder } from '@pos/contract/sales/register-orders';
import { describe, expect, it } from 'vitest';
import { USUAL_HABITS } from './habits.ts';
import { Random } from './random.ts';
import type { Sale } from './sale.ts';
import { childrenAt, Shelf } from './shelf.ts';
import { nextSale } from './shopper.ts';

const titles = Array.from({ length: 30 }, (_, index) => ({
  sku: `BOOK-${index + 1}`,
  isbn13: null,
  upc: null,
  title: `Book ${index + 1}`,
  category: 'Chapter',
  priceCents: 399 + index * 100,
  taxable: index % 7 !== 0,
  onHand: 25,
  shipAvailable: 10,
  active: index !== 29,
}));
const students = Array.from({ length: 12 }, (_, index) => ({
  studentNumber: `S${index + 1}`,
  firstName: 'Ada',
  lastName: 'Quill',
  grade: '3',
  teacher: 'Ms. Reed',
  walletBalanceCents: 2_500,
  walletStatus: index === 0 ? ('frozen' as const) : ('active' as const),
  formerNumbers: [],
}));
const fair = { taxRatePpm: 82_500, schoolTaxExempt: false, factsEnabled: true };

function shopUntilEmpty(seed: string): Sale[] {
  const random = new Random(seed);
  const shelf = new Shelf({ titles }, students);
  const floor = { fair, maxCheckOverageCents: 2_000, roundCash: false, shelf };
  const sales: Sale[] = [];
  for (;;) {
    const sale = nextSale(random, { ...floor, habits: USUAL_HABITS }, '2025-10-13T14:00:00.000Z');
    if (!sale || sales.length === 600) return sales;
    sales.push(sale);
  }
}

describe('shoppers', () => {
  const sales = shopUntilEmpty('1');
  const lines = sales.flatMap((sale) => sale.lines);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

  it('buy in orders that the register API takes for orders', () => {
    expect(sales.length).toBeGreaterThan(300);
    for (const [index, sale] of sales.entries())
      expect(SoldOrder.safeParse({ ...sale, epoch: 1, sequence: index + 1 }).error).toBeUndefined();
  });

  it('pay to the cent what the order comes to, get their change, and no tax if exempt', () => {
    for (const { payments, totalCents, subtotalCents, taxCents, taxExempt, ...sale } of sales) {
      const paid = payments.map(({ amountCents }) => amountCents);
      const net = sale.lines.map(
        ({ quantity, unitPriceCents, discountCents }) => quantity * unitPriceCents - discountCents,
      );
      expect([sum(paid), sum(net)]).toEqual([totalCents, totalCents - taxCents]);
      expect(subtotalCents).toBe(sum(net));
      if (taxExempt) expect(taxCents).toBe(0);
      for (const { tenderedCents, changeCents, amountCents } of payments)
        expect((tenderedCents ?? 0) - (changeCents ?? 0)).toBe(amountCents);
      if (payments.some(({ method }) => method === 4)) expect(sale.studentNumber).not.toBeNull();
    }
  });

  it('never take more copies than lie there, an inactive title, or one title twice', () => {
    for (const { sku, onHand, shipAvailable } of titles) {
      const taken = (fulfilment: string) =>
        lines.filter((line) => line.sku === sku && line.fulfilment === fulfilment);
      const units = (fulfilment: string) => sum(taken(fulfilment).map(({ quantity }) => quantity));
      expect(units('in_person')).toBeLessThanOrEqual(onHand);
      expect(units('ship_to_school')).toBeLessThanOrEqual(shipAvailable);
    }
    expect(lines.some(({ sku }) => sku === 'BOOK-30')).toBe(false);
    for (const sale of sales) {
      const skus = sale.lines.flatMap(({ sku }) => (sku === null ? [] : [sku]));
      expect(new Set(skus).size).toBe(skus.length);
    }
  });

  it('never spend more from an eWallet than it holds, nor from a frozen one', () => {
    for (const { studentNumber, walletBalanceCents, walletStatus } of students) {
      const payments = sales
        .filter((sale) => sale.studentNumber === studentNumber)
        .flatMap((sale) => sale.payments.filter(({ method }) => method === 5));
      expect(sum(payments.map(({ amountCents }) => amountCents))).toBeLessThanOrEqual(
        walletStatus === 'frozen' ? 0 : walletBalanceCents,
      );
    }
  });

  it('show every habit: tenders, splits, exemptions, discounts, no barcode, the warehouse', () => {
    const methods = sales.flatMap(({ payments }) => payments.map(({ method }) => method));
    expect(new Set(methods)).toEqual(new Set([1, 2, 3, 4, 5]));
    expect(sales.some(({ payments }) => payments.length === 2)).toBe(true);
    expect(new Set(sales.map(({ exemptReason }) => exemptReason))).toEqual(
      new Set([null, 'organization', 'school_purchase']),
    );
    expect(lines.some(({ discountCents }) => discountCents > 0)).toBe(true);
    expect(
      lines.some(({ sku, category, title }) => sku === null && category !== null && title !== null),
    ).toBe(true);
    expect(lines.some(({ fulfilment }) => fulfilment === 'ship_to_school')).toBe(true);
  });

  it('buy the same with the same seed', () => {
    expect(shopUntilEmpty('1')).toEqual(sales);
    expect(shopUntilEmpty('2')).not.toEqual(sales);
  });

  it('do not share copies or children between the registers of a fair', () => {
    const shares = [0, 1, 2].map((number) => ({ number, registers: 3 }));
    const shelves = shares.map(
      (share) => new Shelf({ titles }, childrenAt(students, share), share),
    );
    expect(sum(shelves.map((one) => one.copies('BOOK-1')))).toBe(25);
    const numbers = shelves.flatMap((one) => one.students.map((child) => child.studentNumber));
    expect(numbers.sort()).toEqual(students.map(({ studentNumber }) => studentNumber).sort());
  });
});
