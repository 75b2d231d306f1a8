import type { Discount } from '../sale-views.ts';

type DiscountedSale = {
  discount?: Discount | null;
  lines: { unitPriceCents: number; quantity: number; discount: Discount | null }[];
};

/**
 * Gives the lines their shares of the discount of the whole sale: its percent, or cents in proportion
 * to their prices. Shares in cents add up to the discount, and none exceeds its line.
 */
export function shareDiscount<Sale extends DiscountedSale>(sale: Sale): Sale {
  const { discount, lines } = sale;
  if (!discount) return sale;
  if ('percent' in discount)
    return { ...sale, lines: lines.map((line) => ({ ...line, discount })) };
  const prices = lines.map(({ unitPriceCents, quantity }) => unitPriceCents * quantity);
  const shares = toShares(discount.cents, prices);
  const { reason } = discount;
  return {
    ...sale,
    lines: lines.map((line, index) => {
      const cents = shares[index] ?? 0;
      return { ...line, discount: cents > 0 ? { cents, reason } : null };
    }),
  };
}

/** Divides at most the sum of the prices by them. Products exceed the exact integers of a number. */
function toShares(cents: number, prices: readonly number[]): number[] {
  const sum = prices.reduce((total, price) => total + price, 0);
  const off = BigInt(Math.min(cents, sum));
  let priced = 0;
  let given = 0;
  return prices.map((price) => {
    priced += price;
    const share = sum === 0 ? 0 : Number((off * BigInt(priced)) / BigInt(sum)) - given;
    given += share;
    return share;
  });
}
