import PdfKit from 'pdfkit';
import { partsOfTables, type TableParts } from './table-columns.ts';
import {
  pageBottom,
  FOOTER_HEIGHT,
  INK,
  LETTER,
  MARGIN,
  QUIET,
  type TableDocument,
  TimeSlice,
  columnWidth,
} from './table-document.ts';
import { layout, type Step } from './table-layout.ts';
import { Type, type Style } from './type.ts';

const RULE = '#CFC8C2';
const BRAND = '#FF6445';
const WARNING = '#A30F37';

/**
 * Writes tables on US Letter as a PDF, in chunks of about a page. Every page has the head, the column
 * headings and the number of pages; no row is split. The same tables give the same bytes. `reached`
 * is told with each page how much of the document is written, from 0 to 1.
 */
export async function* tablePaperChunks(
  document: TableDocument,
  reached?: (part: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  const pdf = new PdfKit({
    autoFirstPage: false,
    margin: 0,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: document.title, Author: document.author, CreationDate: document.createdAt },
  });
  const type = new Type(pdf, { letterwise: true });
  const parts = await partsOfTables(document, type);
  const total = await countPages(document, parts, type);
  const slice = new TimeSlice();
  let page = 0;
  for (const step of layout(document, parts, type)) {
    if (slice.isOver) await slice.next();
    if ('page' in step) {
      yield* written(pdf);
      await reached?.(page / total);
      const [short, long] = LETTER;
      pdf.addPage({ size: document.isLandscape ? [long, short] : [short, long], margin: 0 });
      drawHead(type, document, ++page, total);
    } else draw(type, step);
  }
  await reached?.(1);
  pdf.end();
  for await (const chunk of pdf) yield chunk as Buffer;
}

/** Yields the bytes written so far, so that finished pages do not stay in memory. */
export function* written(pdf: InstanceType<typeof PdfKit>): Generator<Buffer> {
  for (let chunk: unknown; (chunk = pdf.read()) !== null;) yield chunk as Buffer;
}

async function countPages(document: TableDocument, parts: TableParts, type: Type): Promise<number> {
  const slice = new TimeSlice();
  let pages = 0;
  for (const step of layout(document, parts, type)) {
    if ('page' in step) pages++;
    if (slice.isOver) await slice.next();
  }
  return pages;
}

function draw(type: Type, step: Exclude<Step, { page: true }>): void {
  const { pdf } = type;
  if ('rule' in step)
    pdf
      .moveTo(step.x, step.rule)
      .lineTo(step.x + step.width, step.rule)
      .lineWidth(step.heavy ? 0.75 : 0.25)
      .strokeColor(step.heavy ? QUIET : RULE)
      .stroke();
  else if ('box' in step)
    pdf.rect(step.x, step.y, step.box, step.box).lineWidth(0.75).strokeColor(INK).stroke();
  else {
    const { text, x, y, width, right, style } = step;
    const left = right ? x + Math.max(0, width - type.width(text, style)) : x;
    type.put(text, left, y, style);
  }
}

function drawHead(type: Type, document: TableDocument, page: number, total: number): void {
  const { head, footer } = document;
  const width = columnWidth(document);
  const quiet: Style = { size: 8, weight: 'regular', color: QUIET };
  const put = (text: string, y: number, style: Style, right = false) =>
    draw(type, {
      text: right ? text : type.shortened(text, width, style),
      x: MARGIN,
      y,
      width,
      right,
      style,
    });
  type.pdf.rect(MARGIN, MARGIN, 24, 2.5).fill(BRAND);
  put(head.title, MARGIN + 9, { size: 14, weight: 'semibold', color: INK });
  put(
    head.status.text,
    MARGIN + 12,
    { size: 9, weight: 'semibold', color: head.status.isFinal ? INK : WARNING },
    true,
  );
  for (const [at, line] of head.lines.entries()) put(line, MARGIN + 28 + at * 10.5, quiet);
  const low = pageBottom(document) + FOOTER_HEIGHT / 2;
  put(footer, low, { ...quiet, size: 7.5 });
  put(`Page ${page} of ${total}`, low, { ...quiet, size: 7.5 }, true);
}
