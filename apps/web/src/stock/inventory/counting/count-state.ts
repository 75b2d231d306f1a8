import { plainCode, toUpc, withoutPriceDigits } from '@pos/contract/stock/article-numbers';
import type { FairLine } from '@pos/contract/stock/inventory';
import { trueOnHand } from '../change-words.ts';

/** Counted units by line ID; the line counted last is the last entry. */
export type Counts = ReadonlyMap<string, number>;

/** Line whose count differs from its expected stock, as of the start of the count. */
export type Difference = { line: FairLine; counted: number; onHand: number; delta: number };

const toKey = (code: string): string => plainCode(code).toLowerCase();

/**
 * Returns a function that finds lines by a label's code: SKU, ISBN or UPC, also as an EAN with a
 * zero before the UPC or with a price behind the ISBN.
 */
export function lineFinder(lines: readonly FairLine[]): (code: string) => FairLine | undefined {
  const byCode = new Map<string, FairLine>();
  for (const line of lines) if (line.upc) byCode.set(line.upc, line);
  for (const line of lines) if (line.isbn13) byCode.set(toKey(line.isbn13), line);
  for (const line of lines) byCode.set(toKey(line.sku), line);
  return (code) =>
    byCode.get(toKey(code)) ??
    byCode.get(withoutPriceDigits(code)) ??
    byCode.get(toUpc(code) ?? '');
}

/** Counts with this line set to `units`, as the last one counted; never below 0. */
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

/** Differences between counted and expected stock. Lines not counted are ignored. */
export function countDifferences(lines: readonly FairLine[], counts: Counts): Difference[] {
  return lines.flatMap((line) => {
    const counted = counts.get(line.id);
    const onHand = trueOnHand(line);
    return counted === undefined || counted === onHand
      ? []
      : [{ line, counted, onHand, delta: counted - onHand }];
  });
}
