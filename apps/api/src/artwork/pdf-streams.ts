import { createInflate } from 'node:zlib';
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFRawStream,
  type PDFContext,
} from '@cantoo/pdf-lib';
import { ArtworkError } from './artwork-error.ts';

/**
 * Maximum unpacked bytes of all streams whose content is read: the file's own tables and its pages'
 * drawing operators.
 */
const MAX_DECODED_BYTES = 64 * 1024 * 1024;
/** Maximum unpacked bytes of one picture or font that is copied as is. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;
const MAX_PIXELS = 100_000_000;
const PACKING = ['FlateDecode', 'Fl', 'LZWDecode', 'LZW', 'RunLengthDecode', 'RL'];

type Growing = { buffer: Uint8Array; ensureBuffer(requested: number): Uint8Array };

/**
 * Makes every further decoding in this thread throw `UNPACKS_TOO_LARGE` after 64 MB in total.
 * Buffers do not count against a worker's heap limit, so this keeps a small file from using up the
 * machine's memory.
 */
export function limitDecoding(context: PDFContext): void {
  const empty = decodePDFRawStream(
    PDFRawStream.of(
      PDFDict.fromMapWithContext(
        new Map([[PDFName.of('Filter'), PDFName.of('FlateDecode')]]),
        context,
      ),
      Uint8Array.of(0x78, 0x9c, 3, 0, 0, 0, 0, 1),
    ),
  );
  const decoder = Object.getPrototypeOf(Object.getPrototypeOf(empty)) as Growing;
  const { ensureBuffer } = decoder;
  if (typeof ensureBuffer !== 'function')
    throw new TypeError('The PDF library decodes in a way that this limit does not cover.');
  let left = MAX_DECODED_BYTES;
  decoder.ensureBuffer = function limited(this: Growing, requested: number) {
    const before = this.buffer.byteLength;
    // The buffer doubles, so it may grow to twice the requested size.
    if (requested > before && requested * 2 > left + before)
      throw new ArtworkError('UNPACKS_TOO_LARGE');
    const grown = ensureBuffer.call(this, requested);
    left -= grown.byteLength - before;
    return grown;
  };
}

/**
 * Refuses a copied stream that unpacks to more than anyone would print. Decodes it without
 * buffering.
 */
export async function refuseBomb(stream: PDFRawStream): Promise<void> {
  const { dict, contents } = stream;
  const sides = ['Width', 'Height'].map((key) => dict.lookup(PDFName.of(key)));
  const [width, height] = sides.map((side) =>
    side instanceof PDFNumber ? side.asNumber() : 1,
  ) as [number, number];
  if (!(width * height <= MAX_PIXELS)) throw new ArtworkError('TOO_MANY_PIXELS');
  const filters = getFilters(dict);
  const packing = filters.filter((filter) => PACKING.includes(filter));
  if (packing.length > 1) throw new ArtworkError('UNPACKS_TOO_LARGE');
  if (packing.length === 0) return;
  if (filters[0] === 'FlateDecode' || filters[0] === 'Fl')
    await inflateWithin(contents, MAX_UNPACKED_BYTES);
  // Other, rare filters go through the limited decoder.
  else decodePDFRawStream(stream).decode();
}

function getFilters(dict: PDFDict): string[] {
  const filter = dict.lookup(PDFName.of('Filter'));
  const all =
    filter instanceof PDFArray
      ? filter.asArray().map((_, index) => filter.lookup(index))
      : [filter];
  return all.filter((name) => name instanceof PDFName).map((name) => name.decodeText());
}

function inflateWithin(packed: Uint8Array, most: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const inflate = createInflate({ chunkSize: 256 * 1024 });
    let size = 0;
    inflate.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) inflate.destroy(new ArtworkError('UNPACKS_TOO_LARGE'));
    });
    inflate.on('end', () => resolve());
    // Readers show the readable part of a damaged stream, and so does this.
    inflate.on('error', (error) => (error instanceof ArtworkError ? reject(error) : resolve()));
    inflate.end(packed);
  });
}
