import type { ShippingStatus, PickListRow } from '@pos/contract/reports/ship-to-school';
import type { ShipToSchoolReport } from '@pos/contract/reports/reports';
import type { Db } from '#api/db/db.ts';
import {
  readPortions,
  type ReportScope,
  schoolNamer,
  type ScopeFair,
  splitForLines,
  withSchoolNames,
} from '../report-scope.ts';
import { total } from '../figures/sales-figures.ts';
import {
  shipToSchoolCounts,
  shipToSchoolLines,
  type ShipToSchoolLine,
} from './ship-to-school.queries.ts';
import type { ReportContext, ReportCode } from '../report-code.ts';
import type { ReportLines } from '../files/report-lines.ts';
import { soldLinesRow } from '../reports.queries.ts';
import { byClass, bySchool, distributionLists } from './distribution-lists.ts';

/** Adds up lines of SHIP_TO_SCHOOL, and the units of each title that are still to ship. */
class ShipToSchoolSums {
  readonly #sums = { orders: 0, lines: 0, units: 0, lineNetCents: 0, taxCents: 0 };
  /** Titles under the names of their first lines, whatever the order of the lines. */
  readonly #titles = new Map<string, PickListRow & { named: string }>();

  /** Adds all lines of some fairs: an order is counted once. */
  add(lines: readonly ShipToSchoolLine[]): void {
    const sums = this.#sums;
    sums.orders += new Set(lines.map(({ orderId }) => orderId)).size;
    sums.lines += lines.length;
    for (const line of lines) {
      sums.units += line.quantity;
      sums.lineNetCents += line.lineNetCents;
      sums.taxCents += line.taxCents;
      if (line.fulfilmentStatus === 'to_ship') this.#pick(line);
    }
  }

  #pick(line: ShipToSchoolLine): void {
    const { titleId, sku, title, quantity, warehouseAvailable } = line;
    const key = titleId ?? `${sku} ${title}`;
    const named = `${line.date} ${line.orderNumber}`;
    const known = this.#titles.get(key);
    if (known && known.named <= named) known.quantity += quantity;
    else
      this.#titles.set(key, {
        sku,
        title,
        quantity: quantity + (known?.quantity ?? 0),
        onShelf: null,
        available: warehouseAvailable,
        shortage: null,
        named,
      });
  }

  totals(): ShipToSchoolReport['totals'] {
    const { lineNetCents, taxCents } = this.#sums;
    return { ...this.#sums, totalCents: lineNetCents + taxCents };
  }

  /**
   * Lists units still to ship by title. The units on the shelf for them are what is available with these
   * lines added back, so that only other allocations reduce them.
   */
  pickList(): PickListRow[] {
    const rows = [...this.#titles.values()].map(({ named: _, ...row }): PickListRow => {
      if (row.available === null) return row;
      const onShelf = Math.max(0, row.available + row.quantity);
      return { ...row, onShelf, shortage: Math.max(0, row.quantity - onShelf) };
    });
    return rows.sort(
      (one, other) =>
        one.title.localeCompare(other.title, 'en') ||
        (one.sku ?? '').localeCompare(other.sku ?? ''),
    );
  }
}

function pickTotals(pickList: readonly PickListRow[]): ShipToSchoolReport['pickListTotals'] {
  return {
    titles: pickList.length,
    quantity: total(pickList, (row) => row.quantity),
    shortage: total(pickList, (row) => row.shortage ?? 0),
  };
}

/** Domain 9.5: units ordered to ship to the school, and those the warehouse still has to pick. */
export async function shipToSchool(
  db: Db,
  scope: ReportScope,
  status: ShippingStatus | null,
  showsStudents: boolean,
): Promise<
  Pick<
    ShipToSchoolReport,
    'reportType' | 'showsStudents' | 'status' | 'rows' | 'totals' | 'pickList' | 'pickListTotals'
  >
> {
  const lines = withSchoolNames(scope, await shipToSchoolLines(db, scope, status, showsStudents));
  const sums = new ShipToSchoolSums();
  sums.add(lines);
  const pickList = sums.pickList();
  return {
    reportType: 'SHIP_TO_SCHOOL',
    showsStudents,
    status,
    rows: lines.map(asRow),
    totals: sums.totals(),
    pickList,
    pickListTotals: pickTotals(pickList),
  };
}

/** Lines of schools that are sorted together, unless one school has more. */
const SORTED_LINES = 1_000;

/**
 * The same for a file: schools by name, and the lines of each by class. Schools are read together
 * until they have `sortedLines`.
 */
async function readShipToSchool(
  { db, scope, query, readsStudents }: ReportContext,
  sortedLines = SORTED_LINES,
): Promise<ReportLines> {
  const { status = null } = query;
  const counts = new Map<string, number>();
  for await (const portion of readPortions(scope, splitForLines(scope)))
    for (const { fairId, lines } of await shipToSchoolCounts(db, portion, status))
      counts.set(fairId, lines);
  const portions = bySchoolName(scope.fairs, counts, sortedLines);
  const sums = new ShipToSchoolSums();
  const named = schoolNamer(scope);
  async function* rows() {
    for (const fairs of portions) {
      const found = await shipToSchoolLines(db, { ...scope, fairs }, status, readsStudents);
      sums.add(found);
      yield* found.map((line) => named(asRow(line))).sort(byClass);
    }
  }
  const pickList = once(() => sums.pickList());
  const lines = total([...counts.values()], (count) => count);
  return {
    facts: { showsStudents: readsStudents, status },
    totalCents: null,
    lines,
    read: { rows: () => [{ rows: rows() }], pickList: () => [{ rows: pickList() }] },
    totals: { totals: () => sums.totals(), pickListTotals: () => pickTotals(pickList()) },
  };
}

/** Groups the fairs that have lines by the names of their schools, in order. */
function bySchoolName(
  fairs: readonly ScopeFair[],
  counts: ReadonlyMap<string, number>,
  sortedLines: number,
): ScopeFair[][] {
  const schools = Map.groupBy(
    fairs.filter(({ id }) => counts.has(id)),
    ({ schoolName }) => schoolName,
  );
  const portions: ScopeFair[][] = [];
  let lines = sortedLines;
  for (const [, ofSchool] of [...schools].sort(([one], [other]) => bySchool(one, other))) {
    if (lines >= sortedLines) {
      portions.push([]);
      lines = 0;
    }
    portions.at(-1)!.push(...ofSchool);
    lines += total(ofSchool, ({ id }) => counts.get(id) ?? 0);
  }
  return portions;
}

function asRow<Line extends ShipToSchoolLine>({
  titleId: _,
  ...line
}: Line): Omit<Line, 'titleId'> & { totalCents: number } {
  return { ...line, totalCents: line.lineNetCents + line.taxCents };
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Code of SHIP_TO_SCHOOL. */
export const shipToSchoolCode: ReportCode<'SHIP_TO_SCHOOL'> = {
  compute: ({ db, scope, query, readsStudents }) =>
    shipToSchool(db, scope, query.status ?? null, readsStudents),
  countLines: (db, scope) => soldLinesRow(db, scope, true),
  readLines: readShipToSchool,
  sortedForFiles: (report) => ({ ...report, rows: [...report.rows].sort(byClass) }),
  printLast: distributionLists,
};
