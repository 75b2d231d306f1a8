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
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

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
