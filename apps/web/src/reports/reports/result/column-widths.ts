import type { Kind } from '@pos/contract/reports/columns';
import {
  type Figures,
  type FigureValue,
  type ListedColumn,
  type PlacedColumn,
  signed,
  toCellText,
  valueAt,
} from '@pos/contract/reports/tables';
import { formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';

/** Width that a column needs, and the width at which nothing in it wraps (px, with padding). */
export type Width = { least: number; best: number };

const PADDING = 16;
const MAX_LABEL_LINES = 3;
/** For rounding, and fonts that are still loading. */
const SLACK = 4;
/** Icon, gap and padding of a pill. */
const PILL = 32;
const TITLE = { least: 190, best: 340 };
const TEXT = { least: 104, best: 220 };

/** Widest text of kinds whose values are all as wide. */
const SAMPLES: Partial<Record<Kind, string>> = {
  date: '00/00/0000',
  datetime: '00/00/0000 00:00 AM',
  time: '00:00 AM',
  percent: '000.0%',
};

/** Measures a column by its longest value, its label on a few lines and its total. */
export function columnWidth(
  { path, column }: PlacedColumn,
  rows: readonly Figures[],
  totals: Figures | undefined,
): Width {
  const values = rows.map((row) => valueAt(row, path));
  if (totals) values.push(valueAt(totals, path));
  const label = labelWidth(column.label.split(' '));
  const width = contentWidth(column, values);
  const room = PADDING + SLACK;
  return {
    least: Math.ceil(Math.max(label, width.least) + room),
    best: Math.ceil(Math.max(label, width.best) + room),
  };
}

/** Smallest width at which a label takes few lines. */
function labelWidth(words: readonly string[]): number {
  const texts = words.flatMap((_, from) =>
    words.slice(from).map((__, more) => words.slice(from, from + more + 1).join(' ')),
  );
  const widths = texts
    .map((text) => textWidth(text, 12, 500))
    .toSorted((one, other) => one - other);
  return widths.find((width) => fitsFewLines(words, width)) ?? 0;
}

function fitsFewLines(words: readonly string[], width: number): boolean {
  const lines: string[] = [];
  for (const word of words) {
    const longer = [lines.at(-1), word].filter(Boolean).join(' ');
    if (lines.length > 0 && textWidth(longer, 12, 500) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return (
    lines.length <= MAX_LABEL_LINES && lines.every((line) => textWidth(line, 12, 500) <= width)
  );
}

function contentWidth(column: ListedColumn, values: readonly FigureValue[]): Width {
  const { kind } = column;
  const sample = SAMPLES[kind];
  if (sample !== undefined) return exactly(textWidth(sample));
  if (kind === 'money' || kind === 'integer') return exactly(numberWidth(column, values));
  const texts = values.map((value) =>
    value === null ? '' : kind === 'fair' ? String(value) : toCellText(column, value),
  );
  const longest = texts.reduce((one, other) => (other.length > one.length ? other : one), '');
  if (kind === 'order' || kind === 'code' || kind === 'isbn')
    return exactly(textWidth(longest, 12, 400, 'monospace'));
  if (kind === 'choice') return exactly(textWidth(longest, 13) + PILL);
  const limits = kind === 'title' ? TITLE : TEXT;
  const width = textWidth(longest);
  return { least: Math.min(width, limits.least), best: Math.min(width, limits.best) };
}

function exactly(width: number): Width {
  return { least: width, best: width };
}

function numberWidth(column: ListedColumn, values: readonly FigureValue[]): number {
  const numbers = values.map((value) => (value === null ? 0 : signed(column, value)));
  const format = column.kind === 'money' ? formatCents : formatCount;
  const [lowest, highest] = [least(numbers), -least(numbers.map((number) => -number))];
  return Math.max(...[lowest, highest].map((number) => textWidth(format(number), 13, 600)));
}

/** Smallest of the numbers, which may be more than a call takes as arguments. */
function least(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => Math.min(one, other), 0);
}

let canvas: CanvasRenderingContext2D | null | undefined;

/** Width of a text in the fonts of the tables; figures are as wide as a zero. */
function textWidth(text: string, size = 13, weight = 400, family?: 'monospace'): number {
  canvas ??= document.createElement('canvas').getContext('2d');
  if (!canvas) return text.length * size * 0.6;
  const fonts = getComputedStyle(document.documentElement);
  canvas.font = `${weight} ${size}px ${fonts.getPropertyValue(family ? '--font-mono' : '--font-sans')}`;
  return canvas.measureText(text.replace(/\d/g, '0')).width;
}
