import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { inTransaction, type Db } from '#api/db/db.ts';
import { limitStatements } from '#api/db/snapshot.ts';

/** Pause between two rounds, in ms: figures of all fairs would get slow if many days were touched. */
const PAUSE_MS = 5_000;
/** A round that takes long, because many fairs sell, leaves most of the time to others. */
const PAUSES_PER_ROUND = 9;
const ROUND_TIMEOUT_MS = 60_000;

/**
 * Makes the figures of all days that were touched, unless another process is at it, and returns their
 * number (docs/reading-fast.md). All figures are the same before and after; reading them gets cheaper.
 */
export async function makeFigures(db: Db): Promise<number> {
  return inTransaction(db, async (tx) => {
    await limitStatements(tx, ROUND_TIMEOUT_MS);
    const { rows } = await sql<{ made: number }>`select make_fair_days() as made`.execute(tx);
    return rows[0]!.made;
  });
}

/** Makes figures in rounds until the returned function is called, which waits for the last round. */
export function keepMakingFigures(db: Db, failed: (error: unknown) => void): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const rounds = (async () => {
    while (!signal.aborted) {
      const start = performance.now();
      await makeFigures(db).catch(failed);
      const pause = Math.max(PAUSE_MS, (performance.now() - start) * PAUSES_PER_ROUND);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  })();
  return async () => {
    stopping.abort();
    await rounds;
  };
}
