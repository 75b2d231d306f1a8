import { ERASED_STUDENT } from '@pos/contract/students/students';
import { type RawBuilder, sql } from 'kysely';
import { inTransaction, type Db } from '#api/db/db.ts';
import { streamRows } from '#api/db/row-stream.ts';
import { inSnapshot } from '#api/db/snapshot.ts';
import type { NameFinder } from '#api/staff/activity/name-finder.rules.ts';
import { namesInJson, replaceInJson } from './names-in-json.ts';

/** Time limit of one statement that reads a table, in ms. */
const STATEMENT_TIMEOUT = 120_000;
/** Rows changed in one transaction. */
const STEP = 100;
/** Separates the columns of a row that is searched; occurs in no text. */
const BETWEEN = '\u001F';

/** A column whose texts may name a student, with the condition of the rows that may. */
type ErasableText = { table: string; column: string; isJson: boolean; within: RawBuilder<unknown> };

/** Lists the changeable texts that may name a student of a school. */
export function erasableTexts(schoolId: string): ErasableText[] {
  const atSchool = sql`t.fair_id in (select id from fairs where school_id = ${schoolId})`;
  const everywhere = sql`true`;
  const text = (table: string, column: string, within = atSchool) => ({
    table,
    column,
    isJson: false,
    within,
  });
  const json = (table: string, column: string, within = atSchool) => ({
    table,
    column,
    isJson: true,
    within,
  });
  return [
    text('orders', 'customer_name', sql`t.school_id = ${schoolId}`),
    text('schools', 'notes', sql`t.id = ${schoolId}`),
    text('fairs', 'public_message', sql`t.school_id = ${schoolId}`),
    text('refunds', 'reason'),
    text('held_orders', 'detail'),
    text('held_orders', 'decision_reason'),
    json('held_orders', 'body'),
    json('held_refunds', 'body'),
    json('idempotency_keys', 'body', everywhere),
    json('jobs', 'params', everywhere),
    json('jobs', 'result', everywhere),
    json('jobs', 'errors', everywhere),
    json('uploads', 'result', everywhere),
  ];
}

type FoundText = { place: string; before: string; after: string };

/**
 * Replaces the names in the rows of a column. Returns the number of changed rows. `beat` is called
 * between steps.
 */
export async function replaceNames(
  db: Db,
  kept: ErasableText,
  finder: NameFinder,
  beat: () => Promise<void>,
): Promise<number> {
  const found = await findTexts(db, kept, finder);
  let changed = 0;
  for (let from = 0; from < found.length; from += STEP) {
    changed += await updateTexts(db, kept, found.slice(from, from + STEP));
    await beat();
  }
  return changed;
}

async function findTexts(
  db: Db,
  { table, column, isJson, within }: ErasableText,
  finder: NameFinder,
): Promise<FoundText[]> {
  const query = sql<{ place: string; text: string }>`
    select t.ctid::text as place, t.${sql.ref(column)}::text as text
    from ${sql.table(table)} t
    where ${within} and t.${sql.ref(column)} is not null`;
  return inSnapshot(db, STATEMENT_TIMEOUT, async (snapshot) => {
    const found: FoundText[] = [];
    for await (const { place, text } of rowsOf(snapshot, query)) {
      const after = isJson ? replaceInJson(text, finder) : finder.replace(text, ERASED_STUDENT);
      if (after !== text) found.push({ place, before: text, after });
    }
    return found;
  });
}

/** A row that was changed meanwhile keeps its text; the scan then finds it. */
async function updateTexts(
  db: Db,
  { table, column, isJson }: ErasableText,
  found: readonly FoundText[],
): Promise<number> {
  const name = sql.ref(column);
  const after = isJson ? sql`given.after::jsonb` : sql`given.after`;
  return inTransaction(db, async (tx) => {
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} t
      set ${name} = ${after}
      from json_to_recordset(${JSON.stringify(found)}::json)
        as given(place tid, before text, after text)
      where t.ctid = given.place and t.${name}::text = given.before`.execute(tx);
    return Number(numAffectedRows ?? 0n);
  });
}

/** A table with its columns that hold text. */
export type SearchedTable = { schema: string; table: string; columns: string[] };

/**
 * Lists every table of the database, and of its job queue, with all columns of text and JSON. Names
 * that a running erasure looks for are left out.
 */
export async function findSearchedTables(db: Db): Promise<SearchedTable[]> {
  const { rows } = await sql<SearchedTable>`
    select n.nspname as schema, c.relname as "table",
      array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'graphile_worker')
      and format_type(a.atttypid, null) in ('text', 'text[]', 'character varying', 'character',
        'character varying[]', 'json', 'jsonb')
      and c.relname <> 'student_erasure_names'
    group by 1, 2
    order by 1, 2`.execute(db);
  return rows;
}

/**
 * Searches a table for names. Returns the number of rows read, and for each column with a name the
 * number of its rows. `beat` is called every 5,000 rows.
 */
export async function searchTable(
  db: Db,
  { schema, table, columns }: SearchedTable,
  finder: NameFinder,
  beat: () => Promise<void>,
): Promise<{ rows: number; found: Map<string, number> }> {
  const texts = columns.map((column) => sql`coalesce(${sql.ref(column)}::text, '')`);
  // First and last name are two columns.
  const whole = table === 'students' ? sql`, first_name || ' ' || last_name` : sql``;
  const query = sql<{ text: string }>`
    select concat_ws(${BETWEEN}, ${sql.join(texts)}${whole}) as text
    from ${sql.table(`${schema}.${table}`)}`;
  return inSnapshot(db, STATEMENT_TIMEOUT, async (snapshot) => {
    const found = new Map<string, number>();
    let rows = 0;
    for await (const { text } of rowsOf(snapshot, query)) {
      if (++rows % 5_000 === 0) await beat();
      for (const [index, part] of text.split(BETWEEN).entries()) {
        if (finder.find(part).length === 0 && !namesInJson(part, finder)) continue;
        const place = `${table}.${columns[index] ?? 'name'}`;
        found.set(place, (found.get(place) ?? 0) + 1);
      }
    }
    return { rows, found };
  });
}

/**
 * Yields the names of everybody who stays: students, parents, staff, and people at schools. Notes and
 * titles are places to search, even if somebody's name is among their words.
 */
export async function readOtherNames(db: Db, each: (text: string) => void): Promise<void> {
  const query = sql<{ text: string }>`
    select first_name || ' ' || last_name as text from students where erased_at is null
    union all select name from parents
    union all select email from parents
    union all select first_name || ' ' || last_name from admins
    union all select email from admins
    union all
    select concat_ws(${BETWEEN}, coordinator_name, coordinator_email, contacts::text)
    from schools`;
  await inSnapshot(db, STATEMENT_TIMEOUT, async (snapshot) => {
    for await (const { text } of rowsOf(snapshot, query))
      for (const part of text.split(BETWEEN)) each(part);
  });
}

function rowsOf<Row>(snapshot: Db, query: RawBuilder<Row>): AsyncGenerator<Row> {
  return streamRows<Row>(snapshot, { compile: () => query.compile(snapshot) });
}
