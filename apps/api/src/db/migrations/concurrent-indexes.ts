import pg from 'pg';

/**
 * Statements of a migration marked `-- concurrently`: indexes that are built or dropped while sales
 * go on. PostgreSQL runs them outside a transaction only, so each must be able to run again.
 */
type IndexChange = { statement: string; index: string; creates: boolean };

const CREATE = /^create (?:unique )?index concurrently (?:if not exists )?([a-z0-9_]+) on /i;
const DROP = /^drop index concurrently (?:if exists )?([a-z0-9_]+)$/i;

/** Reads the statements of a marked file. Throws for any other kind of statement. */
export function toIndexChanges(name: string, sql: string): IndexChange[] {
  return sql
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
    .map((statement) => {
      const created = CREATE.exec(statement)?.[1];
      const index = created ?? DROP.exec(statement)?.[1];
      if (index === undefined)
        throw new Error(
          `The migration ${name} is marked "-- concurrently", so it may only create and drop indexes concurrently, each with a name. Put the rest into another file.`,
        );
      return { statement, index, creates: created !== undefined };
    });
}

/**
 * Makes the changes that are not made yet. An index that an interrupted run left behind unfinished
 * is dropped and built again; so is one whose build fails, before the error is thrown.
 */
export async function changeIndexes(
  client: pg.ClientBase,
  changes: readonly IndexChange[],
): Promise<void> {
  for (const { statement, index, creates } of changes) {
    const state = await readState(client, index);
    if (creates ? state === 'valid' : state === 'missing') continue;
    if (creates && state === 'unfinished') await drop(client, index);
    try {
      await client.query(statement);
    } catch (error) {
      // Unfinished, it would slow every sale, and a unique one would refuse some.
      if (creates) await drop(client, index).catch(() => undefined);
      throw error;
    }
  }
}

/** Returns the same changes for a database that nobody else uses, to run inside a transaction. */
export const withoutConcurrency = (changes: readonly IndexChange[]): string =>
  changes.map(({ statement }) => `${statement.replace(/ concurrently/i, '')};`).join('\n');

const drop = (client: pg.ClientBase, index: string) =>
  client.query(`drop index concurrently if exists ${pg.escapeIdentifier(index)}`);

async function readState(
  client: pg.ClientBase,
  index: string,
): Promise<'missing' | 'unfinished' | 'valid'> {
  const { rows } = await client.query<{ isValid: boolean }>(
    `select i.indisvalid as "isValid" from pg_index i
     join pg_class c on c.oid = i.indexrelid
     where c.relname = $1 and c.relnamespace = current_schema()::regnamespace`,
    [index],
  );
  if (!rows[0]) return 'missing';
  return rows[0].isValid ? 'valid' : 'unfinished';
}
