import { decodePDFRawStream, PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';

/** Points by which kerning may move a letter at most. */
const KERNING = 3;

/**
 * Reads documents with pdf.js, which is independent of their producers, pdfkit and pdf-lib. Throws
 * at damage that a reader on screen would hide.
 */
async function opened<Result>(
  bytes: Buffer,
  work: (document: PDFDocumentProxy) => Promise<Result>,
): Promise<Result> {
  const task = getDocument({
    data: new Uint8Array(bytes),
    verbosity: 0,
    useSystemFonts: false,
    stopAtErrors: true,
  });
  try {
    return await work(await task.promise);
  } finally {
    await task.destroy();
  }
}

/** Returns the texts of each page as they were set, with the height of the page. */
function readItems(bytes: Buffer) {
  return opened(bytes, (document) =>
    Promise.all(
      Array.from({ length: document.numPages }, async (_, at) => {
        const page = await document.getPage(at + 1);
        const { items } = await page.getTextContent();
        const { height } = page.getViewport({ scale: 1 });
        return { height, items: items.flatMap((item) => ('str' in item ? [item] : [])) };
      }),
    ),
  );
}

/** Returns the text that a reader would copy, one string per page, with lines as set. */
export async function textOfPdf(bytes: Buffer): Promise<string[]> {
  return (await readItems(bytes)).map(({ items }) =>
    items.map(({ str, hasEOL }) => `${str}${hasEOL ? '\n' : ''}`).join(''),
  );
}

/** Reads a document: its pages with a line for each text, its embedded fonts and its title. */
export async function readPdf(bytes: Buffer) {
  const pages = (await readItems(bytes)).map(({ items }) => {
    let end = { left: -1, baseline: -1 };
    const texts = items.map(({ str, transform, width }) => {
      if (str.trim() === '') return '';
      const [left, baseline] = transform.slice(4) as [number, number];
      // Kerning may end an item within a text; the next one begins where it ends.
      const goesOn = end.baseline === baseline && Math.abs(end.left - left) < KERNING;
      end = { left: left + width, baseline };
      return `${goesOn ? '' : '\n'}${str}`;
    });
    return texts.join('').trimStart();
  });
  const fonts = (await fontsOfPdf(bytes)).filter(({ embedded }) => embedded);
  const title = (await PDFDocument.load(bytes, { updateMetadata: false })).getTitle();
  return { pages, embeddedFonts: fonts.map(({ name }) => name), title };
}

/** Draws a page, `scale` pixels per point. Pages are numbered from 1. */
export function drawnPage(bytes: Buffer, number: number, scale: number): Promise<Canvas> {
  return opened(bytes, async (document) => {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale });
    const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
    // Typed for the DOM, which the server's types do not include.
    await page.render({ canvas: canvas as never, viewport }).promise;
    return canvas;
  });
}

/** Renders a page at `scale` pixels per point: three bytes per pixel, on white. */
export async function seenPage(
  bytes: Buffer,
  number: number,
  scale: number,
): Promise<{ data: Buffer; width: number; height: number }> {
  const canvas = await drawnPage(bytes, number, scale);
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  const raw = { width, height, channels: 4 } as const;
  const seen = await sharp(data, { raw }).removeAlpha().raw().toBuffer();
  return { data: seen, width, height };
}

/** A text and its place on the page, in points from the top left. */
export type PlacedText = { text: string; left: number; top: number; right: number };

/** Returns the texts of each page as they were set, from top to bottom and left to right. */
export async function placedTexts(bytes: Buffer): Promise<PlacedText[][]> {
  return (await readItems(bytes)).map(({ height, items }) =>
    items
      .filter(({ str }) => str.trim() !== '')
      .map(({ str: text, transform, width }) => {
        const [left, baseline] = transform.slice(4) as [number, number];
        return { text, left, top: height - baseline, right: left + width };
      })
      .sort((one, other) => one.top - other.top || one.left - other.left),
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

/** Size of a camera's picture in pixels. */
const FILM = { width: 1280, height: 720 };

/** Returns a film of a page before a camera, as Motion JPEG for Chromium's fake camera. */
export async function filmOfPage(bytes: Buffer, number: number): Promise<Buffer> {
  const page = await drawnPage(bytes, number, 2);
  const table = createCanvas(FILM.width, FILM.height);
  const context = table.getContext('2d');
  context.fillStyle = '#806040';
  context.fillRect(0, 0, FILM.width, FILM.height);
  const shown = FILM.height * 0.85;
  const wide = (page.width * shown) / page.height;
  context.drawImage(page, (FILM.width - wide) / 2, (FILM.height - shown) / 2, wide, shown);
  const frame = await table.encode('jpeg', 90);
  return Buffer.concat([frame, frame]);
}
