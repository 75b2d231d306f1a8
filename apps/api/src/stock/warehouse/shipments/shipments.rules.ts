import type { ShipmentLine } from '@pos/contract/stock/warehouse/shipments';
import { formatCount } from '@pos/contract/values/counts';
import type { PackedLine } from './shipments.queries.ts';

/** Returns the units of each title in all cartons. */
export function unitsByTitle(lines: readonly PackedLine[]): Map<string, number> {
  const units = new Map<string, number>();
  for (const { titleId, quantity } of lines)
    units.set(titleId, (units.get(titleId) ?? 0) + quantity);
  return units;
}

/** Returns the lines with their cartons numbered from 1 without gaps, in the same order. */
export function renumberCartons<Line extends PackedLine>(lines: readonly Line[]): Line[] {
  const numbers = [...new Set(lines.map(({ carton }) => carton))].toSorted((a, b) => a - b);
  return lines.map((line) => ({ ...line, carton: numbers.indexOf(line.carton) + 1 }));
}

/**
 * Returns codes for the cartons of a shipment: its number and that of the carton. `taken` are codes
 * in lowercase that other cartons have; such a carton gets a letter more.
 */
export function cartonCodes(number: string, count: number, taken: ReadonlySet<string>): string[] {
  return Array.from({ length: count }, (_, at) => {
    const code = `${number}-${at + 1}`;
    if (!taken.has(code.toLowerCase())) return code;
    const letter = LETTERS.find((each) => !taken.has(`${code}${each}`.toLowerCase()));
    return `${code}${letter ?? ''}`;
  });
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');

/** Returns every code that `cartonCodes` may choose. */
export function possibleCodes(number: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${number}-${at + 1}`).flatMap((code) => [
    code,
    ...LETTERS.map((letter) => `${code}${letter}`),
  ]);
}

/** A title of which the warehouse has less than a shipment, with the fairs that have it. */
export type Shortage = {
  title: string;
  needed: number;
  available: number;
  holders: readonly { fairName: string; onHand: number }[];
};

/** Finds the titles of which the warehouse has less than the lines; `available` is by title. */
export function findShortages(
  lines: readonly Pick<ShipmentLine, 'titleId' | 'title' | 'carton' | 'quantity'>[],
  available: ReadonlyMap<string, number>,
): (Omit<Shortage, 'holders'> & { titleId: string })[] {
  const titles = new Map(lines.map(({ titleId, title }) => [titleId, title]));
  return [...unitsByTitle(lines)].flatMap(([titleId, needed]) => {
    const there = Math.max(available.get(titleId) ?? 0, 0);
    if (needed <= there) return [];
    return [{ titleId, title: titles.get(titleId) ?? '', needed, available: there }];
  });
}

/** `The warehouse has 3 of "The Moon", 5 are needed. Others have it: Maple Fair 12.` */
export function shortageText({ title, needed, available, holders }: Shortage): string {
  const fairs = holders.map(({ fairName, onHand }) => `${fairName} ${formatCount(onHand)}`);
  const elsewhere =
    fairs.length === 0 ? 'No other fair has it.' : `Other fairs have it: ${fairs.join(', ')}.`;
  const there = available === 0 ? 'none' : formatCount(available);
  return `The warehouse has ${there} of "${title}", ${formatCount(needed)} are needed. ${elsewhere}`;
}
