import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';
import type { InventoryMade } from './made.ts';

/** Rows of an upload's `made` as SQL. */
const shipped = (uploadId: string) =>
  sql`
    (
      select s.*
      from uploads u,
        jsonb_to_recordset(u.made -> 'shipments') as s(
          "fairId" uuid, "titleId" uuid, "cartonId" uuid, qty bigint)
      where u.id = ${uploadId})`;
const priced = (uploadId: string) =>
  sql`
    (
      select p.*
      from uploads u,
        jsonb_to_recordset(u.made -> 'prices') as p(
          "fairId" uuid, "titleId" uuid, "priceCents" bigint)
      where u.id = ${uploadId})`;

/**
 * Locks the cartons against scans until the transaction ends. Taken before the stock, as a scan
 * does.
 */
export async function lockCartonRows(tx: Tx, { cartons }: InventoryMade): Promise<void> {
  await sql`
    select id
    from cartons
    where id = any(${cartons.map(({ id }) => id)}::uuid[])
    order by id
    for update`.execute(tx);
}

/**
 * Returns everything that blocks the undo of an inventory import: titles whose lines moved (other
 * than by being sent), were counted, sold or repriced since; cartons that were scanned or filled
 * further. The stock rows are locked, so a movement's ID (a UUID version 7) shows if it came later.
 */
export async function findDependents(
  tx: Tx,
  uploadId: string,
): Promise<{
  titles: { sku: string; title: string }[];
  cartons: { code: string; status: string }[];
}> {
  const { rows: titles } = await sql<{ sku: string; title: string }>`
    with touched as (
      select "fairId", "titleId" from ${shipped(uploadId)} s
      union
      select "fairId", "titleId" from ${priced(uploadId)} p),
    upload as (select id, at from uploads where id = ${uploadId})
    select t.sku, t.title
    from touched
    join titles t on t.id = touched."titleId"
    left join fair_lines l on l.fair_id = touched."fairId"
      and l.title_id = touched."titleId", upload
    where l.id is null or l.counted_return_qty is not null
      or exists (
        select 1
        from stock_movements m
        where m.title_id = touched."titleId"
          and touched."fairId" in (m.from_fair_id, m.to_fair_id)
          and (m.reason <> 'sent' or m.ref_type = 'line_deletion')
          and m.id > upload.id)
      or exists (
        select 1
        from order_lines ol
        join orders o on o.id = ol.order_id
        where ol.title_id = touched."titleId"
          and o.fair_id = touched."fairId"
          and o.received_at >= upload.at)
      or exists (
        select 1
        from ${priced(uploadId)} p
        where p."fairId" = touched."fairId"
          and p."titleId" = touched."titleId"
          and p."priceCents" <> l.price_cents)
    order by t.title, t.sku`.execute(tx);
  const { rows: cartons } = await sql<{ code: string; status: string }>`
    select c.code, c.status
    from cartons c
    where c.id in (select "cartonId" from ${shipped(uploadId)} s)
      and (
        c.status <> 'packed' or c.scanned_in_at is not null or c.scanned_back_at is not null
          or (
            c.id in (
              select value::uuid
              from uploads u, jsonb_array_elements_text(u.made -> 'newCartons')
              where u.id = ${uploadId})
              and exists (
                select 1 from carton_contents cc
                where cc.carton_id = c.id
                  and not exists (
                    select 1 from ${shipped(uploadId)} s
                    where s."cartonId" = cc.carton_id and s."titleId" = cc.title_id))))
    order by c.code`.execute(tx);
  return { titles, cartons };
}

/** Returns the units sent to each fair. */
export async function findSentUnits(
  tx: Tx,
  fairIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ fairId: string; units: number }>`
    select fair_id, sum(sent_qty)::bigint as units
    from fair_lines
    where fair_id = any(${fairIds}::uuid[])
    group by fair_id`.execute(tx);
  return new Map(rows.map(({ fairId, units }) => [fairId, units]));
}

/** Restores the earlier price of lines. */
export async function restorePriceRows(tx: Tx, prices: InventoryMade['prices']): Promise<void> {
  await sql`
    update fair_lines l
    set price_cents = given."fromCents", version = l.version + 1, updated_at = now()
    from json_to_recordset(${JSON.stringify(prices)}::json) as given(
      "fairId" uuid, "titleId" uuid, "fromCents" bigint)
    where l.fair_id = given."fairId" and l.title_id = given."titleId"`.execute(tx);
}

/**
 * Removes the contents that the import packed, deletes its new cartons, and lets the others accept
 * rows as before.
 */
export async function deleteCartonRows(
  tx: Tx,
  { shipments, newCartons, cartons }: InventoryMade,
): Promise<void> {
  const packed = shipments.filter(({ cartonId }) => cartonId !== null);
  await sql`
    delete
    from carton_contents c using json_to_recordset(
      ${JSON.stringify(packed)}::json) as given("cartonId" uuid, "titleId" uuid)
    where c.carton_id = given."cartonId" and c.title_id = given."titleId"`.execute(tx);
  await sql`delete from cartons where id = any(${newCartons}::uuid[])`.execute(tx);
  await sql`
    update cartons c
    set incomplete = given."wasIncomplete"
    from json_to_recordset(
      ${JSON.stringify(cartons)}::json) as given(id uuid, "wasIncomplete" boolean)
    where c.id = given.id and c.incomplete <> given."wasIncomplete"`.execute(tx);
}

/** Deletes lines that no longer hold anything. Keeps lines that a later import filled. */
export async function deleteLineRows(tx: Tx, lines: InventoryMade['newLines']): Promise<void> {
  await sql`
    delete
    from fair_lines l using json_to_recordset(
      ${JSON.stringify(lines)}::json) as given("fairId" uuid, "titleId" uuid)
    where l.fair_id = given."fairId"
      and l.title_id = given."titleId"
      and l.sent_qty = 0
      and l.sold_qty = 0
      and l.adjust_qty = 0
      and l.missing_qty = 0`.execute(tx);
}
