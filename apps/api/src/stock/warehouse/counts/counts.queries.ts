import type { CountScope, CountState } from '@pos/contract/stock/warehouse/counts';
import type { CountTitle } from '@pos/contract/stock/warehouse/count-scans';
import { MAX_OPTIONS } from '@pos/contract/values';
import {
  codeForms,
  plainCode,
  toUpc,
  withoutPriceDigits,
} from '@pos/contract/stock/article-numbers';
import type { Category } from '@pos/contract/stock/inventory';
import { sql, type RawBuilder } from 'kysely';
import { PREPARED, type Db, type Tx } from '#api/db/db.ts';
import { titlePicture } from '#api/db/title-picture.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { containing, hasName, hasText } from '#api/lists/search-text.ts';
import { AGAIN, DIFFERENCE, ON_RECORD, RESULT } from './lines.sql.ts';

/** A count as its services need it, read under the lock of its document. */
export type CountHead = {
  id: string;
  state: CountState;
  scope: CountScope;
  categories: Category[];
  round: number;
  version: number;
};

const head = sql`d.id, d.state, c.scope, c.categories, c.round, c.version`;

/** Reads a count for a scan. Others may scan meanwhile; finishing and booking wait. */
export async function shareCount(tx: Tx, id: string): Promise<CountHead | undefined> {
  const { rows } = await sql<CountHead>`
    select ${PREPARED} ${head}
    from stock_documents d
    join counts c on c.document_id = d.id
    where d.id = ${id}
    for share of d`.execute(tx);
  return rows[0];
}

export async function findCountHead(db: Db, id: string): Promise<CountHead | undefined> {
  const { rows } = await sql<CountHead>`
    select ${head}
    from stock_documents d
    join counts c on c.document_id = d.id
    where d.id = ${id}`.execute(db);
  return rows[0];
}

export async function insertCountRow(
  tx: Tx,
  count: { documentId: string; scope: CountScope; categories: Category[]; note: string },
): Promise<void> {
  await tx.insertInto('counts').values(count).execute();
}

/** Changes the round of a count, and its version, so that what others saw is known to be stale. */
export async function updateCountRow(tx: Tx, id: string, round?: number): Promise<void> {
  await tx
    .updateTable('counts')
    .set({
      version: sql<number>`version + 1`,
      updatedAt: sql<string>`now()`,
      ...(round !== undefined && { round }),
    })
    .where('documentId', '=', id)
    .execute();
}

/** Columns of `CountTitle` of the title `t`. */
export const titleFacts = sql`
  t.id as title_id, t.sku, t.isbn13, t.title, t.author, t.category,
  ${titlePicture('t.id')} as picture_id, t.status = 'active' as is_active`;

/** Returns the titles that have the code as their SKU, ISBN or UPC. */
export async function findByCode(db: Db, codes: readonly string[]) {
  const { rows } = await sql<CountTitle & { code: string }>`
    select distinct on (given.code, t.id) given.code, ${titleFacts}
    from json_to_recordset(${JSON.stringify(codeForms(codes))}::json) as given(code text, form text)
    join titles t on lower(t.sku) = given.form or t.isbn13 = given.form or t.upc = given.form
    order by given.code, t.id`.execute(db);
  return rows;
}

export async function findTitle(db: Db, id: string): Promise<CountTitle | undefined> {
  const { rows } = await sql<CountTitle>`
    select ${titleFacts} from titles t where t.id = ${id}`.execute(db);
  return rows[0];
}

/** SQL condition: the title `t` belongs to a count, whose line of it is `l`. */
function belongs({ scope, categories }: CountHead): RawBuilder<boolean> {
  switch (scope) {
    case 'category':
      return sql`t.category = any(${categories}::text[])`;
    case 'titles':
      return sql`l.id is not null`;
    case 'warehouse':
    case 'scanned':
      return sql`true`;
  }
}

/** Finds titles that belong to a count by name, author or code. */
export async function findTitlesToCount(
  db: Db,
  count: CountHead,
  search = '',
): Promise<CountTitle[]> {
  const code = containing(toUpc(search) ?? plainCode(withoutPriceDigits(search)));
  const { rows } = await sql<CountTitle>`
    select ${titleFacts}
    from titles t
    left join count_lines l on l.document_id = ${count.id} and l.title_id = t.id
    where ${belongs(count)}
      and (
        ${hasText(sql`t.title`, containing(search))} or ${hasName(sql`t.author`, search)}
        or replace(t.sku, '-', '') ilike ${code} or t.isbn13 ilike ${code} or t.upc ilike ${code})
    order by t.status, lower(t.title), t.id
    limit ${MAX_OPTIONS}`.execute(db);
  return rows;
}

/**
 * Returns the titles that belong to a count and that nobody has counted: in the latest round, or in
 * any. Those without units on record differ in nothing, unless somebody listed them.
 */
