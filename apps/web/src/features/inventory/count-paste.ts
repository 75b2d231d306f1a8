import type { FairLine } from '@pos/contract/inventory';
import { MAX_UNITS } from '@pos/contract/limits';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import type { Counts } from './count-state.ts';

/** Max lines of one paste. */
export const MAX_PASTED_LINES = 5_000;

/** Line of a paste that gives no count; `line` is its number from 1. */
export type UnreadLine = { line: number; text: string; why: string };

/** Counts read from a paste, by line ID in the order of the paste. */
export type PastedCounts = { counts: Counts; unread: readonly UnreadLine[] };

type Targets = {
  /** Finds a title by its SKU or ISBN. */
  find: (code: string) => FairLine | undefined;
  /** Titles from the field that was pasted into, in the order shown; none if it was no such field. */
  below: readonly FairLine[];
};

/**
 * Reads a column of counts copied from a spreadsheet: one count a line, for the titles from the
 * field on, or a code and a count a line, for the titles with these codes. A blank count leaves its
 * title as it is. Returns undefined for other text, such as a single number.
 */
export function readPastedCounts(text: string, { find, below }: Targets): PastedCounts | undefined {
  const rows = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((row) => row.split('\t').map((cell) => cell.trim()));
  const hasCodes = rows.some((cells) => cells.length > 1);
  if (rows.length === 1 && !hasCodes) return undefined;
  if (rows.length > MAX_PASTED_LINES)
    return refuse(text, `more than ${formatCount(MAX_PASTED_LINES)} lines`);
  if (!hasCodes && below.length === 0)
    return refuse(text, 'paste it into the field of its first title, or with a column of codes');
  const counts = new Map<string, number>();
  const unread: UnreadLine[] = [];
  for (const [at, cells] of rows.entries()) {
    const count = cells.at(-1) ?? '';
    if (count === '') continue;
    const line = hasCodes ? find(cells[0] ?? '') : below[at];
    const why = reasonAgainst(line, count, counts, hasCodes);
    if (line && why === undefined) counts.set(line.id, Number(count.replaceAll(',', '')));
    else unread.push({ line: at + 1, text: cells.join(' '), why: why ?? '' });
  }
  return { counts, unread };
}

const refuse = (text: string, why: string): PastedCounts => ({
  counts: new Map(),
  unread: [{ line: 1, text: text.split(/[\r\n]/)[0] ?? '', why }],
});

/** Reason why a line gives no count; undefined if it does. */
function reasonAgainst(
  line: FairLine | undefined,
  count: string,
  before: Counts,
  hasCodes: boolean,
): string | undefined {
  if (!line) return hasCodes ? "not in this fair's inventory" : 'no title is left for it';
  if (before.has(line.id)) return 'listed twice';
  // With thousands separators, and decimals that are 0, as spreadsheets copy numbers.
  if (!/^\d[\d,]*(\.0*)?$/.test(count)) return 'not a whole number';
  return Number(count.replaceAll(',', '')) > MAX_UNITS ? 'more than 9,999,999' : undefined;
}

/** Counts with those of a paste; titles that had none come first, in the order of the paste. */
export function withPaste(counts: Counts, pasted: Counts): Counts {
  const next = new Map(counts);
  for (const [id, units] of [...pasted].toReversed()) next.set(id, units);
  return next;
}

/** Takes a paste back: titles still counted as pasted get the count they had `before`, or none. */
export function withoutPaste(counts: Counts, pasted: Counts, before: Counts): Counts {
  const next = new Map(counts);
  for (const [id, units] of pasted) {
    if (next.get(id) !== units) continue;
    const earlier = before.get(id);
    if (earlier === undefined) next.delete(id);
    else next.set(id, earlier);
  }
  return next;
}

/** `18 counts pasted, 2 lines not understood`. */
export function pasteWords({ counts, unread }: PastedCounts): string {
  const done = counts.size === 0 ? 'No count pasted' : `${pluralize(counts.size, 'count')} pasted`;
  return unread.length === 0 ? done : `${done}, ${pluralize(unread.length, 'line')} not understood`;
}
