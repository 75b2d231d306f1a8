import { inTransaction, type Db } from '#api/db/db.ts';

class Undone extends Error {}

/** Runs `work` in a transaction that is rolled back. */
export async function undone(db: Db, work: (tx: Db) => Promise<unknown>): Promise<void> {
  await inTransaction(db, async (tx) => {
    await work(tx);
    throw new Undone();
  }).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
}
