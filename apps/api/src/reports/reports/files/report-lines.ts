import type { ShippingStatus } from '@pos/contract/reports/ship-to-school';
import type { FigureGroup, Figures } from '@pos/contract/reports/tables';

/**
 * Rows of a table that stand together, and the subtotal after them, if their group ends there. `keys`
 * are its heading.
 */
export type LinePortion = Partial<Omit<FigureGroup, 'rows'>> & {
  rows: Iterable<Figures> | AsyncIterable<Figures>;
};

/** Maximum rows in one portion. */
const PORTION_ROWS = 100;

/**
 * A report that lists lines, without them: they are read from the snapshot while the file is written
 * (decision 70), so that memory does not depend on their number.
 */
export type ReportLines = {
  facts: { showsStudents?: boolean; status?: ShippingStatus | null };
  /** Total for the tie-out check; null if the report has none. */
  totalCents: number | null;
  /** Number of lines in the first table, and of its rows, if it has subtotals. */
  lines: number;
  rowCount?: number;
  /** Rows by the name of their list in the JSON. Tables are read in order, each of them once. */
  read: Readonly<Record<string, () => Iterable<LinePortion> | AsyncIterable<LinePortion>>>;
  /** Totals by name in the JSON, once the rows of their table were read. */
  totals: Readonly<Record<string, () => Figures>>;
};

/** Number of rows and total of a group; a row has its own total. */
type Group = { rows: number; totalCents: number };

/**
 * Puts rows that come group by group into portions, each group followed by its subtotal. Throws if
 * the rows are not those of the groups, or differ from a subtotal by a cent.
 */
export async function* inGroups<Row extends { totalCents: number }>(
  groups: readonly Group[],
  rows: AsyncIterable<readonly [place: number, row: Row]>,
): AsyncGenerator<LinePortion> {
  let place = 0;
  let [read, cents] = [0, 0];
  let portion: Row[] = [];
  for await (const [of, row] of rows) {
    const group = groups[place];
    if (of !== place || group === undefined) throw differing(groups, place);
    portion.push(row);
    read++;
    cents += row.totalCents;
    if (read === group.rows) {
      if (cents !== group.totalCents) throw differing(groups, place);
      yield { rows: portion, subtotal: group };
      [portion, read, cents] = [[], 0, 0];
      place++;
    } else if (portion.length >= PORTION_ROWS) {
      yield { rows: portion };
      portion = [];
    }
  }
  if (place !== groups.length) throw differing(groups, place);
}

function differing(groups: readonly Group[], place: number): Error {
  return new Error(`The lines of group ${place + 1} of ${groups.length} differ from its subtotal.`);
}
