import { PassThrough, Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import type { FileStore } from './file-store.ts';

/** Size of a piece: two of them are in memory per file at work. */
const CHUNK_BYTES = 256 << 10;

/**
 * Stores files in the database. Each piece is written by itself, so that a long export holds no
 * transaction open; a file without a size is unfinished and is not read.
 */
export function databaseFiles(db: Db): FileStore {
  const drop = async (name: string) => {
    await db.deleteFrom('storedFiles').where('name', '=', name).execute();
  };
  return {
    drop,
    write: async (name, write) => {
      await drop(name);
      await db.insertInto('storedFiles').values({ name }).execute();
      const out = new PassThrough({ highWaterMark: CHUNK_BYTES });
      const stored = storeChunks(db, name, out);
      try {
        await Promise.all([write(out), stored]);
      } catch (error) {
        out.destroy(error as Error);
        await stored.catch(() => undefined);
        await drop(name);
        throw error;
      }
    },
    read: async (name) => {
      const file = await db
        .selectFrom('storedFiles')
        .select('sizeBytes')
        .where('name', '=', name)
        .where('sizeBytes', 'is not', null)
        .executeTakeFirst();
      if (!file) return undefined;
      return Readable.from(readChunks(db, name, Number(file.sizeBytes)), { objectMode: false });
    },
    list: async () => {
      const files = await db.selectFrom('storedFiles').select(['name', 'createdAt']).execute();
      return files.map(({ name, createdAt }) => ({ name, at: Date.parse(createdAt) }));
    },
  };
}

async function* readChunks(db: Db, name: string, size: number): AsyncGenerator<Buffer> {
  let read = 0;
  for (let position = 0; read < size; position += 1) {
    const chunk = await db
      .selectFrom('storedFileChunks')
      .select('bytes')
      .where('fileName', '=', name)
      .where('position', '=', position)
      .executeTakeFirst();
    if (!chunk) throw new Error(`The file ${name} was deleted while it was read.`);
    yield chunk.bytes;
    read += chunk.bytes.length;
  }
}

/** Stores what is written in pieces of equal size, and at the end the size of the file. */
async function storeChunks(db: Db, name: string, written: AsyncIterable<Buffer>): Promise<void> {
  let position = 0;
  let size = 0;
  for await (const bytes of readPieces(written)) {
    await db.insertInto('storedFileChunks').values({ fileName: name, position, bytes }).execute();
    position += 1;
    size += bytes.length;
  }
  const { numUpdatedRows } = await db
    .updateTable('storedFiles')
    .set({ sizeBytes: size, createdAt: sql<string>`now()` })
    .where('name', '=', name)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`The file ${name} was deleted meanwhile.`);
}

async function* readPieces(written: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let length = 0;
  for await (const chunk of written) {
    pending.push(chunk);
    length += chunk.length;
    if (length < CHUNK_BYTES) continue;
    let all = Buffer.concat(pending);
    for (; all.length >= CHUNK_BYTES; all = all.subarray(CHUNK_BYTES))
      yield all.subarray(0, CHUNK_BYTES);
    // Copied, so that the rest does not keep the whole piece in memory.
    pending = [Buffer.from(all)];
    length = all.length;
  }
  if (length > 0) yield Buffer.concat(pending);
}
