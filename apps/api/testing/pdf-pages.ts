import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

async function opened<Result>(bytes: Buffer, work: (document: PDFDocumentProxy) => Promise<Result>): Promise<Result> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false });
  try {
    return await work(await task.promise);
  } finally {
    await task.destroy();
  }
}

/** What a reader would copy, a string a page, lines as they were set. */
export function textOfPdf(bytes: Buffer): Promise<string[]> {
  return opened(bytes, (document) =>
    Promise.all(
      Array.from({ length: document.numPages }, async (_, at) => {
        const { items } = await (await document.getPage(at + 1)).getTextContent();
        return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
      }),
    ),
  );
}
