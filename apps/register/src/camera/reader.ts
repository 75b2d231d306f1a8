import type { CodeReader } from './wasm-reader.ts';

/** Reader of the browser itself, where there is one. TypeScript does not know it yet. */
type Detector = { detect: (picture: HTMLCanvasElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats: () => Promise<string[]>;
};

/** Codes of books, of items, of cards and receipts, and of the counter card. */
const NATIVE_FORMATS = ['ean_13', 'upc_a', 'qr_code', 'code_128'];
const NEEDED = ['ean_13', 'qr_code', 'code_128'];

/** Opens the reader of the browser if it reads books, cards and receipts, otherwise our own. */
export async function openReader(): Promise<CodeReader> {
  return (await openNativeReader()) ?? (await import('./wasm-reader.ts')).openWasmReader();
}

async function openNativeReader(): Promise<CodeReader | undefined> {
  const { BarcodeDetector } = window as Window & { BarcodeDetector?: DetectorClass };
  const supported = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (!BarcodeDetector || !NEEDED.every((format) => supported.includes(format))) return undefined;
  const formats = NATIVE_FORMATS.filter((format) => supported.includes(format));
  const detector = new BarcodeDetector({ formats });
  return async (picture) => (await detector.detect(picture))[0]?.rawValue ?? null;
}
