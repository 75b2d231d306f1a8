import type { PlacedField } from '@pos/contract/templates/template-fields';
import PdfKit from 'pdfkit';
import { collected, FIXED_DATE } from '#api/pdf/collected.ts';
import { drawQr } from '#api/pdf/qr.ts';
import { splitWords } from '#api/pdf/script-runs.ts';
import { Type, type Style } from '#api/pdf/type.ts';

/** A placed field with its text, or the URL of its QR code. */
export type FilledField = { placed: PlacedField; text: string };
/** Text that cannot be set: index of the field and reason. */
export type Unfit = {
  index: number;
  why: 'does not fit' | 'has a character that cannot be printed';
  character?: string;
};
export type Page = { width: number; height: number };

/** Step of font sizes tried, in points. */
const STEP = 0.5;

/**
 * Renders everything printed over the artwork as a PDF with the same pages: real text in embedded
 * fonts, QR codes as vectors. Deterministic: the same fields give the same bytes. If fields do not
 * fit, returns all of those instead.
 */
export async function textLayer(
  pages: readonly Page[],
  fields: readonly FilledField[],
): Promise<{ pdf: Buffer } | { unfit: Unfit[] }> {
  const document = new PdfKit({
    autoFirstPage: false,
    margin: 0,
    info: { CreationDate: FIXED_DATE },
  });
  const type = new Type(document);
  const pdf = collected(document);
  const unfit: Unfit[] = [];
  for (const [at, { width, height }] of pages.entries()) {
    document.addPage({ size: [width, height], margin: 0 });
    for (const [index, { placed, text }] of fields.entries()) {
      if (placed.page !== at + 1 || text === '') continue;
      if (placed.kind === 'qr') drawQr(document, { ...placed, color: placed.colour }, text);
      else {
        const problem = drawText(type, placed, text);
        if (problem) unfit.push({ index, ...problem });
      }
    }
  }
  document.end();
  const bytes = await pdf;
  return unfit.length > 0 ? { unfit } : { pdf: bytes };
}

type Text = Extract<PlacedField, { kind: 'text' }>;

function drawText(type: Type, field: Text, text: string): Omit<Unfit, 'index'> | undefined {
  const character = type.unprintable(text);
  if (character !== undefined) return { why: 'has a character that cannot be printed', character };
  const paragraphs = field.lines === 1 ? [text.replace(/\s+/g, ' ')] : text.split(/\r\n|\r|\n/);
  for (let size = field.size; size >= field.minSize; size -= STEP) {
    const style = { size, weight: field.weight, color: field.colour };
    const lines = brokenInto(type, paragraphs, field, style);
    if (!lines) continue;
    const lineHeight = type.lineHeight(style);
    for (const [at, line] of lines.entries()) {
      if (line === '') continue;
      const rest = field.width - type.width(line, style);
      const indent = { left: 0, center: rest / 2, right: rest }[field.align];
      type.put(line, field.x + indent, field.y + at * lineHeight, style);
    }
    return undefined;
  }
  return { why: 'does not fit' };
}

/**
 * Breaks paragraphs into lines that fit the box in this style; undefined if they do not fit. Never
 * splits words.
 */
function brokenInto(
  type: Type,
  paragraphs: readonly string[],
  { width, height, lines: most }: Text,
  style: Style,
): string[] | undefined {
  const room = Math.min(most, Math.floor(height / type.lineHeight(style) + 1e-6));
  const lines: string[] = [];
  for (const paragraph of paragraphs) {
    let line = '';
    for (const { text: word, space } of splitWords(paragraph)) {
      const longer = line === '' ? word : `${line}${space ? ' ' : ''}${word}`;
      if (type.width(longer, style) <= width) line = longer;
      else {
        if (line === '' || type.width(word, style) > width) return undefined;
        lines.push(line);
        line = word;
      }
      if (lines.length >= room) return undefined;
    }
    lines.push(line);
  }
  return lines.length <= room ? lines : undefined;
}
