import { type Compilable, CompiledQuery, sql } from 'kysely';
import type { Db } from './db.ts';

/** Rows that one round trip brings: what is held in memory at most, and and how much work stands between two turns of the event loop. */
const BATCH = 100;

/**
 * The rows of a query one by one, in memory that does not grow with them. `snapshot` is a transaction (see snapshot.ts) that
 * reads nothing else meanwhile: the rows come from a cursor, which ends with it.
 */
export async function* streamRows<Row>(snapshot: Db, query: Compilable<Row>): AsyncGenerator<Row> {
  // All rows are taken: without this the plan would be the one that is quickest to the first.
  await sql`set local cursor_tuple_fraction = 1`.execute(snapshot);
  const { sql: text, parameters } = query.compile();
  await snapshot.executeQuery(
    CompiledQuery.raw(`declare streamed_rows no scroll cursor for ${text}`, [...parameters]),
  );
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(BATCH)} from streamed_rows`.execute(snapshot);
    yield* rows;
    if (rows.length < BATCH) break;
  }
  await sql`close streamed_rows`.execute(snapshot);
}
