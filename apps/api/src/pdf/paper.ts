import PdfKit from 'pdfkit';
import { collected } from './collected.ts';
import type { Weight } from './fonts.ts';
import { Type } from './type.ts';

const LETTER = { width: 612, height: 792 };
const MARGIN = 54;
const FOOTER_HEIGHT = 36;
const INK = '#1F1A17';
const QUIET = '#5C534D';
const RULE = '#CFC8C2';
const BRAND = '#FF6445';

export const PAPER_WIDTH = LETTER.width - 2 * MARGIN;

type Words = { size?: number; weight?: Weight; color?: string; align?: 'left' | 'right' };
/** A table column: heading, width in points before scaling, and alignment. */
export type PaperColumn = { header: string; width: number; align?: 'right' };
export type PaperLine = { label: string; value: string; kind?: 'total' | 'sub' };

type PaperFacts = { title: string; author: string; footer: string; createdAt: Date };

/**
 * A document on US Letter, written from top to bottom with automatic page breaks. Every page has a
 * footer with `footer` and its number. Sizes in points.
 */
export class Paper {
  readonly #document: InstanceType<typeof PdfKit>;
  readonly #type: Type;
  readonly #footer: string;
  #y = MARGIN;

  constructor({ title, author, footer, createdAt }: PaperFacts) {
    this.#footer = footer;
    this.#document = new PdfKit({
      size: [LETTER.width, LETTER.height],
      margin: 0,
      bufferPages: true,
      lang: 'en-US',
      displayTitle: true,
      info: { Title: title, Author: author, CreationDate: createdAt },
    });
    this.#type = new Type(this.#document);
  }

  /** Writes the document's head: a small line above, the title, and its status at the right. */
  head(above: string, title: string, status: { text: string; isFinal: boolean }): void {
    this.#document.rect(MARGIN, this.#y, 28, 3).fill(BRAND);
    this.#y += 12;
    this.#write(above, MARGIN, PAPER_WIDTH, { size: 9, color: QUIET });
    this.#y += 14;
    this.#write(title, MARGIN, PAPER_WIDTH * 0.6, { size: 22, weight: 'semibold' });
    this.#write(
      status.text,
      MARGIN + PAPER_WIDTH * 0.6,
      PAPER_WIDTH * 0.4,
      { size: 11, weight: 'semibold', align: 'right', color: status.isFinal ? INK : '#A30F37' },
      8,
    );
    this.#y += 34;
  }

  /** Begins a new page. */
  newPage(): void {
    this.#document.addPage();
    this.#y = MARGIN;
  }

  /** Writes a paragraph across the page. */
  note(text: string): void {
    const height = this.#getHeight(text, PAPER_WIDTH, 9, 'regular');
    this.#room(height + 6);
    this.#write(text, MARGIN, PAPER_WIDTH, { size: 9, color: QUIET });
    this.#y += height + 6;
  }

  /** Writes a section heading. It stays with the next line. */
  heading(text: string): void {
    this.#room(52);
    this.#y += 12;
    this.#write(text, MARGIN, PAPER_WIDTH, { size: 11, weight: 'semibold' });
    this.#y += 18;
    this.#rule();
    this.#y += 5;
  }

  /** Writes labels on the left and values on the right. */
  lines(lines: readonly PaperLine[]): void {
    for (const { label, value, kind } of lines) {
      this.#room(16);
      const weight = kind === 'total' ? 'semibold' : 'regular';
      const indent = kind === 'sub' ? 12 : 0;
      const color = kind === 'sub' ? QUIET : INK;
      this.#write(label, MARGIN + indent, PAPER_WIDTH * 0.7 - indent, {
        size: 9.5,
        weight,
        color,
      });
      this.#write(value, MARGIN + PAPER_WIDTH * 0.7, PAPER_WIDTH * 0.3, {
        size: 9.5,
        weight,
        color,
        align: 'right',
      });
      this.#y += 15;
    }
  }

  /** Writes facts in two columns, each with a muted label above. */
  facts(facts: readonly { label: string; value: string }[]): void {
    const width = PAPER_WIDTH / 2 - 12;
    for (let index = 0; index < facts.length; index += 2) {
      const pair = facts.slice(index, index + 2);
      const height =
        Math.max(...pair.map(({ value }) => this.#getHeight(value, width, 9.5, 'regular'))) + 18;
      this.#room(height);
      for (const [place, { label, value }] of pair.entries()) {
        const left = MARGIN + place * (width + 24);
        this.#write(label, left, width, { size: 8, color: QUIET });
        this.#write(value, left, width, { size: 9.5 }, 11);
      }
      this.#y += height;
    }
  }

  /**
   * Writes a table with its headings on every page that it reaches, and emphasized `totals` below.
   */
  table(
    columns: readonly PaperColumn[],
    rows: readonly (readonly string[])[],
    totals?: readonly string[],
  ): void {
    this.#y += 3;
    this.#headings(columns);
    for (const row of rows) {
      if (this.#room(16)) this.#headings(columns);
      this.#cells(columns, row, 'regular', INK);
    }
    if (!totals) return;
    if (this.#room(20)) this.#headings(columns);
    this.#rule();
    this.#y += 4;
    this.#cells(columns, totals, 'semibold', INK);
  }

  /** Writes signature lines side by side, each with a name. */
  signatures(names: readonly string[]): void {
    this.#room(80);
    this.#y += 46;
    const width = PAPER_WIDTH / names.length;
    for (const [index, name] of names.entries()) {
      const left = MARGIN + index * width;
      this.#document
        .moveTo(left, this.#y)
        .lineTo(left + width - 20, this.#y)
        .lineWidth(0.75)
        .strokeColor(INK)
        .stroke();
      this.#write(name, left, width - 20, { size: 8, color: QUIET }, 4);
    }
    this.#y += 24;
  }

  /** Returns the finished document. */
  async bytes(): Promise<Buffer> {
    const { start, count } = this.#document.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.#document.switchToPage(start + page);
      this.#y = LETTER.height - FOOTER_HEIGHT;
      this.#write(this.#footer, MARGIN, PAPER_WIDTH - 80, { size: 7.5, color: QUIET });
      this.#write(`Page ${page + 1} of ${count}`, MARGIN + PAPER_WIDTH - 80, 80, {
        size: 7.5,
        color: QUIET,
        align: 'right',
      });
    }
    const pdf = collected(this.#document);
    this.#document.end();
    return pdf;
  }

  #headings(columns: readonly PaperColumn[]): void {
    this.#room(32);
    this.#cells(
      columns,
      columns.map(({ header }) => header),
      'regular',
      QUIET,
      8,
    );
  }

  #cells(
    columns: readonly PaperColumn[],
    cells: readonly string[],
    weight: Weight,
    color: string,
    size = 9,
  ): void {
    let left = MARGIN;
    let height = 15;
    for (const [index, { width, align }] of columns.entries()) {
      const text = cells[index] ?? '';
      // A code too long for its column is set smaller, never split.
      const code = this.#type.widestCode(text, { size, weight, color });
      const own = code > width - 8 ? (size * (width - 8)) / code : size;
      height = Math.max(height, this.#getHeight(text, width - 8, own, weight) + 4);
      this.#write(text, left, width - (align === 'right' ? 0 : 8), {
        size: own,
        weight,
        color,
        ...(align && { align }),
      });
      left += width;
    }
    this.#y += height;
  }

  /** Begins a new page if `height` does not fit. Returns true if it did. */
  #room(height: number): boolean {
    if (this.#y + height <= LETTER.height - MARGIN - 12) return false;
    this.newPage();
    return true;
  }

  #rule(): void {
    this.#document
      .moveTo(MARGIN, this.#y)
      .lineTo(MARGIN + PAPER_WIDTH, this.#y)
      .lineWidth(0.5)
      .strokeColor(RULE)
      .stroke();
  }

  #getHeight(text: string, width: number, size: number, weight: Weight): number {
    const style = { size, weight, color: INK };
    return this.#type.wrapped(text, width, style).length * this.#type.lineHeight(style);
  }

  #write(
    text: string,
    left: number,
    width: number,
    { size = 9.5, weight = 'regular', color = INK, align = 'left' }: Words,
    below = 0,
  ): void {
    // Columns use tabular digits, so that digits align.
    const style = { size, weight, color, tabular: align === 'right' };
    for (const [at, line] of this.#type.wrapped(text, width, style).entries()) {
      const indent = align === 'right' ? width - this.#type.width(line, style) : 0;
      this.#type.put(
        line,
        left + indent,
        this.#y + below + at * this.#type.lineHeight(style),
        style,
      );
    }
  }
}
