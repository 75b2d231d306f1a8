import {
  type LineDifference,
  type ReceiptLine,
  ReceiptLinesQuery,
} from '@pos/contract/stock/warehouse/receipts';
import { RECEIPT_LINE_LIST } from '@pos/contract/stock/warehouse/receipts.columns';
import { sql, type RawBuilder } from 'kysely';
import { PREPARED, type Db } from '#api/db/db.ts';
import { titlePicture } from '#api/db/title-picture.ts';
import { exportedList } from '#api/lists/exported-list.ts';
import { List } from '#api/lists/list.ts';
import { byTitle } from '#api/stock/inventory/article-numbers.queries.ts';

/** Children whose paid copies of a title wait for shipment to their schools. */
const promisedTo = sql<number>`case when titles.allocated_qty > 0 then (
  select count(distinct coalesce(o.student_id, o.id))
  from order_lines ol
  join orders o on o.id = ol.order_id
  where ol.fulfilment_status = 'to_ship' and ol.title_id = titles.id) else 0 end`;
const received = sql`(receipt_lines.good_qty + receipt_lines.damaged_qty)`;

/** Condition of each difference between what was listed and what arrived. */
const DIFFERENCES: Record<LineDifference, RawBuilder<boolean>> = {
  short: sql`receipt_lines.expected_qty > ${received}`,
  over: sql`receipt_lines.expected_qty < ${received}`,
  unexpected: sql`receipt_lines.expected_qty is null`,
  damaged: sql`receipt_lines.damaged_qty > 0`,
  promised: sql`titles.allocated_qty > 0`,
};

function selectLines(db: Db) {
  return db
    .selectFrom('receiptLines')
    .innerJoin('titles', 'titles.id', 'receiptLines.titleId')
    .select([
      'receiptLines.titleId',
      'receiptLines.expectedQty',
      'receiptLines.goodQty',
      'receiptLines.damagedQty',
      'receiptLines.costCents',
      'receiptLines.changedAt',
      'titles.sku',
      'titles.isbn13',
      'titles.title',
      'titles.author',
      'titles.status',
      'titles.warehouseQty',
      'titles.allocatedQty as promisedQty',
    ])
    .select([titlePicture('titles.id').as('pictureId'), promisedTo.as('promisedTo')]);
}

/** Titles of a receipt, the one changed last first. */
export const receiptLineList = new List(ReceiptLinesQuery, {
  rows: selectLines,
  id: 'receiptLines.titleId',
  sorts: {
    changedAt: sql`receipt_lines.changed_at`,
    title: sql`lower(titles.title)`,
    sku: sql`lower(titles.sku)`,
    expectedQty: sql`receipt_lines.expected_qty`,
    goodQty: sql`receipt_lines.good_qty`,
    damagedQty: sql`receipt_lines.damaged_qty`,
  },
  emptyLast: ['expectedQty'],
  filters: {
    receiptId: (id) => sql`
      receipt_lines.document_id = ${id}
        and (receipt_lines.expected_qty is not null or ${received} > 0)`,
    difference: (difference) => DIFFERENCES[difference],
  },
  search: byTitle,
  exported: exportedList<ReceiptLine, typeof RECEIPT_LINE_LIST>('Receipt', RECEIPT_LINE_LIST, {
    difference: ({ expectedQty, goodQty, damagedQty }) =>
      expectedQty === null ? null : goodQty + damagedQty - expectedQty,
  }),
});

/** Returns the line of a title, or undefined. */
export function findReceiptLine(
  db: Db,
  receiptId: string,
  titleId: string,
): Promise<ReceiptLine | undefined> {
  return selectLines(db)
    .modifyFront(PREPARED)
    .where('receiptLines.documentId', '=', receiptId)
    .where('receiptLines.titleId', '=', titleId)
    .executeTakeFirst();
}
