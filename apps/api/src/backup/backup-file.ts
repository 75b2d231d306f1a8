import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { z } from 'zod';

/**
 * Inner format of a backup, before compression and encryption: frames of a length, a kind and a
 * content. Notes are JSON; data belong to the part that the last note began. The last note carries
 * the SHA-256 of everything before it.
 */

const PRODUCT = 'POS Admin backup';
const LAYOUT = 1;

/** First note: the product's state at the moment of the backup. */
export const Head = z.strictObject({
  note: z.literal('head'),
  product: z.literal(PRODUCT),
  layout: z.literal(LAYOUT),
  version: z.string(),
  madeAt: z.string(),
  migrations: z.array(z.strictObject({ name: z.string(), sha256: z.string() })).min(1),
  /** Secret that all keys are derived from. */
  secretKey: z.string(),
});
export type Head = z.infer<typeof Head>;

const Note = z.discriminatedUnion('note', [
  Head,
  z.strictObject({ note: z.literal('table'), table: z.string(), columns: z.array(z.string()) }),
  z.strictObject({ note: z.literal('rows'), rows: z.int() }),
  z.strictObject({ note: z.literal('file'), name: z.string().regex(/^[\w.-]+$/) }),
  z.strictObject({ note: z.literal('bytes'), bytes: z.int() }),
  z.strictObject({
    note: z.literal('sequence'),
    name: z.string(),
    last: z.string().regex(/^\d+$/),
    called: z.boolean(),
  }),
  z.strictObject({ note: z.literal('end'), sha256: z.string() }),
]);
export type Note = z.infer<typeof Note>;
export type Frame = Note | Buffer;

const NOTE = 0x4a;
const DATA = 0x44;
const FRAME_HEAD = 5;
const MAX_FRAME = 16 << 20;

/** Thrown for a file that is no intact backup; the message is for a person. */
export class BadBackup extends Error {}

export const DAMAGED =
  'The file is damaged or incomplete. Nothing was changed. Use another backup.';

/** Creates the first note. */
export function toHead(given: Omit<Head, 'note' | 'product' | 'layout'>): Head {
  return { note: 'head', product: PRODUCT, layout: LAYOUT, ...given };
}

/** Encodes frames, and adds the last note. */
export async function* encodeFrames(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const encode = (frame: Frame): Buffer => {
    const content = Buffer.isBuffer(frame) ? frame : Buffer.from(JSON.stringify(frame));
    const head = Buffer.alloc(FRAME_HEAD);
    head.writeUInt32BE(content.length);
    head[4] = Buffer.isBuffer(frame) ? DATA : NOTE;
    return Buffer.concat([head, content]);
  };
  for await (const frame of frames) {
    const encoded = encode(frame);
    hash.update(encoded);
    yield encoded;
  }
  yield encode({ note: 'end', sha256: hash.digest('hex') });
}

/**
 * Decodes frames without the last note, which it checks. Throws `BadBackup` for anything that is
 * no whole backup of a layout that this version knows.
 */
export async function* decodeFrames(source: Readable): AsyncGenerator<Frame> {
  const hash = createHash('sha256');
  const reader = new FrameReader(source);
  for (let isFirst = true; ; isFirst = false) {
    const encoded = await reader.next();
    if (!encoded) throw new BadBackup(DAMAGED);
    const content = encoded.subarray(FRAME_HEAD);
    if (encoded[4] === DATA) yield content;
    else {
      const note = readNote(content, isFirst);
      if (note.note === 'end') {
        if (note.sha256 !== hash.digest('hex') || (await reader.next()))
          throw new BadBackup(DAMAGED);
        return;
      }
      yield note;
    }
    hash.update(encoded);
  }
}

function readNote(content: Buffer, isFirst: boolean): Note {
  let given: unknown;
  try {
    given = JSON.parse(content.toString('utf8'));
  } catch (error) {
    throw new BadBackup(DAMAGED, { cause: error });
  }
  const layout = z.looseObject({ product: z.literal(PRODUCT), layout: z.int() }).safeParse(given);
  if (isFirst && layout.success && layout.data.layout > LAYOUT)
    throw new BadBackup('A newer version of POS Admin made this backup. Restore it with that one.');
  const note = Note.safeParse(given);
  if (!note.success || isFirst !== (note.data.note === 'head')) throw new BadBackup(DAMAGED);
  return note.data;
}

/** Cuts a stream into encoded frames. */
class FrameReader {
  readonly #source: AsyncIterator<Buffer>;
  #buffered: Buffer[] = [];
  #length = 0;

  constructor(source: Readable) {
    this.#source = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** Returns the next frame, or undefined at the end of the stream. */
  async next(): Promise<Buffer | undefined> {
    if (!(await this.#fill(FRAME_HEAD))) {
      if (this.#length > 0) throw new BadBackup(DAMAGED);
      return undefined;
    }
    const length = this.#join().readUInt32BE();
    if (length > MAX_FRAME || !(await this.#fill(FRAME_HEAD + length)))
      throw new BadBackup(DAMAGED);
    const all = this.#join();
    const frame = all.subarray(0, FRAME_HEAD + length);
    const rest = all.subarray(FRAME_HEAD + length);
    this.#buffered = rest.length > 0 ? [rest] : [];
    this.#length = rest.length;
    return frame;
  }

  async #fill(length: number): Promise<boolean> {
    while (this.#length < length) {
      const { value, done } = await this.#source.next();
      if (done) return false;
      this.#buffered.push(value);
      this.#length += value.length;
    }
    return true;
  }

  #join(): Buffer {
    const [only, ...more] = this.#buffered;
    const all = more.length === 0 && only ? only : Buffer.concat(this.#buffered);
    this.#buffered = [all];
    return all;
  }
}
