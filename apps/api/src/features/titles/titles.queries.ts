import type { Title, TitleChanges } from '@pos/contract/titles';
import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import type { Schema } from '#api/db/schema.ts';
import { selectTitles } from '#api/features/inventory/titles.list.ts';
import type { CodeField } from './titles.rules.ts';

const skuIsFixed = sql<boolean>`(
  exists (select from fair_lines l where l.title_id = titles.id)
  or exists (select from order_lines o where o.title_id = titles.id))`;

function selectWhole(db: Db) {
  return selectTitles(db)
    .select(['titles.inSource', 'titles.version', 'titles.createdAt', 'titles.updatedAt'])
    .select([
      sql<Title['sourceFields']>`
        case when titles.in_source then titles.source_fields else '{}' end`.as('sourceFields'),
      sql<string | null>`
        case when titles.in_source then titles.source_sku end`.as('sourceSku'),
      skuIsFixed.as('skuIsFixed'),
    ]);
}

export function findTitle(db: Db, id: string): Promise<Title | undefined> {
  return selectWhole(db).where('titles.id', '=', id).executeTakeFirst();
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
