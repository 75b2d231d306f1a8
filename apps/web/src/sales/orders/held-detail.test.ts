import { describe, expect, it } from 'vitest';
import { fairPrices, heldDetail } from './held-detail.ts';

describe('the differences of a held order', () => {
  it('names the field and shows both amounts in dollars', () => {
    expect(heldDetail('totalCents: the register has 123883, the server has 1884.')).toBe(
      'Total: the register has $1,238.83, the server has $18.84.',
    );
  });

  it('counts lines from one and keeps several differences apart', () => {
    expect(
      heldDetail(
        'lines.0.unitPriceCents: the register has 699, the fair has 599 or 649. lines.11.unitPriceCents: the register has 5, the fair has 105.',
      ),
    ).toBe(
      'Line 1, unit price: the register has $6.99, the fair has $5.99 or $6.49. Line 12, unit price: the register has $0.05, the fair has $1.05.',
    );
  });

  it('names payments and the limit of an amount', () => {
    expect(
      heldDetail(
        'payments.1.changeCents: the register has 200000001, but the limit is 100000000. payments.1.tenderedCents: the register has 5, but the limit is 1.',
      ),
    ).toBe(
      'Payment 2, change: the register has $2,000,000.01, but the limit is $1,000,000.00. Payment 2, tendered: the register has $0.05, but the limit is $0.01.',
    );
  });

  it('finds the price of the fair for each line that differs in it', () => {
    expect([
      ...fairPrices(
        'lines.0.unitPriceCents: the register has 699, the fair has 599 or 649. lines.11.sku: 97 is not in the catalog. lines.12.unitPriceCents: the register has 5, the fair has 105.',
      ),
    ]).toEqual([
      [0, '$5.99 or $6.49'],
      [12, '$1.05'],
    ]);
  });

  it('shows rates in percent, and leaves identifiers and other sentences unchanged', () => {
    expect(heldDetail('taxRatePpm: the register has 60000, the fair has 82500.')).toBe(
      'Tax rate: the register has 6%, the fair has 8.25%.',
    );
    expect(heldDetail('lines.2.sku: 9780316450133 is not in the catalog.')).toBe(
      'Line 3, title: 9780316450133 is not in the catalog.',
    );
    expect(heldDetail('The fair is closed out.')).toBe('The fair is closed out.');
  });
});
