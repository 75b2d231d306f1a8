import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const DB = new URL('../../apps/api/src/db/', import.meta.url);

/** File that `npm run tool -- schema` writes and schema.test.ts compares. */
export const TYPES_FILE = fileURLToPath(new URL('schema.generated.ts', DB));

const HEADER = `// Generated from the database after all migrations by: npm run tool -- schema
// Not counted as written code. What the catalog does not know is in column-values.ts.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ColumnValues } from './column-values.ts';

/**
 * Every table, in camelCase. \`Generated\` marks values that PostgreSQL fills in; times are ISO
 * strings, days YYYY-MM-DD, bigint numbers. schema.sql has the comments.
 */
`;

/** TypeScript type that a value is read as (`pg`, and apps/api/src/db/column-types.ts). */
const TYPES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'unknown',
  jsonb: 'unknown',
  numeric: 'string',
  pg_lsn: 'string',
  text: 'string',
  timestamptz: 'string',
  uuid: 'string',
  xid8: 'string',
  _int2: 'number[]',
  _text: 'string[]',
  _uuid: 'string[]',
};

type Column = {
  table: string;
  column: string;
  type: string;
  isRequired: boolean;
  hasDefault: boolean;
  /** The database alone writes it: an identity, or an expression. */
  isWrittenByDatabase: boolean;
  /** Check constraint of this column alone that lists its texts. */
  texts: string | null;
};

/**
 * Returns the TypeScript types of all tables of a migrated database. Throws for a column of an
 * unknown type, and for one of column-values.ts that does not exist.
 */
export async function generateTypes(connectionString: string): Promise<string> {
  const source = await readFile(new URL('column-values.ts', DB), 'utf8');
  const valued = new Set(Array.from(source.matchAll(/^ {2}'(\w+\.\w+)':/gm), ([, name]) => name!));
  const tables = new Map<string, string[]>();
  for (const column of await readColumns(connectionString)) {
    const table = camelCase(column.table);
    const name = camelCase(column.column);
    const path = `${table}.${name}`;
    const isValued = valued.delete(path);
    const value = isValued ? `ColumnValues['${path}']` : valueType(column);
    // The catalog calls every expression nullable, also one that never yields null.
    const isNullable = !column.isRequired && !(isValued && column.isWrittenByDatabase);
    const type = columnType(column, value, isNullable ? ' | null' : '');
    tables.set(table, [...(tables.get(table) ?? []), `    ${name}: ${type};`]);
  }
  if (valued.size > 0)
    throw new Error(`column-values.ts names columns that do not exist: ${[...valued].join(', ')}.`);
  const parts = Array.from(tables, ([table, lines]) => [`  ${table}: {`, ...lines, '  };']);
  return [`${HEADER}export type Schema = {`, ...parts.flat(), '};', ''].join('\n');
}

async function readColumns(connectionString: string): Promise<Column[]> {
  const client = new pg.Client({ connectionString, application_name: 'pos-admin schema' });
  await client.connect();
  try {
    const { rows } = await client.query<Column>(`
      select
        relname as table,
        attname as column,
        typname as type,
        attnotnull as "isRequired",
        atthasdef or attidentity <> '' as "hasDefault",
        attgenerated <> '' or attidentity = 'a' as "isWrittenByDatabase",
        (select pg_get_constraintdef(pg_constraint.oid)
         from pg_constraint
         where conrelid = attrelid and contype = 'c' and conkey = array[attnum]
           and pg_get_constraintdef(pg_constraint.oid) like '%= ANY (ARRAY[''%''::text])%'
         order by conname
         limit 1) as texts
      from pg_attribute
      join pg_class on pg_class.oid = attrelid
      join pg_type on pg_type.oid = atttypid
      where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p')
        and relname <> 'schema_migrations'
        and attnum > 0
        and not attisdropped
      order by relname, attnum`);
    return rows;
  } finally {
    await client.end();
  }
}

/** Returns the type of a value: the texts that a check constraint lists, or by its type. */
function valueType({ table, column, type, texts }: Column): string {
  const listed = /^CHECK \(\(\w+ = ANY \(ARRAY\[([^\]]*)\]\)\)\)$/.exec(texts ?? '')?.[1];
  const value = listed?.replaceAll('::text', '').replaceAll(', ', ' | ') ?? TYPES[type];
  if (!value)
    throw new Error(`${table}.${column} has the type ${type}, which TYPES does not list.`);
  return value;
}

function columnType(column: Column, value: string, orNull: string): string {
  if (column.isWrittenByDatabase) return `GeneratedAlways<${value}${orNull}>`;
  if (column.type.startsWith('json')) {
    const orDefault = column.hasDefault ? ' | undefined' : '';
    return `ColumnType<${value}${orNull}, string${orNull}${orDefault}, string${orNull}>`;
  }
  return column.hasDefault ? `Generated<${value}${orNull}>` : `${value}${orNull}`;
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
