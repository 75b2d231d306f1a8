import type { ScannedTitle } from '@pos/contract/stock/warehouse/receipts';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
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
  changes: Updateable<Schema['receipts']>,
): Promise<void> {
  await tx.updateTable('receipts').set(changes).where('documentId', '=', id).execute();
}

/** Returns the titles with this SKU, ISBN or UPC. An ISBN that several SKUs share finds them all. */
export async function findScannedTitles(
  db: Db,
  code: { sku: string; isbn13: string | null; upc: string | null },
): Promise<ScannedTitle[]> {
  const { rows } = await sql<ScannedTitle>`
    select id as title_id, sku, title, status
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
    insert into receipt_lines (document_id, title_id) values (${scan.documentId}, ${scan.titleId})
    on conflict do nothing`.execute(tx);
  await sql`
    with scan as (
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

/** Returns the receipt and title of a stored scan. */
export function findScan(
  db: Db,
  id: string,
): Promise<{ documentId: string; titleId: string } | undefined> {
  return db
    .selectFrom('receiptScans')
    .select(['documentId', 'titleId'])
    .where('id', '=', id)
    .executeTakeFirst();
}
