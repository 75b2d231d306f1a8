import { type Shipment, ShipmentsQuery } from '@pos/contract/stock/warehouse/shipments';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { isIn, List } from '#api/lists/list.ts';
import { containing, hasText } from '#api/lists/search-text.ts';
import { numberText } from '../documents/document-number.sql.ts';

const number = numberText('shipment');

const sums = (db: Db) =>
  db
    .selectFrom('shipmentLines as l')
    .where(sql<boolean>`l.document_id = stock_documents.id`)
    .select([
      sql<number>`count(distinct l.title_id)`.as('titles'),
      sql<number>`coalesce(sum(l.qty), 0)::bigint`.as('units'),
      sql<number>`count(distinct l.carton)`.as('cartons'),
    ])
    .as('sums');

/** Sum over the cartons of a shipment at its fair. */
const corrected = (column: 'short_qty' | 'damaged_qty') =>
  sql<number>`(
    select coalesce(sum(content.${sql.ref(column)}), 0)::bigint
    from cartons c
    join carton_contents content on content.carton_id = c.id
    where c.shipment_id = stock_documents.id)`;

function selectShipments(db: Db) {
  return db
    .selectFrom('stockDocuments')
    .innerJoin('shipments', 'shipments.documentId', 'stockDocuments.id')
    .innerJoin('fairs', 'fairs.id', 'stockDocuments.fairId')
    .innerJoin('schools', 'schools.id', 'fairs.schoolId')
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
      'fairs.id as fairId',
      'fairs.name as fairName',
      'fairs.identifier as fairIdentifier',
      'schools.name as schoolName',
      'sums.titles',
      'sums.units',
      'sums.cartons',
      'shipments.packedBy',
      'shipments.packedAt',
      'shipments.sentBy',
      'shipments.sentAt',
    ])
    .select([
      number.as('number'),
      sql<Shipment['state']>`stock_documents.state`.as('state'),
      sql<number>`(
        select count(*)
        from cartons c
        where c.shipment_id = stock_documents.id and c.status = 'missing_at_delivery')`.as(
        'missingCartons',
      ),
      corrected('short_qty').as('shortQty'),
      corrected('damaged_qty').as('damagedQty'),
    ]);
}

/** Restock shipments of the warehouse (domain 13.4). */
export const shipmentList = new List(ShipmentsQuery, {
  rows: selectShipments,
  id: 'stockDocuments.id',
  sorts: {
    number: sql`stock_documents.number`,
    fairName: sql`lower(fairs.name)`,
    units: sql`sums.units`,
    cartons: sql`sums.cartons`,
    openedAt: sql`stock_documents.opened_at`,
    sentAt: sql`shipments.sent_at`,
    state: sql`stock_documents.state`,
  },
  filters: {
    state: (states) => isIn(sql`stock_documents.state`, states),
    fairId: (fairId) => sql`stock_documents.fair_id = ${fairId}`,
  },
  search: (text) => [
    sql`${number} ilike ${containing(text)}`,
    hasText(sql`fairs.name`, containing(text)),
    hasText(sql`schools.name`, containing(text)),
    sql`fairs.identifier ilike ${containing(text)}`,
  ],
});

/** Returns the shipments of a fair, newest first, without discarded ones. */
export function findFairShipments(db: Db, fairId: string): Promise<Shipment[]> {
  return selectShipments(db)
    .where('stockDocuments.fairId', '=', fairId)
    .where('stockDocuments.state', '<>', 'discarded')
    .orderBy('stockDocuments.number', 'desc')
    .execute();
}
