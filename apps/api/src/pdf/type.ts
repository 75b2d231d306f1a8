import type PdfKit from 'pdfkit';
import { useFace, type EmbeddedFont, type Face, type Run, type Weight } from './fonts.ts';
import { getFontFaces, isCode, isRightToLeft, scriptRuns, splitWords } from './script-runs.ts';

/**
 * Size in points, color as `#RRGGBB`. `tabular` uses digits of one width, as `letterwise` always
 * does.
 */
export type Style = { size: number; weight: Weight; color: string; tabular?: boolean };

/** No extra features: ligatures and joined letters come with the script. */
const OWN_FEATURES: [] = [];
const TABULAR = { features: ['tnum'] } satisfies { features: PDFKit.Mixins.OpenTypeFeatures[] };

/**
 * Sets lines of text in every supported script. `letterwise` shapes each letter of Inter once, with
 * digits of one width, because shaping whole texts takes a hundred times longer and long reports
 * have hundreds of thousands of cells.
 */
export class Type {
  readonly pdf: InstanceType<typeof PdfKit>;
  readonly #letterwise: boolean;
  readonly #fonts = new Map<string, EmbeddedFont>();
  readonly #letters = new Map<Weight, Map<string, Run>>();
  readonly #plain = new Map<string, boolean>();

  constructor(pdf: InstanceType<typeof PdfKit>, { letterwise = false } = {}) {
    this.pdf = pdf;
    this.#letterwise = letterwise;
  }

  /** Returns the height of a line in points. */
  lineHeight({ size, weight }: Style): number {
    this.#getFont('inter', weight);
    return this.pdf.fontSize(size).currentLineHeight(true);
  }

