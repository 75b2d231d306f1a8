import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Transform } from 'node:stream';
import { replaceFile, streamFile } from '@pos/basics/durable-file';
import type { Db } from '#api/db/db.ts';
import { csvChunks } from '#api/spreadsheets/writing/write-csv.ts';
import type { WrittenColumn } from '#api/spreadsheets/writing/written.ts';
import {
  findAccessEntries,
  findSealedEntries,
  type LoggedEntry,
  type SealedEntry,
} from './sealed-entries.queries.ts';
import type { KnownHashes } from './verify-activity.service.ts';

const BATCH = 5_000;
/** DER of an Ed25519 private key before its seed of 32 bytes (RFC 8410). */
const BEFORE_SEED = Buffer.from('302e020100300506032b657004220420', 'hex');
type Column<Entry> = WrittenColumn & { read: (entry: Entry) => string | number | null };

const ENTRY_COLUMNS: readonly Column<LoggedEntry>[] = [
  { header: 'Time (UTC)', kind: 'text', read: ({ at }) => at },
  { header: 'By', kind: 'text', read: ({ actorName }) => actorName },
  { header: 'Kind of person', kind: 'text', read: ({ actorType }) => actorType },
  { header: 'ID of the person', kind: 'text', read: ({ actorId }) => actorId },
  { header: 'Action', kind: 'text', read: ({ action }) => action },
  { header: 'Record', kind: 'text', read: ({ entity }) => entity },
  { header: 'ID of the record', kind: 'text', read: ({ entityId }) => entityId },
  { header: 'Changes', kind: 'text', read: ({ changes }) => changes },
  { header: 'IP address', kind: 'text', read: ({ ip }) => ip },
  { header: 'Request', kind: 'text', read: ({ requestId }) => requestId },
  { header: 'ID of the entry', kind: 'text', read: ({ id }) => id },
];
const SEALED_COLUMNS: readonly Column<SealedEntry>[] = [
  { header: 'Entry', kind: 'integer', read: ({ position }) => position },
  ...ENTRY_COLUMNS,
  { header: 'Seal', kind: 'text', read: ({ hash }) => hash.toString('hex') },
];

/** Period of an export: from the first instant, before the second. */
export type Period = { from: Date; until: Date };

/**
 * Writes the sealed activity and the access log of a period into a folder, so that they can be read
 * and checked without the product: a CSV file of each, its SHA-256 as `sha256sum` writes it, the
 * Ed25519 signature of that, and the public key. Returns the files with their number of entries,
 * the activity first.
 */
export async function exportActivity(
  db: Db,
  {
    period,
    name,
    folder,
    seed,
  }: { period: Period; name: string; folder: string; seed: Uint8Array },
): Promise<{ file: string; entries: number }[]> {
  const key = signingKey(seed);
  const pem = createPublicKey(key).export({ type: 'spki', format: 'pem' });
  await replaceFile(path.join(folder, 'activity-key.pem'), pem.toString());
  const limit = BATCH;
  const write = <Entry>(
    kind: string,
    columns: readonly Column<Entry>[],
    next: (last: Entry | undefined) => Promise<Entry[]>,
  ) => writeSigned(path.join(folder, `${kind}_${name}.csv`), key, columns, next);
  return [
    await write('activity', SEALED_COLUMNS, (last) =>
      findSealedEntries(db, { after: last?.position ?? 0, limit, period }),
    ),
    await write('access', ENTRY_COLUMNS, (last) =>
      findAccessEntries(db, { after: last?.id, limit, period }),
    ),
  ];
}

async function writeSigned<Entry>(
  file: string,
  key: KeyObject,
  columns: readonly Column<Entry>[],
  next: (last: Entry | undefined) => Promise<Entry[]>,
): Promise<{ file: string; entries: number }> {
  const digest = createHash('sha256');
  let entries = 0;
  async function* rows() {
    for (let batch = await next(undefined); ; batch = await next(batch.at(-1))) {
      for (const entry of batch) yield columns.map(({ read }) => read(entry));
      entries += batch.length;
      if (batch.length < BATCH) return;
    }
  }
  await streamFile(file, (out) =>
    pipeline(
      csvChunks({ columns: [...columns], rows: rows() }),
      new Transform({
        transform(chunk: Buffer, _encoding, done) {
          digest.update(chunk);
          done(null, chunk);
        },
      }),
      out,
    ),
  );
  const sums = `${digest.digest('hex')}  ${path.basename(file)}\n`;
  await replaceFile(`${file}.sha256`, sums);
  await replaceFile(`${file}.sha256.sig`, sign(null, Buffer.from(sums), key));
  return { file, entries };
}

/** Reads the seals of an exported file by the position of their entries. Throws if it is none. */
export async function readExported(file: string): Promise<KnownHashes> {
  const text = await readFile(file, 'utf8');
  const known = new Map<number, string>();
  // The first and the last cell of a row are a number and a hash, whatever is between them.
  for (const [, position, hash] of text.matchAll(/^(\d+),.*?,([0-9a-f]{64})\r\n/gms))
    known.set(Number(position), hash!);
  if (known.size === 0) throw new Error(`${file} is no exported activity.`);
  return known;
}

const signingKey = (seed: Uint8Array): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([BEFORE_SEED, seed]),
    format: 'der',
    type: 'pkcs8',
  });
