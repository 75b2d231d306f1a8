import type { ShipmentCarton, ShipmentLine } from '@pos/contract/stock/warehouse/shipments';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '#api/db/db.ts';
import { titlePicture } from '#api/db/title-picture.ts';

/** Units of a title in a carton. */
export type PackedLine = Pick<ShipmentLine, 'titleId' | 'carton' | 'quantity'>;

export async function insertShipmentRow(tx: Tx, documentId: string): Promise<void> {
  await tx
    .insertInto('shipments')
    .values({ documentId, packedBy: null, packedAt: null, sentBy: null, sentAt: null })
    .execute();
}

/** Returns the lines of a shipment by carton and title. */
export async function findShipmentLines(db: Db, documentId: string): Promise<ShipmentLine[]> {
  const { rows } = await sql<ShipmentLine>`
    select t.id as title_id, t.sku, t.title, t.author, t.category,
      ${titlePicture('t.id')} as picture_id, t.status = 'active' as is_active, l.carton,
      l.qty as quantity, coalesce(at_fair.short_qty, 0) as short_qty,
      coalesce(at_fair.damaged_qty, 0) as damaged_qty,
      greatest(t.warehouse_qty - t.allocated_qty, 0) as available_qty
    from shipment_lines l
    join titles t on t.id = l.title_id
    left join shipment_cartons c on c.document_id = l.document_id and c.number = l.carton
    left join carton_contents at_fair on at_fair.carton_id = c.id and at_fair.title_id = l.title_id
    where l.document_id = ${documentId}
    order by l.carton, lower(t.title), t.id`.execute(db);
  return rows;
}

/** Returns the cartons of a packed shipment by number, with their state at the fair. */
export async function findShipmentCartons(
  db: Db,
  documentId: string,
): Promise<(ShipmentCarton & { id: string })[]> {
  const { rows } = await sql<ShipmentCarton & { id: string }>`
    select s.id, s.number, coalesce(c.code, s.code) as code, c.status
    from shipment_cartons s
    left join cartons c on c.id = s.id
    where s.document_id = ${documentId}
    order by s.number`.execute(db);
  return rows;
}

/** Sets lines of a shipment; those with quantity 0 are removed. */
export async function setLineRows(
  tx: Tx,
  documentId: string,
  lines: readonly PackedLine[],
): Promise<void> {
  const given = JSON.stringify(lines);
  await sql`
    delete from shipment_lines l
    using json_to_recordset(${given}::json) as g("titleId" uuid, carton int, quantity int)
    where l.document_id = ${documentId} and l.title_id = g."titleId" and l.carton = g.carton
      and g.quantity = 0`.execute(tx);
  await sql`
    insert into shipment_lines (document_id, carton, title_id, qty)
    select ${documentId}, g.carton, g."titleId", g.quantity
    from json_to_recordset(${given}::json) as g("titleId" uuid, carton int, quantity int)
    where g.quantity > 0
    on conflict (document_id, carton, title_id) do update set qty = excluded.qty`.execute(tx);
}

/** Replaces all lines of a shipment. */
export async function replaceLineRows(
  tx: Tx,
  documentId: string,
  lines: readonly PackedLine[],
): Promise<void> {
  await tx.deleteFrom('shipmentLines').where('documentId', '=', documentId).execute();
  await setLineRows(tx, documentId, lines);
}

/** Returns the carton codes among these that are in use, in lowercase. */
export async function findTakenCodes(tx: Tx, codes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`
    select lower(code) as code
    from cartons
    where lower(code) = any(${codes.map((code) => code.toLowerCase())}::text[])`.execute(tx);
  return new Set(rows.map(({ code }) => code));
}

export async function insertCartonRows(
  tx: Tx,
  documentId: string,
  codes: readonly string[],
): Promise<void> {
  await tx
    .insertInto('shipmentCartons')
    .values(codes.map((code, at) => ({ id: uuidv7(), documentId, number: at + 1, code })))
    .execute();
}

export async function deleteCartonRows(tx: Tx, documentId: string): Promise<void> {
  await tx.deleteFrom('shipmentCartons').where('documentId', '=', documentId).execute();
}

/** Sets by whom and when a shipment was packed; null if it is no longer. */
export async function setPackedRow(
  tx: Tx,
  documentId: string,
  packedBy: string | null,
): Promise<void> {
  const packedAt = packedBy === null ? null : sql<string>`now()`;
  await tx
    .updateTable('shipments')
    .set({ packedBy, packedAt })
    .where('documentId', '=', documentId)
    .execute();
}

export async function setSentRow(tx: Tx, documentId: string, sentBy: string): Promise<void> {
  await tx
    .updateTable('shipments')
    .set({ sentBy, sentAt: sql<string>`now()` })
    .where('documentId', '=', documentId)
    .execute();
}

/** Makes the cartons of a packed shipment cartons of its fair, with their contents. */
export async function insertFairCartonRows(
  tx: Tx,
  documentId: string,
  { fairId, label }: { fairId: string; label: string },
): Promise<void> {
  await sql`
    insert into cartons (id, code, fair_id, label, shipment_id)
    select id, code, ${fairId}, ${label}, document_id
    from shipment_cartons
    where document_id = ${documentId}`.execute(tx);
  await sql`
    insert into carton_contents (carton_id, title_id, qty)
    select c.id, l.title_id, l.qty
    from shipment_lines l
    join shipment_cartons c on c.document_id = l.document_id and c.number = l.carton
    where l.document_id = ${documentId}`.execute(tx);
}

/**
 * Adds lines for titles that the fair lacks, at the price of its season, else of the catalog. Lines
 * that it has keep their price (domain 3.7).
 */
export async function insertMissingLineRows(
  tx: Tx,
  fairId: string,
  titleIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ titleId: string; priceCents: number }>`
    select t.id as title_id, coalesce(p.price_cents, t.price_cents) as price_cents
    from titles t
    join fairs f on f.id = ${fairId}
    left join season_prices p on p.title_id = t.id and p.season = season_of(f.start_date)
    where t.id = any(${titleIds}::uuid[])
      and not exists (
        select
        from fair_lines l
        where l.fair_id = f.id and l.title_id = t.id)
    order by t.id`.execute(tx);
  if (rows.length === 0) return;
  await tx
    .insertInto('fairLines')
    .values(rows.map((row) => ({ ...row, id: uuidv7(), fairId, countedReturnQty: null })))
    .onConflict((conflict) => conflict.columns(['fairId', 'titleId']).doNothing())
    .execute();
  await tx
    .insertInto('fairLinePrices')
    .values(rows.map((row) => ({ ...row, fairId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Fairs named for a title that is short. */
const MAX_HOLDERS = 3;

/** Returns the other fairs, not closed out, that have most of each title. */
export async function findHolders(
  tx: Tx,
  fairId: string,
  titleIds: readonly string[],
): Promise<Map<string, { fairName: string; onHand: number }[]>> {
  const { rows } = await sql<{ titleId: string; fairName: string; onHand: number }>`
    select given.title_id, held.fair_name, held.on_hand
    from unnest(${titleIds}::uuid[]) as given(title_id)
    cross join lateral (
      select f.name as fair_name, l.on_hand
      from fair_lines l
      join fairs f on f.id = l.fair_id
      where l.title_id = given.title_id and l.on_hand > 0 and l.fair_id <> ${fairId}
        and f.close_out_state <> 'finished'
      order by l.on_hand desc, f.name
      limit ${MAX_HOLDERS}) held`.execute(tx);
  return Map.groupBy(rows, ({ titleId }) => titleId);
}
