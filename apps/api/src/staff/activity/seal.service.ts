import { createHash } from 'node:crypto';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import {
  findLastSeal,
  findUnsealedEntries,
  insertSealRows,
  tryLockSeals,
} from './seals.queries.ts';

/** Task that seals activity. Runs every minute, in every process. */
export const SEAL_TASK = 'seal-activity';
export const SEAL_EVERY = { minutes: 1 };

const BATCH = 2_000;
/**
 * Upper bound on entries sealed ahead of an older one. An entry is numbered when written but
 * visible only when its transaction commits, so later entries may be sealed first.
 */
const MAX_OVERTAKEN = 100_000;

/**
 * Seals all unsealed activity entries into the hash chain, in write order as far as they are
 * visible (trust.md T33). Only one process at a time seals; others return at once. Returns the
 * number of entries sealed.
 */
export async function sealActivity(db: Db): Promise<number> {
  for (let sealed = 0; ;) {
    const count = await inTransaction(db, sealBatch);
    sealed += count;
    if (count < BATCH) return sealed;
  }
}

/** Seals all unsealed activity entries within the caller's transaction. */
export async function sealWithin(tx: Tx): Promise<void> {
  while ((await sealBatch(tx)) === BATCH);
}

async function sealBatch(tx: Tx): Promise<number> {
  if (!(await tryLockSeals(tx))) return 0;
  const last = await findLastSeal(tx);
  const entries = await findUnsealedEntries(tx, {
    afterSeq: (last?.seq ?? 0) - MAX_OVERTAKEN,
    limit: BATCH,
  });
  let { position, hash } = last ?? { position: 0, hash: Buffer.alloc(0) };
  const seals = entries.map(({ id, line }) => {
    position += 1;
    hash = createHash('sha256').update(hash).update(line).digest();
    return { position, activityId: id, hash };
  });
  await insertSealRows(tx, seals);
  return seals.length;
}
