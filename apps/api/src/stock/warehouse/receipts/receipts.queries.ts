import type { ScannedTitle } from '@pos/contract/stock/warehouse/receipts';
import { type Insertable, sql, type UpdateObject } from 'kysely';
import { PREPARED, type Db, type Tx } from '#api/db/db.ts';
import type { Schema } from '#api/db/schema.generated.ts';

export async function insertReceiptRow(
  tx: Tx,
  receipt: Pick<
    Insertable<Schema['receipts']>,
    'documentId' | 'isOpening' | 'supplier' | 'reference' | 'receivedOn' | 'continuesId'
  >,
): Promise<void> {
  await tx
    .insertInto('receipts')
    .values({
      ...receipt,
      restClosedBy: null,
      restClosedAt: null,
      reversedBy: null,
      reversedAt: null,
    })
    .execute();
}

export async function updateReceiptRow(
  tx: Tx,
  id: string,
  changes: UpdateObject<Schema, 'receipts'>,
): Promise<void> {
  await tx.updateTable('receipts').set(changes).where('documentId', '=', id).execute();
}

/** Notes who said that nothing more is to come, and the time. */
export function closeRestRow(tx: Tx, id: string, restClosedBy: string): Promise<void> {
  return updateReceiptRow(tx, id, { restClosedBy, restClosedAt: sql<string>`now()` });
}

/** Notes who reversed a receipt, and the time. */
export function reverseReceiptRow(tx: Tx, id: string, reversedBy: string): Promise<void> {
  return updateReceiptRow(tx, id, { reversedBy, reversedAt: sql<string>`now()` });
}

/** Returns the titles with this SKU, ISBN or UPC. An ISBN that several SKUs share finds them all. */
export async function findScannedTitles(
  db: Db,
  code: { sku: string; isbn13: string | null; upc: string | null },
): Promise<ScannedTitle[]> {
  const { rows } = await sql<ScannedTitle>`
    select ${PREPARED} id as title_id, sku, title, status
    from titles
    where lower(sku) = lower(${code.sku}) or isbn13 = ${code.isbn13} or upc = ${code.upc}
    order by lower(sku)
    limit 20`.execute(db);
  return rows;
}

