import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { drawnPage } from './pdf-pages.ts';

/** Pixels per point: 288 dots an inch, as a label printer has. */
const SCALE = 4;

const READER = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
/** The same object each time: for another one the module would be compiled again. */
const overrides = { wasmBinary: new Uint8Array(readFileSync(READER)).buffer };

/** Returns the barcodes of a printed page as `Format text`, in order, read by the register's reader. */
export async function readPrintedCodes(pdf: Buffer, number: number): Promise<string[]> {
  prepareZXingModule({ overrides });
  const page = await drawnPage(pdf, number, SCALE);
  const picture = page.getContext('2d').getImageData(0, 0, page.width, page.height);
  const found = await readBarcodes(picture, {
    formats: ['Code128', 'QRCode'],
    tryRotate: false,
    tryInvert: false,
  });
  return found.map(({ format, text }) => `${format} ${text}`).toSorted();
}
