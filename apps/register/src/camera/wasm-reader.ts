import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** Returns the text of the first code in the picture, or null. */
export type CodeReader = (picture: HTMLCanvasElement) => Promise<string | null>;

/** The price behind the barcode of a book is left out: the fair has its own prices. */
const OPTIONS = {
  formats: ['EAN13', 'EAN8', 'UPCA', 'UPCE', 'QRCode', 'Code128'],
  eanAddOnSymbol: 'Ignore',
  maxNumberOfSymbols: 1,
} as const;

/** Opens our own reader. Unless told otherwise it loads its program from a foreign server. */
export async function openWasmReader(): Promise<CodeReader> {
  await prepareZXingModule({
    overrides: { locateFile: () => wasmAddress },
    fireImmediately: true,
  });
  return async (picture) => {
    const pixels = picture
      .getContext('2d', { willReadFrequently: true })
      ?.getImageData(0, 0, picture.width, picture.height);
    if (!pixels) return null;
    const [found] = await readBarcodes(pixels, { ...OPTIONS, formats: [...OPTIONS.formats] });
    return found?.text ?? null;
  };
}
