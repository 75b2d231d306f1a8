import { crc32, createDeflateRaw } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';

/** A zip entry built for a test. Its headers may be wrong. */
export interface TestPart {
  name: string;
  /** In chunks if it is too large to keep in memory at once. */
  content: string | Buffer | Iterable<Buffer>;
  /** Unpacked size claimed in the headers. */
  claimedSize?: number;
  claimedCrc?: number;
  /** Packs nothing: the directory points to the data of this earlier entry. */
  sharesDataWith?: string;
  /** Extra bits of the general purpose flag; 1 means that the entry is encrypted. */
  flags?: number;
  stored?: boolean;
}

interface Packed {
  offset: number;
  method: number;
  crc: number;
  size: number;
  bytes: Buffer;
}

/** Builds a zip of these entries, with every field under the test's control. */
export async function makeZip(parts: readonly TestPart[]): Promise<Buffer> {
  const body: Buffer[] = [];
  const directory: Buffer[] = [];
  const written = new Map<string, Packed>();
  let offset = 0;
  for (const part of parts) {
    const shared = part.sharesDataWith === undefined ? undefined : written.get(part.sharesDataWith);
    const packed = shared ?? { ...(await pack(part)), offset };
    const header = fields(part, packed);
    if (!shared) {
      const local = Buffer.concat([
        signed(0x04034b50, [20], header, []),
        Buffer.from(part.name),
        packed.bytes,
      ]);
      body.push(local);
      offset += local.length;
      written.set(part.name, packed);
    }
    const trailer = Buffer.alloc(14);
    trailer.writeUInt32LE(packed.offset, 10);
    directory.push(
      Buffer.concat([signed(0x02014b50, [20, 20], header, [trailer]), Buffer.from(part.name)]),
    );
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...body, listing, end]);
}

async function pack({ content, stored }: TestPart): Promise<Omit<Packed, 'offset'>> {
  const pieces =
    typeof content === 'string'
      ? [Buffer.from(content)]
      : Buffer.isBuffer(content)
        ? [content]
        : content;
  if (stored) {
    const bytes = Buffer.concat([...pieces]);
    return { method: 0, crc: crc32(bytes), size: bytes.length, bytes };
  }
  const deflate = createDeflateRaw({ level: 9 });
  const output: Buffer[] = [];
  deflate.on('data', (chunk: Buffer) => output.push(chunk));
  let crc = 0;
  let size = 0;
  for (const piece of pieces) {
    crc = crc32(piece, crc);
    size += piece.length;
    await new Promise<void>((resolve) => deflate.write(piece, () => resolve()));
  }
  await new Promise<void>((resolve) => deflate.on('end', resolve).end());
  return { method: 8, crc, size, bytes: Buffer.concat(output) };
}

/**
 * Returns the fields shared by local header and directory, from the flags to the length of the
 * extra field.
 */
function fields(part: TestPart, packed: Packed): Buffer {
  const bytes = Buffer.alloc(24);
  bytes.writeUInt16LE(0x0800 | (part.flags ?? 0), 0);
  bytes.writeUInt16LE(packed.method, 2);
  bytes.writeUInt16LE(0x0021, 6);
  bytes.writeUInt32LE(part.claimedCrc ?? packed.crc, 8);
  bytes.writeUInt32LE(packed.bytes.length, 12);
  bytes.writeUInt32LE(part.claimedSize ?? packed.size, 16);
  bytes.writeUInt16LE(Buffer.byteLength(part.name), 20);
  return bytes;
}

function signed(
  signature: number,
  versions: readonly number[],
  common: Buffer,
  rest: readonly Buffer[],
): Buffer {
  const start = Buffer.alloc(4 + versions.length * 2);
  start.writeUInt32LE(signature, 0);
  versions.forEach((version, index) => start.writeUInt16LE(version, 4 + index * 2));
  return Buffer.concat([start, common, ...rest]);
}

/** Returns the content of each file in a zip by name, in order. */
export async function readEntries(zip: Buffer): Promise<Map<string, Buffer>> {
  const archive = await fromBufferPromise(zip);
  const entries = new Map<string, Buffer>();
  for await (const entry of archive.eachEntry()) {
    const stream = await archive.openReadStreamPromise(entry);
    entries.set(entry.fileName, Buffer.concat(await Array.fromAsync(stream)));
  }
  return entries;
}
