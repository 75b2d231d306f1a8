import { CATEGORIES } from '@pos/contract/stock/inventory';
import type { ItemSalesReport, ReportHead } from '@pos/contract/reports/reports';
import { rankByNet } from '@pos/contract/reports/ranks';
import type {
  ItemSalesRow,
  ItemSalesSubtotal,
  ItemSalesTotals,
  RankedTitle,
} from '@pos/contract/reports/item-sales';
import { toPercent } from '@pos/contract/values/percent';
import type { Db } from '#api/db/db.ts';
import { itemRows, stockRows, type ItemRow, type StockRow } from './item-sales.queries.ts';
import type { ReportScope } from '../report-scope.ts';
import { total } from '../figures/sales-figures.ts';
import type { ReportCode } from '../report-code.ts';

/** Domain 9.3: titles by category with their sales and the fairs' stock. */
export async function itemSales(
  db: Db,
  scope: ReportScope,
): Promise<Omit<ItemSalesReport, keyof ReportHead>> {
  const items = (await itemRows(db, scope)).sort(byCategoryThenUnits);
  const stock = new Map((await stockRows(db, scope)).map((row) => [row.titleId, row]));
  const netOfAll = total(items, getNet);
  const rows = items.map((item) => itemRow(item, netOfAll, takeStock(stock, item.titleId)));
  const categories = [...new Set(rows.map((row) => row.category))];
  const subtotals = categories.map((category): ItemSalesSubtotal => ({
    category,
    ...sumOfItems(rows.filter((row) => row.category === category)),
  }));
  const { highest, lowest } = rankByNet(rankedTitles(rows, netOfAll));
  const isOfAll = scope.schoolId === null;
  return {
    reportType: 'ITEM_SALES',
    rows,
    subtotals,
    highestTitles: isOfAll ? highest : null,
    lowestTitles: isOfAll ? lowest : null,
    totals: sumOfItems(rows),
  };
}

/** Adds up the prices of each title. */
function rankedTitles(rows: readonly ItemSalesRow[], netOfAll: number): RankedTitle[] {
  const titles = Map.groupBy(
    rows.filter(({ sku }) => sku !== null),
    ({ sku }) => sku,
  );
  return [...titles.values()].map((prices) => {
    const { sku = null, title = '', category = '' } = prices[0] ?? {};
    const netCents = total(prices, (price) => price.netCents);
    return {
      sku,
      title,
      category,
      netQuantity: total(prices, (price) => price.netQuantity),
      netCents,
      netSharePercent: toPercent(netCents, netOfAll),
    };
  });
}

/**
 * Returns the stock of a title for its first row only, so that a second price does not count its
 * units again.
 */
function takeStock(stock: Map<string, StockRow>, titleId: string | null): StockRow | undefined {
  const row = titleId === null ? undefined : stock.get(titleId);
  if (row) stock.delete(row.titleId);
  return row;
}

function itemRow(item: ItemRow, netOfAll: number, stock: StockRow | undefined): ItemSalesRow {
  const netCents = getNet(item);
  const {
    sku,
    title,
    category,
    unitPriceCents,
    quantitySold,
    quantityRefunded,
    grossCents,
    discountCents,
    refundNetCents,
    taxCents,
  } = item;
  return {
    sku,
    title,
    category,
    unitPriceCents,
    quantitySold,
    quantityRefunded,
    netQuantity: quantitySold - quantityRefunded,
    grossCents,
    discountCents,
    refundNetCents,
    netCents,
    taxCents,
    totalCents: netCents + taxCents,
    netSharePercent: toPercent(netCents, netOfAll),
    sent: stock?.sent ?? null,
    onHand: stock?.onHand ?? null,
    sellThrough: stock ? toPercent(stock.gone, stock.had) : null,
  };
}

function getNet(item: ItemRow): number {
  return item.grossCents - item.discountCents - item.refundNetCents;
}

type Ranked = Pick<
  ItemRow,
  'sku' | 'title' | 'category' | 'unitPriceCents' | 'quantitySold' | 'quantityRefunded'
>;

/**
 * Sorts by category in catalog order, unknown ones last; within a category by units sold, most
 * first.
 */
export function byCategoryThenUnits(one: Ranked, other: Ranked): number {
  return (
    categoryRank(one.category) - categoryRank(other.category) ||
    compare(one.category, other.category) ||
    other.quantitySold - other.quantityRefunded - (one.quantitySold - one.quantityRefunded) ||
    compare(one.title, other.title) ||
    compare(one.sku ?? '', other.sku ?? '') ||
    (one.unitPriceCents ?? 0) - (other.unitPriceCents ?? 0)
  );
}

const compare = (one: string, other: string) => one.localeCompare(other, 'en');

function categoryRank(category: string): number {
  const place = (CATEGORIES as readonly string[]).indexOf(category);
  return place === -1 ? CATEGORIES.length : place;
}

function sumOfItems(rows: readonly ItemSalesRow[]): ItemSalesTotals {
  return {
    quantitySold: total(rows, (row) => row.quantitySold),
    quantityRefunded: total(rows, (row) => row.quantityRefunded),
    netQuantity: total(rows, (row) => row.netQuantity),
    grossCents: total(rows, (row) => row.grossCents),
    discountCents: total(rows, (row) => row.discountCents),
    refundNetCents: total(rows, (row) => row.refundNetCents),
    netCents: total(rows, (row) => row.netCents),
    taxCents: total(rows, (row) => row.taxCents),
    totalCents: total(rows, (row) => row.totalCents),
    sent: total(rows, (row) => row.sent ?? 0),
    onHand: total(rows, (row) => row.onHand ?? 0),
  };
}

/** Code of ITEM_SALES. */
export const itemSalesCode: ReportCode<'ITEM_SALES'> = {
  compute: ({ db, scope }) => itemSales(db, scope),
};
