import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '#api/db/db.ts';
import { insertRows } from '#api/db/insert-rows.ts';
import type { LoadPlan } from './plan.ts';
import { toBatches } from '../time-slices.ts';

/** Adds titles in order of SKU, so that two imports with the same new titles cannot deadlock. */
export async function insertTitleRows(tx: Tx, titles: LoadPlan['newTitles']): Promise<void> {
  const inOrder = titles.toSorted((one, other) =>
    one.sku.toLowerCase() < other.sku.toLowerCase() ? -1 : 1,
  );
  for await (const portion of toBatches(inOrder)) await insertRows(tx, 'titles', portion);
}

/** Adds cartons and their contents, and updates which of them still accept corrected rows. */
export async function insertCartonRows(
  tx: Tx,
  { newCartons, cartons, shipments }: LoadPlan,
): Promise<void> {
  await insertRows(tx, 'cartons', newCartons);
  const contents = shipments.flatMap(({ cartonId, titleId, qty }) =>
    cartonId === null ? [] : [{ cartonId, titleId, qty }],
  );
  for await (const portion of toBatches(contents)) await insertRows(tx, 'cartonContents', portion);
  for (const incomplete of [true, false]) {
    const ids = cartons.filter((carton) => carton.incomplete === incomplete).map(({ id }) => id);
    await sql`
      update cartons
      set incomplete = ${incomplete}
      where id = any(${ids}::uuid[]) and incomplete <> ${incomplete}`.execute(tx);
  }
}

/** Adds lines without units. Movements add the units. */
export async function insertLineRows(tx: Tx, lines: LoadPlan['newLines']): Promise<void> {
  for await (const portion of toBatches(lines)) {
    await insertRows(
      tx,
      'fairLines',
      portion.map((line) => ({ ...line, id: uuidv7() })),
    );
    await insertLinePriceRows(tx, portion);
  }
}

/** Updates line prices. The previous price stays valid for past sales (domain 4.4). */
export async function updateLinePriceRows(
  tx: Tx,
  prices: LoadPlan['changedPrices'],
): Promise<void> {
  if (prices.length === 0) return;
  await sql`
    with given as (
      select *
      from json_to_recordset(${JSON.stringify(prices)}::json) as g(
        "fairId" uuid, "titleId" uuid, "priceCents" bigint)),
    locked as (
      select l.id, given."priceCents"
      from fair_lines l
      join given on l.fair_id = given."fairId" and l.title_id = given."titleId"
      order by l.id
      for update of l)
    update fair_lines l
    set price_cents = locked."priceCents", version = l.version + 1, updated_at = now()
    from locked
    where l.id = locked.id`.execute(tx);
  await insertLinePriceRows(tx, prices);
}

async function insertLinePriceRows(tx: Tx, prices: LoadPlan['newLines']): Promise<void> {
  await sql`
    insert into fair_line_prices (fair_id, title_id, price_cents)
    select "fairId", "titleId", "priceCents"
    from json_to_recordset(${JSON.stringify(prices)}::json) as g(
      "fairId" uuid, "titleId" uuid, "priceCents" bigint)
    on conflict do nothing`.execute(tx);
}

/**
 * Locks lines and titles in the order that every movement uses (lines, then titles, each by ID).
 * Returns the units that the warehouse can send.
 */
export async function lockStockRows(
  tx: Tx,
  fairIds: readonly string[],
  titleIds: readonly string[],
): Promise<Map<string, number>> {
  await sql`
    select id
    from fair_lines
    where fair_id = any(${fairIds}::uuid[]) and title_id = any(${titleIds}::uuid[])
    order by id
    for update`.execute(tx);
  const { rows } = await sql<{ id: string; availableQty: number }>`
    select id, greatest(warehouse_qty - allocated_qty, 0) as available_qty
    from titles
    where id = any(${titleIds}::uuid[])
    order by id
    for update`.execute(tx);
  return new Map(rows.map(({ id, availableQty }) => [id, availableQty]));
}
