import { Readable, type PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A part of a package: its name and its text in chunks. */
export interface ZipPart {
  name: string;
  chunks: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
}

const OPTIONS = {
  /** Fast, and within a few percent of the best compression for sheets. */
  compressionLevel: 4,
  // The first day that a zip can store, in any time zone: the same content gives the same bytes.
  mtime: new Date(1980, 0, 1),
  forceDosTimestamp: true,
};

/** Packs parts as they arrive, keeping only the directory in memory. */
export async function* zipChunks(
  parts: Iterable<ZipPart> | AsyncIterable<ZipPart>,
): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  const ending = new AbortController();
  const added = addParts(zip, parts, ending.signal).catch((error: Error) => output.destroy(error));
  try {
    yield* output as AsyncIterable<Buffer>;
  } finally {
    ending.abort();
    await added;
  }
}

/** Adds one part after another, each when the one before it has been read. */
async function addParts(
  zip: ZipFile,
  parts: Iterable<ZipPart> | AsyncIterable<ZipPart>,
  signal: AbortSignal,
): Promise<void> {
  for await (const { name, chunks } of parts) {
    const source = Readable.from(chunks, { objectMode: false, signal });
    zip.addReadStream(source, name, OPTIONS);
    await finished(source);
  }
  zip.end();
}
