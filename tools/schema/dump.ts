import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

/** The file that `npm run tool -- schema` writes and schema.test.ts compares. */
export const SCHEMA_FILE = fileURLToPath(new URL('../../apps/api/schema.sql', import.meta.url));

const TABLE_ORDER_SOURCE = fileURLToPath(
  new URL('../../apps/api/src/db/schema.ts', import.meta.url),
);

const HEADER = `-- The database after all migrations: tables, views, functions. For reading only.
-- Written by: npm run tool -- schema
`;

type Table = { oid: number; name: string; comment: string | null };
type Column = {
  name: string;
  type: string;
  required: boolean;
  fallback: string | null;
  generated: string;
  identity: string;
  comment: string | null;
};

/**
 * Describes the schema `public` of a migrated database as SQL text: each table with comments,
 * constraints, indexes and triggers in the order of apps/api/src/db/schema.ts, then tables that
 * only SQL uses, views, sequences' owners left out, and functions by name.
 */
export async function dumpSchema(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString, application_name: 'pos-admin schema' });
  await client.connect();
  try {
    // Names outside of public stay qualified, whatever the role's own search path is.
    await client.query('set search_path = public');
    const tables = (await tablesOf(client)).toSorted(byFeature);
    const parts = [HEADER];
    for (const table of tables) parts.push(await describeTable(client, table));
    parts.push(...(await views(client)), ...(await functions(client)));
    return `${parts.join('\n').trimEnd()}\n`;
  } finally {
    await client.end();
  }
}

/** Tables in the order in which schema.ts lists them; those that it does not list follow by age. */
function byFeature(one: Table, other: Table): number {
  const listed = tableNames();
  const place = ({ name }: Table) => {
    const index = listed.indexOf(name);
    return index === -1 ? listed.length : index;
  };
  return place(one) - place(other) || one.oid - other.oid;
}

let names: string[] | undefined;

function tableNames(): string[] {
  names ??= [...readFileSync(TABLE_ORDER_SOURCE, 'utf8').matchAll(/^ {2}(\w+): \w+Table;$/gm)].map(
    (match) => (match[1] ?? '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  return names;
}

async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select oid::int as oid, relname as name, obj_description(oid, 'pg_class') as comment
    from pg_class
    where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p')
      and relname <> 'schema_migrations'
    order by oid`);
  return rows;
}

async function describeTable(client: pg.Client, { oid, name, comment }: Table): Promise<string> {
  const columns = await columnsOf(client, oid);
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
       and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
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
    ...[...indexes, ...triggers].map((text) => `${text.replaceAll('public.', '')};`),
  ].join('\n');
}

async function columnsOf(client: pg.Client, oid: number): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select
       attname as name,
       format_type(atttypid, atttypmod) as type,
       attnotnull as required,
       pg_get_expr(adbin, adrelid) as fallback,
       attgenerated as generated,
       attidentity as identity,
       col_description(attrelid, attnum) as comment
     from pg_attribute
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
  comment,
}: Column): string[] {
  const value = generated ? ` generated always as (${fallback}) stored` : ` default ${fallback}`;
  const own = identity ? ' generated always as identity' : fallback === null ? '' : value;
  const column = `  ${name} ${type}${required ? ' not null' : ''}${own}`;
  return [...commentLines(comment).map((line) => `  ${line}`), column];
}

/** Ends every line with a comma but comments and the last one. */
function withCommas(lines: readonly string[]): string {
  const last = lines.findLastIndex((line) => !line.trimStart().startsWith('--'));
  return lines
    .map((line, index) => (line.trimStart().startsWith('--') || index >= last ? line : `${line},`))
    .join('\n');
}

function commentLines(comment: string | null): string[] {
  return (comment ?? '').split('\n').flatMap((line) => (line.trim() ? [`-- ${line.trim()}`] : []));
}

async function definitions(client: pg.Client, query: string, oid: number): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(query, [oid]);
  return rows.map(({ text }) => text);
}

async function views(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; text: string; comment: string | null }>(`
    select relname as name, pg_get_viewdef(oid, true) as text, obj_description(oid, 'pg_class') as comment
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
    order by relname`);
  return rows.map(({ name, text, comment }) =>
    ['', ...commentLines(comment), `create view ${name} as`, text].join('\n'),
  );
}

/** Functions of the product; those of an extension belong to the extension. */
async function functions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ text: string; comment: string | null }>(`
    select pg_get_functiondef(pg_proc.oid) as text, obj_description(pg_proc.oid, 'pg_proc') as comment
    from pg_proc
    where pronamespace = 'public'::regnamespace
      and prokind in ('f', 'p')
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    order by proname, pg_get_function_identity_arguments(pg_proc.oid)`);
  return rows.map(({ text, comment }) =>
    ['', ...commentLines(comment), `${text.trimEnd().replaceAll('public.', '')};`].join('\n'),
  );
}
