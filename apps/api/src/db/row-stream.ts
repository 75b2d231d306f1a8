import { type Compilable, CompiledQuery, sql } from 'kysely';
import type { Db } from './db.ts';

/**
 * Rows per round trip. Bounds the memory used, and the work between two turns of the event loop.
 */
const BATCH = 100;

/**
 * Yields the rows of a query one by one, with memory use independent of their number. `snapshot` is
 * a transaction (see snapshot.ts) that must read nothing else meanwhile: the rows come from a
 * cursor, which ends with it.
 */
export async function* streamRows<Row>(snapshot: Db, query: Compilable<Row>): AsyncGenerator<Row> {
  // All rows are read. Without this setting the plan would favor a fast first row.
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
