import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { seenPage } from './pdf-pages.ts';

/** Pixels per point: 288 dots an inch, as a label printer has. */
const SCALE = 4;

/** Returns the barcodes of a printed page as `Format text`, in order, read by the register's reader. */
export async function readPrintedCodes(pdf: Buffer, page: number): Promise<string[]> {
  const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  await prepareZXingModule({
    overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer },
    fireImmediately: true,
  });
  const { data, width, height } = await seenPage(pdf, page, SCALE);
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let at = 0; at < width * height; at++) pixels.set(data.subarray(at * 3, at * 3 + 3), at * 4);
  // Typed for the DOM, which the server's types do not include.
  const picture = { data: pixels, width, height, colorSpace: 'srgb' } as never;
  const found = await readBarcodes(picture, { formats: ['Code128', 'QRCode'] });
  return found.map(({ format, text }) => `${format} ${text}`).toSorted();
}
