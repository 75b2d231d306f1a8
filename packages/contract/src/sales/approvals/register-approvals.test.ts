import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findNeededApprovals } from './register-approvals.ts';
import { MAX_LINE_UNITS, MAX_PRICE_CENTS } from '../../limits.ts';

const line = fc
  .record({
    quantity: fc.integer({ min: 1, max: MAX_LINE_UNITS }),
    unitPriceCents: fc.integer({ min: 0, max: MAX_PRICE_CENTS }),
    share: fc.integer({ min: 0, max: 1_000 }),
  })
  .map(({ quantity, unitPriceCents, share }) => ({
    quantity,
    unitPriceCents,
    discountCents: Math.floor((quantity * unitPriceCents * share) / 1_000),
  }));

describe('what of a sale needs an approval', () => {
  it('is a discount that leaves a line less than its share of the gross, to the cent', () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 100 }),
        (lines, maxDiscountPercent) => {
          const sale = {
            lines,
            customerType: 'parent',
            taxExempt: false,
            exemptReason: null,
            exemptCertificateNo: null,
          } as const;
          const needed = findNeededApprovals(sale, { maxDiscountPercent, schoolTaxExempt: false });
          // The largest discount that everybody may give, in whole cents, without fractions.
          const isBeyond = lines.some(
            ({ quantity, unitPriceCents, discountCents }) =>
              BigInt(discountCents) >
              (BigInt(quantity) * BigInt(unitPriceCents) * BigInt(maxDiscountPercent)) / 100n,
          );
          expect(needed).toEqual(isBeyond ? ['discount'] : []);
        },
      ),
      { seed: 20261127, numRuns: 1_000 },
    );
  });
});