export async function findUncounted(db: Db, count: CountHead): Promise<CountTitle[]> {
  const { rows } = await sql<CountTitle>`
    select ${titleFacts} ${fromUncounted(count)} order by lower(t.title), t.id`.execute(db);
  return rows;
}

export async function countUncounted(db: Db, count: CountHead): Promise<number> {
  const { rows } = await sql<{ titles: number }>`
    select count(*) as titles ${fromUncounted(count)}`.execute(db);
  return rows[0]!.titles;
}

function fromUncounted(count: CountHead): RawBuilder<unknown> {
  const isNew =
    count.scope === 'scanned'
      ? sql`false`
      : count.scope === 'titles'
        ? sql`l.id is not null`
        : sql`t.warehouse_qty <> 0 and ${belongs(count)}`;
  return sql`
    from titles t
    left join count_lines l on l.document_id = ${count.id} and l.title_id = t.id
    where l.counted_qty is null
      and case when l.earlier_qty is null then ${isNew} else l.round = ${count.round} end`;
}

/** Lists titles in a count before anybody counts them. */
export async function insertLineRows(
  tx: Tx,
  countId: string,
  lines: readonly { id: string; titleId: string }[],
): Promise<void> {
  await sql`
    insert into count_lines (id, document_id, title_id, round)
    select id, ${countId}, title_id, 1
    from unnest(
      ${lines.map(({ id }) => id)}::uuid[],
      ${lines.map(({ titleId }) => titleId)}::uuid[]) as line(id, title_id)`.execute(tx);
}

/** Locks titles by ID and counts 0 units of each, against what is on record now. */
export async function confirmNoneRows(
  tx: Tx,
  actor: Actor,
  { id: countId, round }: CountHead,
  lines: readonly { lineId: string; scanId: string; titleId: string }[],
): Promise<void> {
  await sql`
    with given as (
      select *
      from json_to_recordset(${JSON.stringify(lines)}::json) as g(
        "lineId" uuid, "scanId" uuid, "titleId" uuid)),
    locked as (
      select g.*, t.warehouse_qty
      from titles t
      join given g on t.id = g."titleId"
      order by t.id
      for no key update of t),
    counted as (
      insert into count_lines as l (
        id, document_id, title_id, round, counted_qty, first_record_qty, on_record_qty, counted_at,
        counted_by)
      select "lineId", ${countId}, "titleId", ${round}, 0, warehouse_qty, warehouse_qty, now(),
        array[${actor.name}::text]
      from locked
      on conflict (document_id, title_id) do update
      set round = excluded.round, counted_qty = 0, first_record_qty = excluded.first_record_qty,
        on_record_qty = excluded.on_record_qty, counted_at = excluded.counted_at,
        counted_by = excluded.counted_by)
    insert into count_scans (
      id, document_id, title_id, round, kind, qty, on_record_qty, admin_id, admin_name)
    select "scanId", ${countId}, "titleId", ${round}, 'confirmed', 0, warehouse_qty, ${actor.id},
      ${actor.name}
    from locked`.execute(tx);
}

/** Puts counted lines into a new round: these, or all that must be counted again. */
export async function startRoundRows(
  tx: Tx,
  countId: string,
  round: number,
  titleIds: readonly string[] | undefined,
): Promise<number> {
  const which = titleIds ? sql`l.title_id = any(${titleIds}::uuid[])` : AGAIN;
  const { rows } = await sql<{ id: string }>`
    update count_lines l
    set round = ${round}, earlier_qty = ${RESULT}, earlier_on_record_qty = ${ON_RECORD},
      counted_qty = null, first_record_qty = null, on_record_qty = null
    where l.document_id = ${countId} and ${RESULT} is not null and ${which}
    returning l.id`.execute(tx);
  return rows.length;
}

/** A line that differs, read under the lock of its title. */
export type DifferingLine = {
  titleId: string;
  title: string;
  countedQty: number;
  onRecordQty: number;
  difference: number;
  priceCents: number;
  warehouseQty: number;
};

/** Locks the titles of the lines that differ by ID, and returns these. */
export async function lockDifferences(tx: Tx, countId: string): Promise<DifferingLine[]> {
  const { rows } = await sql<DifferingLine>`
    select t.id as title_id, t.title, ${RESULT} as counted_qty, ${ON_RECORD} as on_record_qty,
      ${DIFFERENCE} as difference, t.price_cents, t.warehouse_qty
    from count_lines l
    join titles t on t.id = l.title_id
    where l.document_id = ${countId} and ${DIFFERENCE} <> 0
    order by t.id
    for no key update of t`.execute(tx);
  return rows;
}

/** Number of lines that somebody counted, and of those that must be counted again. */
export async function countLines(
  db: Db,
  countId: string,
): Promise<{ counted: number; again: number }> {
  const { rows } = await sql<{ counted: number; again: number }>`
    select count(*) filter (where ${RESULT} is not null) as counted,
      count(*) filter (where ${AGAIN}) as again
    from count_lines l
    where l.document_id = ${countId}`.execute(db);
  return rows[0]!;
}
