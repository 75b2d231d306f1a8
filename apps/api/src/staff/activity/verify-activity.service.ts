import { createHash } from 'node:crypto';
import type { Db } from '#api/db/db.ts';
import { findLongUnsealed, findSealedEntries, type SealedEntry } from './sealed-entries.queries.ts';

const BATCH = 5_000;

/** Entries in the order of the chain, by their position, with the hash of each in hexadecimal. */
export type KnownHashes = ReadonlyMap<number, string>;

/** Result of a check: number of sealed entries, and a sentence for each place that is wrong. */
export type Verified = { sealed: number; wrong: string[] };

/**
 * Checks every entry of the activity against its seal (trust.md T33). A sentence names the place of
 * each changed, removed or added entry. Whoever can also write new seals for all later entries is
 * found by `known`, the hashes of an earlier export.
 */
export async function verifyActivity(db: Db, known: KnownHashes = new Map()): Promise<Verified> {
  const wrong: string[] = [];
  const missing = new Map(known);
  let sealed = 0;
  let last: { position: number; hash: Buffer } = { position: 0, hash: Buffer.alloc(0) };
  for (;;) {
    const batch = await findSealedEntries(db, { after: last.position, limit: BATCH });
    for (const entry of batch) {
      wrong.push(...findWrong(entry, last, missing.get(entry.position)));
      missing.delete(entry.position);
      last = entry;
      sealed += 1;
    }
    if (batch.length < BATCH) break;
  }
  for (const position of missing.keys())
    if (position > last.position)
      wrong.push(
        `Entry ${position}: removed since the export; the chain ends at ${last.position}.`,
      );
  for (const { id, at, action, actorName } of await findLongUnsealed(db))
    wrong.push(
      `After entry ${last.position}: "${action}" by ${actorName} at ${at.toISOString()} (${id}) has no seal: added around the product.`,
    );
  return { sealed, wrong };
}

function findWrong(
  entry: SealedEntry,
  last: { position: number; hash: Buffer },
  known: string | undefined,
): string[] {
  const { position, line, hash } = entry;
  const first = last.position + 1;
  const wrong =
    position === first
      ? []
      : [
          position - first === 1
            ? `Entry ${first}: removed with its seal.`
            : `Entries ${first} to ${position - 1}: removed with their seals.`,
        ];
  if (!line) return [...wrong, `Entry ${position} (${entry.id}): removed.`];
  if (known !== undefined && known !== hash.toString('hex'))
    return [...wrong, `Entry ${position}${named(entry)}: not the one that was exported.`];
  // After a gap, the hash before is not known; the entry itself is judged by the next one.
  if (position !== first) return wrong;
  const expected = createHash('sha256').update(last.hash).update(line).digest();
  return expected.equals(hash) ? wrong : [`Entry ${position}${named(entry)}: changed.`];
}

const named = ({ action, actorName, at }: SealedEntry) => `, "${action}" by ${actorName} at ${at}`;
