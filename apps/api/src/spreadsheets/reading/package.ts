import { crc32 } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import type { ReadLimits } from '#api/spreadsheets/sheet.ts';
import { fileRefused, SpreadsheetError } from '#api/spreadsheets/spreadsheet-error.ts';

/** The zip of a workbook. Parts are unpacked on demand, and their actual bytes are counted. */
export interface Package {
  /** Part names in lowercase, without a leading slash. */
  names: ReadonlySet<string>;
  /**
   * Yields the unpacked bytes of a part in chunks. Throws `SpreadsheetError` if there are too many
   * or they are damaged.
   */
  open(name: string): AsyncGenerator<Buffer>;
  close(): void;
}

/** Opens a package and lists its parts without unpacking any. */
export async function openPackage(bytes: Buffer, limits: ReadLimits): Promise<Package> {
  const zip = await fromBufferPromise(bytes, { validateEntrySizes: true }).catch(asDamaged);
  const entries = await listEntries(zip, limits).catch(asDamaged);
  let budget = limits.unpackedBytes;

  async function* open(name: string): AsyncGenerator<Buffer> {
    const entry = entries.get(name.toLowerCase());
    if (!entry) throw fileRefused('DAMAGED', `The part ${name} is missing.`);
    try {
      const stream = await zip.openReadStreamPromise(entry);
      let sum = 0;
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        budget -= chunk.length;
        if (budget < 0) throw fileRefused('UNPACKS_TOO_LARGE');
        sum = crc32(chunk, sum);
        yield chunk;
      }
      if (sum !== entry.crc32) throw fileRefused('DAMAGED', `The checksum of ${name} is wrong.`);
    } catch (error) {
      asDamaged(error);
    }
  }

  return { names: new Set(entries.keys()), open, close: () => zip.close() };
}

async function listEntries(zip: ZipFile, limits: ReadLimits): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let declared = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw fileRefused('LEGACY_OR_LOCKED', 'An entry is encrypted.');
    const name = entry.fileName.toLowerCase();
    if (name.endsWith('/')) continue;
    if (entries.has(name))
      throw fileRefused('DAMAGED', `The part ${name} occurs twice in the package.`);
    entries.set(name, entry);
    declared += entry.uncompressedSize;
    if (entries.size > limits.parts || declared > limits.unpackedBytes)
      throw fileRefused('UNPACKS_TOO_LARGE');
  }
  refuseOverlaps([...entries.values()]);
  return entries;
}

/** Refuses overlapping entries, because shared bytes unpack to far more than the file contains. */
function refuseOverlaps(entries: Entry[]): void {
  entries.sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  let end = 0;
  for (const entry of entries) {
    if (entry.relativeOffsetOfLocalHeader < end) throw fileRefused('DAMAGED', 'Entries overlap.');
    end = entry.relativeOffsetOfLocalHeader + 30 + entry.fileNameLength + entry.compressedSize;
  }
}

/** Converts any error of the unpacker to a refusal of a damaged file. */
function asDamaged(error: unknown): never {
  if (error instanceof SpreadsheetError) throw error;
  throw fileRefused('DAMAGED', error instanceof Error ? error.message : String(error));
}
