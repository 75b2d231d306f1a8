import type { LabelPaper } from '@pos/contract/stock/cartons';
import { pluralize } from '@pos/contract/values/counts';
import PdfKit from 'pdfkit';
import { drawCode128 } from '#api/pdf/code-128.ts';
import { collected, FIXED_DATE } from '#api/pdf/collected.ts';
import { drawQr } from '#api/pdf/qr.ts';
import { Type, type Style } from '#api/pdf/type.ts';

/** Texts and code of one label; `number` of `count` cartons of its delivery. */
export type CartonLabel = {
  code: string;
  /** Delivery that the carton belongs to, and its own label: `Restock S-0001`. */
  notes: readonly string[];
  number: number;
  count: number;
  titles: number;
  units: number;
};
/** Labels of one fair, which all name it. */
export type LabelSheet = {
  paper: LabelPaper;
  companyName: string;
  schoolName: string;
  fairName: string;
  /** Identifier and days of the fair. */
  fairLine: string;
  labels: readonly CartonLabel[];
};

/** Sizes in points: 4 × 6 inch of a label printer, or four on US Letter. */
const PAPERS: Record<LabelPaper, { width: number; height: number; columns: number; rows: number }> =
  {
    label: { width: 288, height: 432, columns: 1, rows: 1 },
    letter: { width: 306, height: 396, columns: 2, rows: 2 },
  };
const MARGIN = 18;
const QR_SIDE = 126;
const BARS_HEIGHT = 58;
const INK = '#000000';

const QUIET: Style = { size: 9, weight: 'regular', color: INK };
const SCHOOL: Style = { size: 20, weight: 'bold', color: INK };
const FAIR: Style = { size: 11, weight: 'semibold', color: INK };
const NUMBER: Style = { size: 34, weight: 'bold', color: INK };
const CONTENT: Style = { size: 13, weight: 'semibold', color: INK };
const CODE: Style = { size: 15, weight: 'semibold', color: INK };

/** Renders carton labels as a PDF, in black for label printers. */
export function labelsPdf(sheet: LabelSheet): Promise<Buffer> {
  const { width, height, columns, rows } = PAPERS[sheet.paper];
  const document = new PdfKit({
    size: [width * columns, height * rows],
    margin: 0,
    autoFirstPage: false,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: 'Carton labels', Author: sheet.companyName, CreationDate: FIXED_DATE },
  });
  const type = new Type(document);
  for (const [index, label] of sheet.labels.entries()) {
    const place = index % (columns * rows);
    if (place === 0) {
      document.addPage();
      drawCuts(document, sheet.paper);
    }
    const left = (place % columns) * width;
    const top = Math.floor(place / columns) * height;
    new Label(type, { left, top, width, height }).draw(sheet, label);
  }
  const pdf = collected(document);
  document.end();
  return pdf;
}

/** Lines along which a page with several labels is cut. */
function drawCuts(document: InstanceType<typeof PdfKit>, paper: LabelPaper): void {
  const { width, height, columns, rows } = PAPERS[paper];
  if (columns * rows === 1) return;
  document.moveTo(width, 0).lineTo(width, height * rows);
  document.moveTo(0, height).lineTo(width * columns, height);
  document.lineWidth(0.5).dash(4, {}).strokeColor('#808080').stroke().undash();
}

/** One label in its place on the page. */
class Label {
  readonly #type: Type;
  readonly #left: number;
  readonly #bottom: number;
  readonly #room: number;
  #y: number;

  constructor(
    type: Type,
    { left, top, width, height }: { left: number; top: number; width: number; height: number },
  ) {
    this.#type = type;
    this.#left = left + MARGIN;
    this.#room = width - 2 * MARGIN;
    this.#y = top + MARGIN;
    this.#bottom = top + height - MARGIN;
  }

  draw(sheet: LabelSheet, { code, notes, number, count, titles, units }: CartonLabel): void {
    this.#write([sheet.companyName], QUIET, this.#room);
    this.#y += 4;
    this.#write(this.#lines(sheet.schoolName, SCHOOL, this.#room, 3), SCHOOL, this.#room);
    this.#y += 4;
    this.#write(this.#lines(sheet.fairName, FAIR, this.#room, 2), FAIR, this.#room);
    this.#write([sheet.fairLine], QUIET, this.#room);
    const middle = this.#bottom - BARS_HEIGHT - 30 - QR_SIDE;
    this.#type.pdf
      .moveTo(this.#left, middle - 6)
      .lineTo(this.#left + this.#room, middle - 6)
      .lineWidth(1)
      .strokeColor(INK)
      .stroke();
    const beside = this.#room - QR_SIDE - 4;
    this.#y = middle + 4;
    this.#write(['Carton'], QUIET, beside);
    this.#write([`${number} of ${count}`], NUMBER, beside);
    this.#y += 4;
    this.#write([pluralize(titles, 'title'), pluralize(units, 'unit')], CONTENT, beside);
    this.#write(notes, QUIET, beside);
    const { pdf } = this.#type;
    drawQr(
      pdf,
      {
        x: this.#left + this.#room - QR_SIDE,
        y: middle,
        width: QR_SIDE,
        height: QR_SIDE,
        color: INK,
      },
      code,
    );
    const bars = this.#bottom - BARS_HEIGHT - 24;
    // The quiet zone of the bars may reach into the margin.
    const box = { x: this.#left - 12, width: this.#room + 24, height: BARS_HEIGHT, color: INK };
    drawCode128(pdf, { ...box, y: bars }, code);
    const fitted = this.#fitted(code, CODE, this.#room);
    const indent = (this.#room - this.#type.width(code, fitted)) / 2;
    this.#type.put(code, this.#left + indent, bars + BARS_HEIGHT + 4, fitted);
  }

  /** Writes lines below each other, each shrunk to the width. */
  #write(lines: readonly string[], style: Style, width: number): void {
    for (const line of lines) {
      if (line === '') continue;
      const fitted = this.#fitted(line, style, width);
      this.#type.put(line, this.#left, this.#y, fitted);
      this.#y += this.#type.lineHeight(style);
    }
  }

  #fitted(text: string, style: Style, room: number): Style {
    const width = this.#type.width(text, style);
    return width > room ? { ...style, size: (style.size * room) / width } : style;
  }

  /** Breaks a text into at most `max` lines; the last one is cut. */
  #lines(text: string, style: Style, width: number, max: number): string[] {
    const lines = this.#type.wrapped(text, width, style);
    if (lines.length <= max) return lines;
    const last = `${lines[max - 1] ?? ''}…`;
    return [...lines.slice(0, max - 1), this.#type.shortened(last, width, style)];
  }
}
