import type { Title, TitleChanges } from '@pos/contract/stock/titles';
import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import { jsonRows, toJson } from '#api/db/json-columns.ts';
import type { Schema } from '#api/db/schema.generated.ts';
import { selectTitles } from '#api/stock/inventory/titles.list.ts';
import type { CodeField } from './titles.rules.ts';

const skuIsFixed = sql<boolean>`(
  exists (select from fair_lines l where l.title_id = titles.id)
  or exists (select from order_lines o where o.title_id = titles.id))`;

const seasonPrices = jsonRows<Title['seasonPrices'][number]>(
  toJson('seasonPrices', ['season', 'priceCents']),
  sql`from season_prices where season_prices.title_id = titles.id`,
  sql`left(season_prices.season, 4) desc, season_prices.season`,
);

function selectWhole(db: Db) {
  return selectTitles(db)
    .select(['titles.inSource', 'titles.version', 'titles.createdAt', 'titles.updatedAt'])
    .select([
      sql<Title['sourceFields']>`
        case when titles.in_source then titles.source_fields else '{}' end`.as('sourceFields'),
      sql<string | null>`
        case when titles.in_source then titles.source_sku end`.as('sourceSku'),
      skuIsFixed.as('skuIsFixed'),
      seasonPrices.as('seasonPrices'),
    ]);
}

export function findTitle(db: Db, id: string): Promise<Title | undefined> {
  return selectWhole(db).where('titles.id', '=', id).executeTakeFirst();
}

export function findTitles(db: Db, ids: readonly string[]): Promise<Title[]> {
  return selectWhole(db)
    .where(sql<boolean>`titles.id = any(${ids}::uuid[])`)
    .execute();
}

/** Returns the IDs of the titles with one of the codes, given in lowercase. */
export async function findTitleIds(db: Db, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id
    from titles
    where lower(sku) = any(${codes}::text[]) or isbn13 = any(${codes}::text[])
      or upc = any(${codes}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Locks titles against changes by others until the transaction ends. */
export async function lockTitleRows(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select from titles where id = any(${ids}::uuid[]) order by id for update`.execute(tx);
}

/** Returns which of these titles exist, with their names, and locks them against deletion. */
export async function lockNamedTitles(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, { title: string; isActive: boolean }>> {
  const { rows } = await sql<{ id: string; title: string; isActive: boolean }>`
    select id, title, status = 'active' as is_active
    from titles
    where id = any(${ids}::uuid[])
    order by id
    for key share`.execute(tx);
  return new Map(rows.map(({ id, ...title }) => [id, title]));
}

/**
 * Deletes titles that were never changed or moved and have not since come from the source system.
 * Returns their IDs. The database refuses it if anything else refers to one.
 */
export async function removeUnusedTitleRows(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from titles t
    where t.id = any(${ids}::uuid[]) and not t.in_source and t.version = 1
      and not exists (select from stock_movements m where m.title_id = t.id)
      and not exists (select from fair_lines l where l.title_id = t.id)
      and not exists (select from order_lines o where o.title_id = t.id)
      and not exists (select from package_titles p where p.title_id = t.id)
    returning t.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Serializes changes of titles' codes until the transaction ends, so that no two titles get the
 * same one.
 */
export async function lockCodes(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('codes of titles'))`.execute(tx);
}

/**
 * Returns another title that has one of the codes as its SKU, ISBN or UPC, for each field; codes
 * are compared without case.
 */
export async function findCodeOwners(
  tx: Tx,
  codes: Partial<Record<CodeField, string>>,
  exceptId: string | null,
): Promise<{ field: CodeField; title: string; sku: string }[]> {
  const given = Object.entries(codes).map(([field, code]) => ({ field, code: code.toLowerCase() }));
  const { rows } = await sql<{ field: CodeField; title: string; sku: string }>`
    select distinct on (given.field) given.field, t.title, t.sku
    from json_to_recordset(${JSON.stringify(given)}::json) as given(field text, code text)
    join titles t on lower(t.sku) = given.code or t.isbn13 = given.code or t.upc = given.code
    where t.id is distinct from ${exceptId}::uuid
    order by given.field, t.id`.execute(tx);
  return rows;
}

export async function insertTitleRow(tx: Tx, title: Insertable<Schema['titles']>): Promise<void> {
  await tx.insertInto('titles').values(title).execute();
}

/** Updates the given fields of a title. */
export async function updateTitleRow(
  tx: Tx,
  id: string,
  version: number,
  changes: Omit<TitleChanges, 'version'>,
): Promise<void> {
  await tx
    .updateTable('titles')
    .set({ ...changes, version, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}