export async function titleExists(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('titles').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Units added to lines of a receipt. `source` tells scans from typed and uploaded ones. */
export type ScanRow = {
  id: string;
  documentId: string;
  titleId: string;
  goodQty: number;
  damagedQty: number;
  source: 'scan' | 'typed' | 'sheet' | 'rest';
  scannedBy: string;
};

/**
 * Adds units to the line of a title, which is added if the receipt has none. A scan that is stored
 * already changes nothing.
 */
export async function addScanRow(tx: Tx, scan: ScanRow): Promise<void> {
  await sql`
    insert ${PREPARED} into receipt_lines (document_id, title_id) values (${scan.documentId}, ${scan.titleId})
    on conflict do nothing`.execute(tx);
  await sql`
    with ${PREPARED} scan as (
      insert into receipt_scans (id, document_id, title_id, good_qty, damaged_qty, source, scanned_by)
      values (${scan.id}, ${scan.documentId}, ${scan.titleId}, ${scan.goodQty}, ${scan.damagedQty},
        ${scan.source}, ${scan.scannedBy})
      on conflict (id) do nothing
      returning document_id, title_id, good_qty, damaged_qty)
    update receipt_lines l
    set good_qty = l.good_qty + scan.good_qty, damaged_qty = l.damaged_qty + scan.damaged_qty,
      changed_at = now()
    from scan
    where l.document_id = scan.document_id and l.title_id = scan.title_id`.execute(tx);
}

/** Locks the line of a title until the transaction ends and returns its units. */
export function lockLine(
  tx: Tx,
  documentId: string,
  titleId: string,
): Promise<{ goodQty: number; damagedQty: number } | undefined> {
  return tx
    .selectFrom('receiptLines')
    .select(['goodQty', 'damagedQty'])
    .where('documentId', '=', documentId)
    .where('titleId', '=', titleId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Sets the cost of one unit of a title. */
export async function setLineCost(
  tx: Tx,
  documentId: string,
  titleId: string,
  costCents: number | null,
): Promise<void> {
  await tx
    .updateTable('receiptLines')
    .set({ costCents, changedAt: sql<string>`now()` })
    .where('documentId', '=', documentId)
    .where('titleId', '=', titleId)
    .execute();
}

/** Expects on a receipt what is short on an earlier one, at the same cost. */
export async function insertRestRows(tx: Tx, earlierId: string, id: string): Promise<void> {
  await sql`
    insert into receipt_lines (document_id, title_id, expected_qty, cost_cents)
    select ${id}::uuid, title_id, expected_qty - good_qty - damaged_qty, cost_cents
    from receipt_lines
    where document_id = ${earlierId} and expected_qty > good_qty + damaged_qty`.execute(tx);
}

/** Adds the units that are listed and short to their lines, as good. */
export async function receiveListedRows(tx: Tx, id: string, scannedBy: string): Promise<void> {
  await sql`
    with short as (
      select title_id, expected_qty - good_qty - damaged_qty as units
      from receipt_lines
      where document_id = ${id} and expected_qty > good_qty + damaged_qty
      order by title_id
      for no key update),
    scan as (
      insert into receipt_scans (id, document_id, title_id, good_qty, damaged_qty, source, scanned_by)
      select gen_random_uuid(), ${id}::uuid, title_id, units, 0, 'rest', ${scannedBy}
      from short)
    update receipt_lines l
    set good_qty = l.good_qty + short.units, changed_at = now()
    from short
    where l.document_id = ${id} and l.title_id = short.title_id`.execute(tx);
}

/** Returns the units of each title of a receipt that has any, ordered by title. */
export async function findReceivedUnits(
  db: Db,
  id: string,
): Promise<{ titleId: string; goodQty: number; damagedQty: number }[]> {
  return db
    .selectFrom('receiptLines')
    .select(['titleId', 'goodQty', 'damagedQty'])
    .where('documentId', '=', id)
    .where(sql<boolean>`good_qty + damaged_qty > 0`)
    .orderBy('titleId')
    .execute();
}

/** A title of which the warehouse has fewer units than a receipt brought, and the fairs that have some. */
export type LackingTitle = {
  title: string;
  lackingQty: number;
  fairs: { id: string; name: string }[];
};

/** Locks the titles of a receipt and returns those of which the warehouse has too few. */
export async function lockLackingTitles(tx: Tx, id: string): Promise<LackingTitle[]> {
  const { rows } = await sql<LackingTitle>`
    with locked as (
      select t.id, t.title, l.good_qty - greatest(t.warehouse_qty, 0) as lacking_qty
      from titles t
      join receipt_lines l on l.title_id = t.id and l.document_id = ${id}
      where l.good_qty > 0
      order by t.id
      for no key update of t)
    select title, lacking_qty, coalesce(
      (
        select json_agg(json_build_object('id', f.id, 'name', f.name) order by f.start_date desc)
        from (
          select fairs.id, fairs.name, fairs.start_date
          from fair_lines fl
          join fairs on fairs.id = fl.fair_id
          where fl.title_id = locked.id and fl.on_hand > 0
          order by fairs.start_date desc
          limit 3) f),
      '[]') as fairs
    from locked
    where lacking_qty > 0
    order by title
    limit 20`.execute(tx);
  return rows;
}

/** Returns the receipt and title of a stored scan. */
export function findScan(
  db: Db,
  id: string,
): Promise<{ documentId: string; titleId: string } | undefined> {
  return db
    .selectFrom('receiptScans')
    .modifyFront(PREPARED)
    .select(['documentId', 'titleId'])
    .where('id', '=', id)
    .executeTakeFirst();
}
