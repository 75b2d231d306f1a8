import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MIGRATIONS_DIR } from '@pos/api/db/migrations/migrate.ts';
import pg from 'pg';

/** File that `npm run tool -- schema` writes and schema.test.ts compares. */
export const SCHEMA_FILE = fileURLToPath(new URL('../../apps/api/schema.sql', import.meta.url));

const HEADER = `-- The database after all migrations: tables, views and functions, below the name of
-- the migration that made them. For reading only.
-- Written by: npm run tool -- schema
`;

/** Maximum length of a comment line. */
const MAX_WIDTH = 100;

type Table = { oid: number; name: string; comment: string | null };
/** A view or function: its full text, with comment and definition. */
type Named = { name: string; text: string };
type Column = {
  name: string;
  type: string;
  required: boolean;
  fallback: string | null;
  generated: string;
  identity: string;
  /** `external` if values are kept out of line without compression; null for the type's default. */
  storage: string | null;
  comment: string | null;
};

/**
 * Describes the schema `public` of a migrated database as SQL text: each table with comments,
 * constraints, indexes and triggers, view and function, in the order in which the migrations made
 * them. Throws for one that no migration made.
 */
export async function dumpSchema(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString, application_name: 'pos-admin schema' });
  await client.connect();
  try {
    // Keeps names outside of public qualified, whatever the role's own search path.
    await client.query('set search_path = public');
    const described = new Map<string, string>();
    for (const table of await readTables(client))
      described.set(table.name, await describeTable(client, table));
    for (const { name, text } of [...(await views(client)), ...(await functions(client))])
      described.set(name, text);
    const parts = [HEADER];
    for (const file of (await readdir(MIGRATIONS_DIR)).toSorted()) {
      const texts = (await namesMadeBy(file)).flatMap((name) => take(described, name));
      const title = path.basename(file, '.sql');
      if (texts.length > 0)
        parts.push(`\n-- ${title} ${'-'.repeat(MAX_WIDTH - title.length - 4)}`, ...texts);
    }
    if (described.size > 0)
      throw new Error(`No migration makes ${[...described.keys()].join(', ')}.`);
    return `${parts.join('\n').trimEnd()}\n`;
  } finally {
    await client.end();
  }
}

/** Reads the names of the tables, views and functions that a migration makes or replaces. */
async function namesMadeBy(file: string): Promise<string[]> {
  const text = await readFile(path.join(MIGRATIONS_DIR, file), 'utf8');
  const made = /^create (?:or replace )?(?:table|view|function) (?:if not exists )?(\w+)/gim;
  return Array.from(text.matchAll(made), ([, name]) => name!);
}

/** Removes the definition of `name` and returns it; nothing if it is gone, or was made before. */
function take(described: Map<string, string>, name: string): string[] {
  const text = described.get(name);
  described.delete(name);
  return text === undefined ? [] : [text];
}

async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select oid::int as oid, relname as name, obj_description(oid, 'pg_class') as comment
    from pg_class
    where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p')
      and relname <> 'schema_migrations'`);
  return rows;
}

async function describeTable(client: pg.Client, { oid, name, comment }: Table): Promise<string> {
  const columns = await readColumns(client, oid);
  const constraints = await definitions(
    client,
    `select format('constraint %I %s', conname, pg_get_constraintdef(oid)) as text
     from pg_constraint
     where conrelid = $1 and contype in ('p', 'u', 'f', 'c', 'x')
     order by array_position(array['p', 'u', 'c', 'x', 'f'], contype::text), conname`,
    oid,
  );
  const indexes = await definitions(
    client,
    `select pg_get_indexdef(indexrelid) as text
     from pg_index
     where indrelid = $1
       and not exists (
         select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
     order by indexrelid::regclass::text`,
    oid,
  );
  const triggers = await definitions(
    client,
    `select pg_get_triggerdef(oid) as text
     from pg_trigger
     where tgrelid = $1 and not tgisinternal
     order by tgname`,
    oid,
  );
  const inside = [...columns.flatMap(columnLines), ...constraints.map((text) => `  ${text}`)];
  return [
    '',
    ...commentLines(comment),
    `create table ${name} (`,
    withCommas(inside),
    ');',
    ...[...indexes, ...triggers.map(wrapTrigger)].map(
      (text) => `${text.replaceAll('public.', '')};`,
    ),
  ].join('\n');
}

async function readColumns(client: pg.Client, oid: number): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select
       attname as name,
       format_type(atttypid, atttypmod) as type,
       attnotnull as required,
       pg_get_expr(adbin, adrelid) as fallback,
       attgenerated as generated,
       attidentity as identity,
       case when attstorage <> typstorage then
         case attstorage
           when 'e' then 'external'
           when 'p' then 'plain'
           when 'm' then 'main'
           else 'extended'
         end
       end as storage,
       col_description(attrelid, attnum) as comment
     from pg_attribute
     join pg_type on pg_type.oid = atttypid
     left join pg_attrdef on adrelid = attrelid and adnum = attnum
     where attrelid = $1 and attnum > 0 and not attisdropped
     order by attnum`,
    [oid],
  );
  return rows;
}

function columnLines({
  name,
  type,
  required,
  fallback,
  generated,
  identity,
  storage,
  comment,
}: Column): string[] {
  const value = generated ? ` generated always as (${fallback}) stored` : ` default ${fallback}`;
  const own = identity ? ' generated always as identity' : fallback === null ? '' : value;
  const kept = storage === null ? '' : ` storage ${storage}`;
  const column = `  ${name} ${type}${kept}${required ? ' not null' : ''}${own}`;
  return [...commentLines(comment).map((line) => `  ${line}`), column];
}

/** Adds a comma to every line except comments and the last one. */
function withCommas(lines: readonly string[]): string {
  const last = lines.findLastIndex((line) => !line.trimStart().startsWith('--'));
  return lines
    .map((line, index) => (line.trimStart().startsWith('--') || index >= last ? line : `${line},`))
    .join('\n');
}

/** Puts each clause of a trigger on its own line. */
function wrapTrigger(text: string): string {
  return text.replaceAll(/ (?=REFERENCING |FOR EACH )/g, '\n  ');
}

/** Wraps a comment into lines that still fit when indented by two. */
function commentLines(comment: string | null): string[] {
  const lines: string[] = [];
  for (const word of (comment ?? '').split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 1 <= MAX_WIDTH - 2)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`-- ${word}`);
  }
  return lines;
}

async function definitions(client: pg.Client, query: string, oid: number): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(query, [oid]);
  return rows.map(({ text }) => text);
}

async function views(client: pg.Client): Promise<Named[]> {
  const { rows } = await client.query<Named & { comment: string | null }>(`
    select
      relname as name,
      pg_get_viewdef(oid, true) as text,
      obj_description(oid, 'pg_class') as comment
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')`);
  return rows.map(({ name, text, comment }) => ({
    name,
    text: ['', ...commentLines(comment), `create view ${name} as`, text].join('\n'),
  }));
}

/** Reads the product's functions; an extension's functions belong to the extension. */
async function functions(client: pg.Client): Promise<Named[]> {
  const { rows } = await client.query<Named & { comment: string | null }>(`
    select
      proname as name,
      pg_get_functiondef(pg_proc.oid) as text,
      obj_description(pg_proc.oid, 'pg_proc') as comment
    from pg_proc
    where pronamespace = 'public'::regnamespace
      and prokind in ('f', 'p')
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`);
  return rows.map(({ name, text, comment }) => ({
    name,
    text: ['', ...commentLines(comment), `${text.trimEnd().replaceAll('public.', '')};`].join('\n'),
  }));
}
