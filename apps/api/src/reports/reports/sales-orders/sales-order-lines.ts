import type { SalesOrderRow, SalesOrderSubtotal } from '@pos/contract/reports/sales-orders';
import type { Db } from '#api/db/db.ts';
import { streamRows } from '#api/db/row-stream.ts';
import type { ReportContext } from '../report-code.ts';
import { inGroups, type ReportLines } from '../files/report-lines.ts';
import { readPortions, type ReportScope, schoolNamer, splitForLines } from '../report-scope.ts';
import {
  batchLines,
  itemNameRows,
  itemSumRows,
  type ItemBatch,
  type ItemSums,
} from './sales-orders.queries.ts';
import { addUp, inTitleOrder, toRow } from './sales-order-sums.ts';

/** Rows that one statement sorts. A season has millions, whose sorting would take minutes. */
const BATCH_ROWS = 200_000;

/** A title or category with its subtotal. */
type Item = { item: string; titleId: string | null; subtotal: SalesOrderSubtotal };

/**
 * SALES_ORDER_PER_ITEM for a file: first the sums of each title, which decide their order, then the
 * rows of the titles in that order, in batches of about `batchRows`.
 */
export async function readSalesOrders(
  { db, scope, readsStudents }: ReportContext,
  batchRows = BATCH_ROWS,
): Promise<ReportLines> {
  const items = await findItems(db, scope);
  const subtotals = items.map(({ subtotal }) => subtotal);
  const totals = addUp(subtotals);
  return {
    facts: { showsStudents: readsStudents },
    totalCents: totals.totalCents,
    lines: totals.rows,
    rowCount: totals.rows + items.length,
    read: {
      rows: () =>
        inGroups(subtotals, readBatches(db, scope, toBatches(items, batchRows), readsStudents)),
    },
    totals: { totals: () => totals },
  };
}

/** Returns the titles and categories of the scope in the order of the report. */
async function findItems(db: Db, scope: ReportScope): Promise<Item[]> {
  const sums = new Map<string, ItemSums[]>();
  for await (const portion of readPortions(scope, splitForLines(scope)))
    for (const row of await itemSumRows(db, portion)) {
      const known = sums.get(row.item);
      if (known) known.push(row);
      else sums.set(row.item, [row]);
    }
  const parts = [...sums].map(([item, of]) => ({ item, of, lastLineId: lastLine(of) }));
  const rows = await itemNameRows(
    db,
    parts.map(({ lastLineId }) => lastLineId),
  );
  const names = new Map(rows.map(({ lineId, ...row }) => [lineId, row]));
  return parts
    .map(({ item, of, lastLineId }): Item => {
      const { titleId = null, sku = null, title = '', category = '' } = names.get(lastLineId) ?? {};
      return { item, titleId, subtotal: { sku, title, category, ...addUp(of) } };
    })
    .sort((one, other) => inTitleOrder(one.subtotal, other.subtotal));
}

/** Returns the newest line of an item: IDs sort by time. */
function lastLine(of: readonly ItemSums[]): string {
  return of.reduce((last, { lastLineId }) => (lastLineId > last ? lastLineId : last), '');
}

/** Items whose rows are read by one statement; `first` is the place of the first, from 0. */
type Batch = ItemBatch & { first: number; members: Item[] };

function toBatches(items: Item[], batchRows: number): Batch[] {
  const found: Item[][] = [[]];
  let rows = 0;
  for (const item of items) {
    if (rows > 0 && rows + item.subtotal.rows > batchRows) {
      found.push([]);
      rows = 0;
    }
    found.at(-1)!.push(item);
    rows += item.subtotal.rows;
  }
  let first = 0;
  return found.map((members) => {
    const batch = { items: members, members, isAll: found.length === 1, first };
    first += members.length;
    return batch;
  });
}

async function* readBatches(
  db: Db,
  scope: ReportScope,
  batches: readonly Batch[],
  withStudents: boolean,
): AsyncGenerator<[place: number, row: SalesOrderRow]> {
  const named = schoolNamer(scope);
  for (const batch of batches)
    for await (const line of streamRows(db, batchLines(db, scope, batch, withStudents))) {
      const index = line.place - 1;
      yield [batch.first + index, named(toRow(line, batch.members[index]!.subtotal))];
    }
}
