import type { FairLine } from '@pos/contract/inventory';
import { trueOnHand } from './stock-words.ts';

/** How many units of each line were counted, by the line's id; the last counted one is the last entry. */
export type Counts = ReadonlyMap<string, number>;

/** A line whose count differs from what should be there, as it stood when the counting began. */
export type Difference = { line: FairLine; counted: number; onHand: number; delta: number };

/** A code as labels and people write it: dashes and spaces do not count, nor does case. */
function plainCode(code: string): string {
  return code.replace(/[\s\p{Pd}]/gu, '').toLowerCase();
}

/** Finds lines by what is on the label: the SKU or the ISBN. */
export function lineFinder(lines: readonly FairLine[]): (code: string) => FairLine | undefined {
  const byCode = new Map<string, FairLine>();
  for (const line of lines) if (line.isbn13) byCode.set(plainCode(line.isbn13), line);
  for (const line of lines) byCode.set(plainCode(line.sku), line);
  return (code) => byCode.get(plainCode(code));
}

/** The counts with this line at `units`, as the last one counted; a count never goes below 0. */
export function withCount(counts: Counts, id: string, units: number): Counts {
  const next = new Map(counts);
  next.delete(id);
  next.set(id, Math.max(units, 0));
  return next;
}

export function withoutCount(counts: Counts, id: string): Counts {
  const next = new Map(counts);
  next.delete(id);
  return next;
}

/** What was counted and is not what should be there. Lines that were not counted are left alone. */
export function differencesOf(lines: readonly FairLine[], counts: Counts): Difference[] {
  return lines.flatMap((line) => {
    const counted = counts.get(line.id);
    const onHand = trueOnHand(line);
    return counted === undefined || counted === onHand
      ? []
      : [{ line, counted, onHand, delta: counted - onHand }];
  });
}
