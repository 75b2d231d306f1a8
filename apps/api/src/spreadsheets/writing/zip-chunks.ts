import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A part of a package: its name and its text in chunks. */
export interface ZipPart {
  name: string;
  chunks: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
}

interface Tally {
  crc: number;
  size: number;
  packed: number;
}

/**
 * January 1, 1980, the first day that a zip can store. Fixed, so that the same content gives the
 * same bytes.
 */
const FIXED_DATE = 0x0021;
/** Sizes follow the data (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808;
const DEFLATE = 8;
const LARGEST = 0xffff_ffff;
/** Fast, and within a few percent of the best compression for sheets. */
const LEVEL = 4;

/**
 * Packs parts as they arrive, keeping only the directory in memory. Limited to 4 GB, because it
 * does not support zip64.
 */
export async function* zipChunks(
  parts: Iterable<ZipPart> | AsyncIterable<ZipPart>,
): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, chunks } of parts) {
    const start = offset;
    const tally: Tally = { crc: 0, size: 0, packed: 0 };
    const header = localHeader(name);
    offset += header.length;
    yield header;
    for await (const packed of deflated(chunks, tally)) {
      tally.packed += packed.length;
      offset += packed.length;
      yield packed;
    }
    const sizes = dataDescriptor(tally);
    offset += sizes.length;
    if (offset > LARGEST || tally.size > LARGEST)
      throw new RangeError('The file would be larger than 4 GB.');
    yield sizes;
    directory.push(directoryEntry(name, tally, start));
  }
  const listing = Buffer.concat(directory);
  if (offset + listing.length > LARGEST)
    throw new RangeError('The file would be larger than 4 GB.');
  yield Buffer.concat([listing, endOfDirectory(directory.length, listing.length, offset)]);
}

async function* deflated(chunks: ZipPart['chunks'], tally: Tally): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: LEVEL });
  const fed = pipeline(counted(chunks, tally), deflate);
  // A failing source ends the loop below with its error. This only prevents an unhandled rejection.
  fed.catch(() => {});
  yield* deflate as AsyncIterable<Buffer>;
  await fed;
}

async function* counted(chunks: ZipPart['chunks'], tally: Tally): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    const bytes =
      typeof chunk === 'string'
        ? Buffer.from(chunk)
        : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    tally.crc = crc32(bytes, tally.crc);
    tally.size += bytes.length;
    yield bytes;
  }
}

function localHeader(name: string): Buffer {
  const bytes = Buffer.from(name);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATE, 8);
  header.writeUInt16LE(FIXED_DATE, 12);
  header.writeUInt16LE(bytes.length, 26);
  return Buffer.concat([header, bytes]);
}

function dataDescriptor({ crc, size, packed }: Tally): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(Math.min(packed, LARGEST), 8);
  descriptor.writeUInt32LE(Math.min(size, LARGEST), 12);
  return descriptor;
}

function directoryEntry(name: string, { crc, size, packed }: Tally, start: number): Buffer {
  const bytes = Buffer.from(name);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(20, 4);
  entry.writeUInt16LE(20, 6);
  entry.writeUInt16LE(FLAGS, 8);
  entry.writeUInt16LE(DEFLATE, 10);
  entry.writeUInt16LE(FIXED_DATE, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(packed, 20);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(bytes.length, 28);
  entry.writeUInt32LE(start, 42);
  return Buffer.concat([entry, bytes]);
}

function endOfDirectory(entries: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
