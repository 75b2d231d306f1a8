import { formatCount, pluralize } from '@pos/contract/values/counts';

/** Max lines of one paste. */
export const MAX_PASTED_LINES = 5_000;

/** Line of a paste that gives no count; `line` is its number from 1. */
export type UnreadLine = { line: number; text: string; why: string };

type Counts = ReadonlyMap<string, number>;

/** Counts read from a paste, by the ID of their field, in the order of the paste. */
export type PastedCounts = { counts: Counts; unread: readonly UnreadLine[] };

/** Fields that a paste may fill. */
export type PasteTargets = {
  /** Finds the ID of a field by the code beside its count. */
  find: (code: string) => string | undefined;
  /** Reason why a line is left out if no field has its code. */
  unknown: string;
  /** Largest count. */
  max: number;
};

/**
 * Reads a column of counts copied from a spreadsheet: one count a line, for the fields
 * `below` in the order shown, or a code and a count a line, for the fields with these codes. A blank
 * count leaves its field as it is. Returns undefined for other text, such as a single number.
 */
export function readPastedCounts(
  text: string,
  below: readonly string[],
  { find, unknown, max }: PasteTargets,
): PastedCounts | undefined {
  const rows = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((row) => row.split('\t').map((cell) => cell.trim()));
  const hasCodes = rows.some((cells) => cells.length > 1);
  if (rows.length === 1 && !hasCodes) return undefined;
  const refusal = findRefusal(rows, hasCodes || below.length > 0);
  if (refusal) return { counts: new Map(), unread: [refusal] };
  const counts = new Map<string, number>();
  const unread: UnreadLine[] = [];
  const noField = hasCodes ? unknown : 'no field is left for it';
  for (const [at, cells] of rows.entries()) {
    const [code = ''] = cells;
    const count = cells.at(-1) ?? '';
    const id = hasCodes ? find(code) : below[at];
    const why = id === undefined ? noField : reasonAgainst(count, max, counts.has(id));
    if (count === '') continue;
    if (id === undefined || why !== undefined)
      unread.push({ line: at + 1, text: cells.join(' '), why: why ?? noField });
    else counts.set(id, toNumber(count));
  }
  return { counts, unread };
}

/** Reason to refuse a whole paste, at its first line. */
function findRefusal(rows: readonly string[][], hasTargets: boolean): UnreadLine | undefined {
  const first = { line: 1, text: rows[0]?.join(' ') ?? '' };
  if (rows.length > MAX_PASTED_LINES)
    return { ...first, why: `more than ${formatCount(MAX_PASTED_LINES)} lines` };
  if (hasTargets) return undefined;
  return { ...first, why: 'paste it into the first field, or with a column of codes' };
}

const toNumber = (count: string): number => Number(count.replaceAll(',', ''));

/** Reason why a count is left out; undefined if it is taken. */
function reasonAgainst(count: string, max: number, isTaken: boolean): string | undefined {
  if (isTaken) return 'listed twice';
  // With thousands separators, and decimals that are 0, as spreadsheets copy numbers.
  if (!/^(?:\d+|\d{1,3}(?:,\d{3})+)(\.0*)?$/.test(count)) return 'not a whole number';
  return toNumber(count) > max ? `more than ${formatCount(max)}` : undefined;
}

/**
 * Counts with those of a paste. New ones are added in reverse, because lists show the last count
 * first.
 */
export function withPaste(counts: Counts, pasted: Counts): Counts {
  const next = new Map(counts);
  for (const [id, units] of [...pasted].toReversed()) next.set(id, units);
  return next;
}

/**
 * Takes a paste back: fields that still have the pasted count get
 * the one they had `before`, or none.
 */
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
