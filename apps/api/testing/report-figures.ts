import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import type { ItemSalesRow } from '@pos/contract/reports/item-sales';

export const METHOD_NAMES = Object.values(PAYMENT_METHODS);
export const MONEY = [
  'grossCents',
  'discountCents',
  'refundNetCents',
  'netCents',
  'totalCents',
] as const;

export const ITEM_FIGURES = [
  'quantitySold',
  'quantityRefunded',
  'netQuantity',
  'grossCents',
  'discountCents',
  'refundNetCents',
  'netCents',
  'taxCents',
  'totalCents',
] as const;

type ItemFigures = Pick<ItemSalesRow, (typeof ITEM_FIGURES)[number]>;

export function pickFigures(row: ItemFigures): number[] {
  return ITEM_FIGURES.map((name) => row[name]);
}

/** Returns the figures of each title over all its prices. */
export function itemSums(
  rows: readonly (ItemFigures & Pick<ItemSalesRow, 'sku' | 'title'>)[],
): [string, number[]][] {
  const sums = new Map<string, number[]>();
  for (const row of rows) {
    const key = row.sku ?? row.title;
    const known = sums.get(key) ?? ITEM_FIGURES.map(() => 0);
    sums.set(
      key,
      ITEM_FIGURES.map((name, index) => (known[index] ?? 0) + row[name]),
    );
  }
  return [...sums].sort(([one], [other]) => one.localeCompare(other));
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
