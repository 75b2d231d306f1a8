import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
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
  ...MONEY,
  'taxCents',
  'quantitySold',
  'quantityRefunded',
  'netQuantity',
] as const;
type ItemFigures = Pick<ItemSalesRow, (typeof ITEM_FIGURES)[number]>;

export const pickFigures = (row: ItemFigures): number[] => ITEM_FIGURES.map((name) => row[name]);

/** Returns the figures of each title over all its prices. */
export function itemSums(
  rows: readonly (ItemFigures & Pick<ItemSalesRow, 'sku' | 'title'>)[],
): [string, number[]][] {
  return [...Map.groupBy(rows, ({ sku, title }) => sku ?? title)]
    .map(([key, ofTitle]): [string, number[]] => [
      key,
      ITEM_FIGURES.map((name) => getSum(ofTitle, name)),
    ])
    .sort(([one], [other]) => one.localeCompare(other));
}

export const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

/** Adds up one figure of all rows. */
export const getSum = <Name extends string>(
  rows: readonly Readonly<Record<Name, number>>[],
  name: Name,
): number => sum(rows.map((row) => row[name]));