  /** Returns the first character that no face has; undefined if all can be printed. */
  unprintable(text: string): string | undefined {
    const has = (one: string) =>
      getFontFaces(one, text).some((face) => this.#has(face, 'regular', one));
    return [...text.normalize('NFC')].find((one) => !/\s/.test(one) && !has(one));
  }

  /** Returns the width of a line in points. */
  width(text: string, style: Style): number {
    const written = text.normalize('NFC');
    if (this.#isPlain(written)) return this.#plainWidth(written, style);
    return this.#runs(written, style).reduce((sum, run) => sum + run.width, 0);
  }

  /** Writes one line with its top left corner at `x`, `y`. */
  put(text: string, x: number, y: number, style: Style): void {
    const written = text.normalize('NFC');
    const { pdf } = this;
    if (this.#isPlain(written)) {
      this.#getFont('inter', style.weight);
      pdf
        .fontSize(style.size)
        .fillColor(style.color)
        .text(written, x, y, {
          lineBreak: false,
          ...(style.tabular && !this.#letterwise && TABULAR),
        });
      return;
    }
    // One baseline for all faces.
    const baseline = y + (this.#getFont('inter', style.weight).ascender * style.size) / 1_000;
    let left = x;
    for (const { text: run, face, width } of this.#runs(written, style)) {
      this.#getFont(face, style.weight);
      const features = face === 'inter' ? undefined : OWN_FEATURES;
      pdf.fontSize(style.size).fillColor(style.color);
      pdf.text(run, left, baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        ...(features && { features }),
      });
      left += width;
    }
  }

  /**
   * Breaks text into lines no wider than `width`. A longer word is split; a code never is
   * (`isCode`) and may overflow.
   */
  wrapped(text: string, width: number, style: Style): string[] {
    if (text === '') return [];
    if (!text.includes('\n') && this.width(text, style) <= width) return [text];
    return text.split('\n').flatMap((paragraph) => this.#wrappedParagraph(paragraph, width, style));
  }

  /** Returns as much of a line as fits, with an ellipsis if it is cut. */
  shortened(text: string, width: number, style: Style): string {
    if (this.width(text, style) <= width) return text;
    let cached = Array.from(text);
    while (cached.length > 0 && this.width(`${cached.join('')}…`, style) > width)
      cached = cached.slice(0, -1);
    return `${cached.join('').trimEnd()}…`;
  }

  /** Returns the width of the widest code in a text at a size of 1 point; 0 without one. */
  widestCode(text: string, style: Style): number {
    if (!/[\dA-Z]/.test(text)) return 0;
    return Math.max(
      0,
      ...text
        .split(/\s+/)
        .filter(isCode)
        .map((word) => this.width(word, style)),
    );
  }

  #wrappedParagraph(text: string, width: number, style: Style): string[] {
    const lines: string[] = [];
    let line = '';
    for (const word of splitWords(text)) {
      const longer = line === '' ? word.text : `${line}${word.space ? ' ' : ''}${word.text}`;
      if (this.width(longer, style) <= width) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      line = word.text;
      if (isCode(word.text)) continue;
      line = '';
      for (const letter of word.text) {
        if (line !== '' && this.width(line + letter, style) > width) {
          lines.push(line);
          line = '';
        }
        line += letter;
      }
    }
    return [...lines, line];
  }

  /** Returns true if Inter alone can set the text, from left to right. */
  #isPlain(text: string): boolean {
    for (const letter of text) {
      const known = this.#plain.get(letter);
      const isPlain =
        known ??
        (!isRightToLeft(letter) && (/\s/.test(letter) || this.#has('inter', 'regular', letter)));
      if (known === undefined) this.#plain.set(letter, isPlain);
      if (!isPlain) return false;
    }
    return true;
  }

  #plainWidth(text: string, { size, weight, tabular }: Style): number {
    if (!this.#letterwise) {
      this.#getFont('inter', weight);
      return this.pdf.fontSize(size).widthOfString(text, tabular ? TABULAR : {});
    }
    const font = this.#known('inter', weight);
    let advance = 0;
    for (const letter of text) advance += this.#shaped(font, weight, letter).advanceWidth;
    return (advance * size) / 1_000;
  }

  #runs(text: string, style: Style): { text: string; face: Face; width: number }[] {
    return scriptRuns(text, (face, character) => this.#has(face, style.weight, character)).map(
      ({ text: run, face }) => {
        const width =
          face === 'inter'
            ? this.#plainWidth(run, style)
            : (this.#known(face, style.weight).layoutRun(run, OWN_FEATURES).advanceWidth *
                style.size) /
              1_000;
        return { text: run, face, width };
      },
    );
  }

  #has(face: Face, weight: Weight, character: string): boolean {
    return this.#known(face, weight).font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  }

  /** Returns a face to measure with. */
  #known(face: Face, weight: Weight): EmbeddedFont {
    return this.#fonts.get(`${face} ${weight}`) ?? this.#getFont(face, weight);
  }

  /** Selects a face as the document's font. */
  #getFont(face: Face, weight: Weight): EmbeddedFont {
    const font = useFace(this.pdf, face, weight);
    const key = `${face} ${weight}`;
    if (this.#fonts.get(key) === font) return font;
    this.#fonts.set(key, font);
    if (face === 'inter' && this.#letterwise) this.#setLetterByLetter(font, weight);
    return font;
  }

  #setLetterByLetter(font: EmbeddedFont, weight: Weight): void {
    font.layout = (text) => {
      const runs = Array.from(text, (letter) => this.#shaped(font, weight, letter));
      return {
        glyphs: runs.flatMap(({ glyphs }) => glyphs),
        positions: runs.flatMap(({ positions }) => positions),
        advanceWidth: runs.reduce((sum, run) => sum + run.advanceWidth, 0),
      };
    };
  }

  #shaped(font: EmbeddedFont, weight: Weight, letter: string): Run {
    const letters = this.#letters.get(weight) ?? new Map<string, Run>();
    this.#letters.set(weight, letters);
    const run = letters.get(letter) ?? font.layoutRun(letter, { tnum: true });
    letters.set(letter, run);
    return run;
  }
}
