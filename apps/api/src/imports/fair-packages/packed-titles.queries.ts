import type { PackedTitle } from '@pos/contract/imports/fair-packages';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { titlePicture } from '#api/db/title-picture.ts';

/** Price of a title in a season, else that of the catalog. */
function getPrice(title: 't' | 'short', season: string): RawBuilder<number> {
  const table = sql.ref(title);
  return sql`coalesce(
    (
      select p.price_cents
      from season_prices p
      where p.title_id = ${table}.id and p.season = ${season}),
    ${table}.price_cents)`;
}

/**
 * Columns of a title `t` as lists of a package show it, with its price of a season. Named as in the
 * contract, so that a row can be made JSON.
 */
export function packedTitle(season: string): RawBuilder<unknown> {
  return sql`
    t.id as "titleId", t.sku, t.title, t.author, t.category,
    ${titlePicture('t.id')} as "pictureId", ${getPrice('t', season)} as "priceCents",
    greatest(t.warehouse_qty - t.allocated_qty, 0) as "availableQty",
    t.status = 'active' as "isActive"`;
}

/** Number of substitutes that are proposed for a title. */
const MAX_SUBSTITUTES = 5;

/**
 * Returns substitutes for titles that are short: active ones of the same category that are not in
 * the package and have units in the warehouse, the nearest in price first.
 */
export async function findSubstitutes(
  db: Db,
  season: string,
  shortIds: readonly string[],
  packagedIds: readonly string[],
): Promise<Map<string, PackedTitle[]>> {
  const { rows } = await sql<PackedTitle & { insteadOfId: string }>`
    select short.id as instead_of_id, near.*
    from titles short
    cross join lateral (
      select ${packedTitle(season)}
      from titles t
      where t.category = short.category and t.status = 'active'
        and t.warehouse_qty - t.allocated_qty > 0
        and t.id <> all(${packagedIds}::uuid[])
      order by abs(${getPrice('t', season)} - ${getPrice('short', season)}),
        t.warehouse_qty - t.allocated_qty desc, t.id
      limit ${MAX_SUBSTITUTES}) near
    where short.id = any(${shortIds}::uuid[])`.execute(db);
  return rows.reduce((found, { insteadOfId, ...title }) => {
    found.set(insteadOfId, [...(found.get(insteadOfId) ?? []), title]);
    return found;
  }, new Map<string, PackedTitle[]>());
}

/** Returns titles by ID, with their price of a season. */
export async function findPackedTitles(
  db: Db,
  season: string,
  ids: readonly string[],
): Promise<PackedTitle[]> {
  const { rows } = await sql<PackedTitle>`
    select ${packedTitle(season)}
    from titles t
    where t.id = any(${ids}::uuid[])
    order by lower(t.title), t.id`.execute(db);
  return rows;
}
