import { order, type Wish } from '@pos/world/sale';

export { BIBLE, HUNGER, PENCIL, STRAY, type Wish } from '@pos/world/sale';

/** Makes an order of a fair as a register does, paid in cash unless the wish differs. */
export const makeOrder = (fair: { salesTaxRatePpm: number }, wish: Wish & { sequence: number }) =>
  order(fair.salesTaxRatePpm, wish);
