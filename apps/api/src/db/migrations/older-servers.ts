/** First major version that knows STORAGE inside of CREATE TABLE. */
const STORAGE_IN_TABLES = 16;

const TABLE = /create table (\w+) \(\n[\s\S]*?\n\)/g;
const STORED = /^( +)(\w+)( +\w+) storage (\w+)/gm;

/**
 * Rewrites a migration for a server that is too old for its words, without changing its effect. The
 * files themselves stay as they landed, and so does their checksum.
 */
export function sqlFor(majorVersion: number, sql: string): string {
  if (majorVersion >= STORAGE_IN_TABLES) return sql;
  const changes: string[] = [];
  const rewritten = sql.replaceAll(TABLE, (block, table: string) =>
    block.replaceAll(STORED, (_, indent: string, column: string, type: string, storage: string) => {
      changes.push(`alter table ${table} alter column ${column} set storage ${storage};`);
      return `${indent}${column}${type}`;
    }),
  );
  return [rewritten, ...changes].join('\n');
}
