import { type Receipt, RECEIPT_STATE, ReceiptsQuery } from '@pos/contract/stock/warehouse/receipts';
import { RECEIPT_LIST } from '@pos/contract/stock/warehouse/receipts.columns';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { exportedList } from '#api/lists/exported-list.ts';
import { isIn, List } from '#api/lists/list.ts';
import { containing, hasText } from '#api/lists/search-text.ts';
import { numberText } from '../documents/document-number.sql.ts';

const received = sql`(l.good_qty + l.damaged_qty)`;
/** Sums of the lines of a receipt. A damaged unit has arrived, so it is not short. */
const sums = (db: Db) =>
  db
    .selectFrom('receiptLines as l')
    .where(sql<boolean>`l.document_id = stock_documents.id`)
    .select([
      sql<number>`
        count(*) filter (where l.expected_qty is not null or ${received} > 0)`.as('titles'),
      sql<number>`coalesce(sum(l.expected_qty), 0)::bigint`.as('expectedQty'),
      sql<number>`coalesce(sum(l.good_qty), 0)::bigint`.as('goodQty'),
      sql<number>`coalesce(sum(l.damaged_qty), 0)::bigint`.as('damagedQty'),
      sql<number>`
        coalesce(sum(greatest(coalesce(l.expected_qty, 0) - ${received}, 0)), 0)::bigint`.as(
        'shortQty',
      ),
      sql<number>`
        case when coalesce(sum(l.expected_qty), 0) > 0
          then sum(greatest(${received} - coalesce(l.expected_qty, 0), 0))::bigint
          else 0 end`.as('overQty'),
      sql<number | null>`sum(${received} * l.cost_cents)::bigint`.as('costCents'),
      sql<number>`
        coalesce(sum(${received}) filter (where l.cost_cents is null), 0)::bigint`.as(
        'withoutCostQty',
      ),
    ])
    .as('sums');

/** The later receipt of what was still to come, unless it was discarded or reversed. */
const continuedBy = sql<Receipt['continuedBy']>`(
  select json_build_object('id', d.id, 'number', ${numberText('receipt', 'd')})
  from receipts r
  join stock_documents d on d.id = r.document_id
  where r.continues_id = stock_documents.id and d.state in ('open', 'booked')
  limit 1)`;
const continues = sql<Receipt['continues']>`(
  select json_build_object('id', d.id, 'number', ${numberText('receipt', 'd')})
  from stock_documents d
  where d.id = receipts.continues_id)`;
const rest = sql<Receipt['rest']>`case
  when stock_documents.state <> 'booked' or sums.short_qty = 0 then null
  when ${continuedBy} is not null then 'continued'
  when receipts.rest_closed_at is not null then 'closed'
  else 'to_come' end`;

function selectReceipts(db: Db) {
  return db
    .selectFrom('stockDocuments')
    .innerJoin('receipts', 'receipts.documentId', 'stockDocuments.id')
    .innerJoinLateral(
      () => sums(db),
      (join) => join.onTrue(),
    )
    .select([
      'stockDocuments.id',
      'stockDocuments.openedBy',
      'stockDocuments.openedAt',
      'stockDocuments.closedBy',
      'stockDocuments.closedAt',
      'receipts.isOpening',
      'receipts.supplier',
      'receipts.reference',
      'receipts.receivedOn',
      'receipts.restClosedBy',
      'receipts.restClosedAt',
      'receipts.reversedBy',
      'receipts.reversedAt',
      'sums.titles',
      'sums.expectedQty',
      'sums.goodQty',
      'sums.damagedQty',
      'sums.shortQty',
      'sums.overQty',
      'sums.costCents',
      'sums.withoutCostQty',
    ])
    .select([
      numberText('receipt').as('number'),
      sql<Receipt['state']>`stock_documents.state`.as('state'),
      rest.as('rest'),
      continues.as('continues'),
      continuedBy.as('continuedBy'),
    ]);
}

/** Receipts of the warehouse (domain 13.2). */
export const receiptList = new List(ReceiptsQuery, {
  rows: selectReceipts,
  id: 'stockDocuments.id',
  sorts: {
    number: sql`stock_documents.number`,
    supplier: sql`lower(receipts.supplier)`,
    receivedOn: sql`receipts.received_on`,
    titles: sql`sums.titles`,
    goodQty: sql`sums.good_qty`,
    shortQty: sql`sums.short_qty`,
    openedBy: sql`lower(stock_documents.opened_by)`,
    state: sql`stock_documents.state`,
  },
  filters: {
    state: (states) => isIn(sql`stock_documents.state`, states),
    toCome: (isToCome) => sql`(${rest} is not distinct from 'to_come') = ${isToCome}`,
  },
  search: (text) => [
    sql`${numberText('receipt')} ilike ${containing(text)}`,
    hasText(sql`receipts.supplier`, containing(text)),
    hasText(sql`receipts.reference`, containing(text)),
  ],
  exported: exportedList<Receipt, typeof RECEIPT_LIST>('Receipts', RECEIPT_LIST, {
    origin: ({ isOpening, supplier }) => (isOpening ? 'Opening stock' : supplier),
    shortQty: (row) => (row.state === 'open' || row.rest === 'to_come' ? row.shortQty : null),
    state: ({ state }) => RECEIPT_STATE[state].label,
  }),
});
