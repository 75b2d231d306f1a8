import {
  getDocument,
  PDFWorker,
  version,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';

type ScriptPolicy = { createScriptURL: (url: string) => string };
type TrustedTypes = { createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy };

/** Folder in which the build puts decoders of rare image formats. */
const DECODERS = `/assets/pdf-decoders-${version}/`;

let worker: Promise<PDFWorker> | undefined;

/**
 * Starts the single worker that reads all PDFs; its file is the only script URL that this Trusted
 * Types policy allows.
 */
async function startWorker(): Promise<PDFWorker> {
  const { default: workerUrl } = await import('pdfjs-dist/legacy/build/pdf.worker.min.mjs?url');
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes };
  const rules: ScriptPolicy = {
    createScriptURL: (url) => {
      if (url !== workerUrl) throw new TypeError('Only the PDF reader runs outside the page.');
      return url;
    },
  };
  const address = (trustedTypes?.createPolicy('app', rules) ?? rules).createScriptURL(workerUrl);
  return PDFWorker.create({ port: new Worker(address, { type: 'module' }) });
}

/** An open PDF; `close` frees its memory. */
export type OpenPdf = {
  pages: number;
  draw: (page: number, width: number) => Promise<HTMLCanvasElement>;
  close: () => void;
};

/** Opens a PDF. `draw` paints one page, starting at 1, at a width in device pixels. */
export async function openPdf(file: Blob): Promise<OpenPdf> {
  worker ??= startWorker();
  const task = getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    worker: await worker,
    enableXfa: false,
    useWasm: false,
    wasmUrl: DECODERS,
  });
  const document: PDFDocumentProxy = await task.promise;
  return {
    pages: document.numPages,
    draw: async (number, width) => {
      const page = await document.getPage(number);
      const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
      const canvas = Object.assign(window.document.createElement('canvas'), {
        width: Math.round(viewport.width),
        height: Math.round(viewport.height),
      });
      await page.render({ canvas, viewport }).promise;
      return canvas;
    },
    close: () => void task.destroy(),
  };
}

/** Thumbnail of the first page as a data URL; width in device pixels. */
export async function renderPicture(file: Blob, width: number): Promise<string> {
  const pdf = await openPdf(file);
  try {
    return (await pdf.draw(1, width)).toDataURL('image/webp', 0.85);
  } finally {
    pdf.close();
  }
}
