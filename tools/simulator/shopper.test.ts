import { SoldOrder } from '@pos/contract/register-orders';
import { describe, expect, it } from 'vitest';
import { USUAL_HABITS } from './habits.ts';
import { Random } from './random.ts';
import type { Sale } from './register.ts';
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

function shopUntilEmpty(seed: string): { sales: Sale[]; shelf: Shelf } {
  const random = new Random(seed);
  const shelf = new Shelf({ titles }, students);
  const floor = {
    fair: { taxRatePpm: 82_500, schoolTaxExempt: false, factsEnabled: true },
    maxCheckOverageCents: 2_000,
    roundCash: false,
    shelf,
    habits: USUAL_HABITS,
  };
  const sales: Sale[] = [];
  for (
    let sale = nextSale(random, floor, '2025-10-13T14:00:00.000Z');
    sale && sales.length < 600;
    sale = nextSale(random, floor, '2025-10-13T14:00:00.000Z')
  )
    sales.push(sale);
  return { sales, shelf };
}

describe('simulated shoppers', () => {
  const { sales, shelf } = shopUntilEmpty('1');
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

  it('buy in orders that the register API takes for orders', () => {
    expect(sales.length).toBeGreaterThan(300);
    for (const [index, sale] of sales.entries())
      expect(SoldOrder.safeParse({ ...sale, epoch: 1, sequence: index + 1 }).error).toBeUndefined();
  });

  it('pay to the cent what the order comes to, and get their change', () => {
    for (const { payments, totalCents, subtotalCents, taxCents, lines } of sales) {
      expect(sum(payments.map(({ amountCents }) => amountCents))).toBe(totalCents);
      expect(subtotalCents + taxCents).toBe(totalCents);
      expect(
        sum(
          lines.map(
            ({ quantity, unitPriceCents, discountCents }) =>
              quantity * unitPriceCents - discountCents,
          ),
        ),
      ).toBe(subtotalCents);
      for (const { tenderedCents, changeCents, amountCents } of payments)
        expect((tenderedCents ?? 0) - (changeCents ?? 0)).toBe(amountCents);
    }
  });

  it('never take more copies than lie there, nor a title that is inactive, nor one title twice in an order', () => {
    const lines = sales.flatMap((sale) => sale.lines);
    for (const { sku, onHand, shipAvailable } of titles) {
      const taken = (fulfilment: string) =>
        sum(
          lines
            .filter((line) => line.sku === sku && line.fulfilment === fulfilment)
            .map(({ quantity }) => quantity),
        );
      expect(taken('in_person')).toBeLessThanOrEqual(onHand);
      expect(taken('ship_to_school')).toBeLessThanOrEqual(shipAvailable);
      expect(shelf.copies(sku)).toBeGreaterThanOrEqual(0);
    }
    expect(lines.some(({ sku }) => sku === 'BOOK-30')).toBe(false);
    for (const sale of sales) {
      const skus = sale.lines.flatMap(({ sku }) => (sku === null ? [] : [sku]));
      expect(new Set(skus).size).toBe(skus.length);
    }
  });

  it('never spend more from an eWallet than it holds, nor from a frozen one', () => {
    for (const { studentNumber, walletBalanceCents, walletStatus } of students) {
      const spent = sum(
        sales
          .filter((sale) => sale.studentNumber === studentNumber)
          .flatMap(({ payments }) =>
            payments.filter(({ method }) => method === 5).map(({ amountCents }) => amountCents),
          ),
      );
      expect(spent).toBeLessThanOrEqual(walletStatus === 'frozen' ? 0 : walletBalanceCents);
    }
  });

  it('show every habit: tenders, splits, exemptions, discounts, no barcode, the warehouse', () => {
    expect(
      [...new Set(sales.flatMap(({ payments }) => payments.map(({ method }) => method)))].sort(),
    ).toEqual([1, 2, 3, 4, 5]);
    expect(sales.some(({ payments }) => payments.length === 2)).toBe(true);
    expect([...new Set(sales.map(({ exemptReason }) => exemptReason))].sort()).toEqual(
      [null, 'organization', 'school_purchase'].sort(),
    );
    const lines = sales.flatMap((sale) => sale.lines);
    expect(lines.some(({ discountCents }) => discountCents > 0)).toBe(true);
    expect(
      lines.some(({ sku, category, title }) => sku === null && category !== null && title !== null),
    ).toBe(true);
    expect(lines.some(({ fulfilment }) => fulfilment === 'ship_to_school')).toBe(true);
  });

  it('an exempt order carries no tax, a Facts sale names its student', () => {
    for (const { taxExempt, taxCents, payments, studentNumber } of sales) {
      if (taxExempt) expect(taxCents).toBe(0);
      if (payments.some(({ method }) => method === 4)) expect(studentNumber).not.toBeNull();
    }
  });

  it('buy the same with the same seed', () => {
    expect(shopUntilEmpty('1').sales).toEqual(sales);
    expect(shopUntilEmpty('2').sales).not.toEqual(sales);
  });

  it('registers that share a fair do not share copies or children', () => {
    const shelves = [0, 1, 2].map(
      (number) =>
        new Shelf({ titles }, childrenAt(students, { number, registers: 3 }), {
          number,
          registers: 3,
        }),
    );
    expect(sum(shelves.map((one) => one.copies('BOOK-1')))).toBe(25);
    expect(
      shelves.flatMap((one) => one.students.map(({ studentNumber }) => studentNumber)).sort(),
    ).toEqual(students.map(({ studentNumber }) => studentNumber).sort());
  });
});
