import { decodePDFRawStream, PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

async function opened<Result>(
  bytes: Buffer,
  work: (document: PDFDocumentProxy) => Promise<Result>,
): Promise<Result> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false });
  try {
    return await work(await task.promise);
  } finally {
    await task.destroy();
  }
}

/** Returns the text that a reader would copy, one string per page, with lines as set. */
export function textOfPdf(bytes: Buffer): Promise<string[]> {
  return opened(bytes, (document) =>
    Promise.all(
      Array.from({ length: document.numPages }, async (_, at) => {
        const { items } = await (await document.getPage(at + 1)).getTextContent();
        return items
          .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
          .join('');
      }),
    ),
  );
}

/** Returns the fonts of a document, with a flag if the outlines are embedded. */
export async function fontsOfPdf(bytes: Buffer): Promise<{ name: string; embedded: boolean }[]> {
  const { context } = await PDFDocument.load(bytes, { updateMetadata: false });
  const named = (dict: PDFDict, key: string) => dict.lookup(PDFName.of(key));
  return context.enumerateIndirectObjects().flatMap(([, object]) => {
    if (
      !(object instanceof PDFDict) ||
      named(object, 'Type') !== PDFName.of('Font') ||
      named(object, 'Subtype') === PDFName.of('Type0')
    )
      return [];
    const descriptor = named(object, 'FontDescriptor');
    const name = named(object, 'BaseFont');
    return [
      {
        name: name instanceof PDFName ? name.decodeText() : '',
        embedded:
          descriptor instanceof PDFDict &&
          ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor.has(PDFName.of(key))),
      },
    ];
  });
}

/**
 * Returns everything a document contains, with streams unpacked, to search for forbidden content.
 */
export async function wholeContent(bytes: Buffer): Promise<string> {
  const { context } = await PDFDocument.load(bytes, { updateMetadata: false });
  const parts = context.enumerateIndirectObjects().map(([, object]) => {
    if (!(object instanceof PDFRawStream)) return object.toString();
    const isPicture = object.dict.get(PDFName.of('Subtype')) === PDFName.of('Image');
    return `${object.dict.toString()} ${Buffer.from(isPicture ? object.contents : decodePDFRawStream(object).decode()).toString('latin1')}`;
  });
  return `${bytes.toString('latin1')}\n${parts.join('\n')}`;
}

/**
 * Counts the glyphs of a document that are the box for a missing glyph (glyph 0). For pdfkit
 * documents, with two bytes per glyph.
 */
export async function missingGlyphs(bytes: Buffer): Promise<number> {
  const { context } = await PDFDocument.load(bytes, { updateMetadata: false });
  let missing = 0;
  let shown = 0;
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream)) continue;
    const content = Buffer.from(decodePDFRawStream(object).decode()).toString('latin1');
    for (const [, list = ''] of content.matchAll(/\[([^\]]*)\] TJ/g)) {
      const codes = [...list.matchAll(/<([0-9a-fA-F]*)>/g)].flatMap(
        ([, hex = '']) => hex.match(/.{4}/g) ?? [],
      );
      shown += codes.length;
      missing += codes.filter((code) => code === '0000').length;
    }
  }
  if (shown === 0) throw new Error('The document shows no text.');
  return missing;
}
