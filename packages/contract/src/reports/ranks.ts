import type { Fields } from './columns.ts';
import type { TableDescription } from './description.ts';

/** Number of fairs, schools or titles that a report of all schools names at each end. */
export const RANKED = 10;

/**
 * Describes the tables of the rows with the highest and lowest net sales of all schools, in files:
 * the screen lists all rows by net sales. `highest`
 * and `lowest` are the names of the lists in the JSON.
 */
export function rankTables(
  what: 'fairs' | 'schools' | 'titles',
  [highest, lowest]: readonly [highest: string, lowest: string],
  columns: Fields,
) {
  return [
    { name: `Highest ${what}`, rows: highest, ofAllSchools: true, isInFilesOnly: true, columns },
    { name: `Lowest ${what}`, rows: lowest, ofAllSchools: true, isInFilesOnly: true, columns },
  ] as const satisfies TableDescription[];
}

/**
 * Returns the rows with the highest net sales, at most `RANKED`, and of the others those with the
 * lowest, the lowest first.
 */
export function rankByNet<Row extends { netCents: number }>(
  rows: readonly Row[],
): { highest: Row[]; lowest: Row[] } {
  const sorted = rows.toSorted((one, other) => other.netCents - one.netCents);
  return {
    highest: sorted.slice(0, RANKED),
    lowest: sorted.slice(RANKED).slice(-RANKED).toReversed(),
  };
}
