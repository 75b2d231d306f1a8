import type {
  PickListRow,
  ShippingStatus,
  ShipToSchoolRow,
} from '@pos/contract/reports/ship-to-school';
import type { ShipToSchoolReport } from '@pos/contract/reports';
import type { Db } from '#api/db/db.ts';
import { type ReportScope, withSchoolNames } from '../report-scope.ts';
import { total } from '../figures/sales-figures.ts';
import { shipToSchoolLines, type ShipToSchoolLine } from './ship-to-school.queries.ts';
import type { ReportCode } from '../report-code.ts';
import { soldLinesRow } from '../reports.queries.ts';
import { byClass, distributionLists } from './distribution-lists.ts';

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
  const rows = lines.map(({ titleId: _, ...line }): ShipToSchoolRow => ({
    ...line,
    totalCents: line.lineNetCents + line.taxCents,
  }));
  const pickList = pickListOf(lines);
  return {
    reportType: 'SHIP_TO_SCHOOL',
    showsStudents,
    status,
    rows,
    totals: {
      orders: new Set(rows.map(({ orderId }) => orderId)).size,
      lines: rows.length,
      units: total(rows, (row) => row.quantity),
      lineNetCents: total(rows, (row) => row.lineNetCents),
      taxCents: total(rows, (row) => row.taxCents),
      totalCents: total(rows, (row) => row.totalCents),
    },
    pickList,
    pickListTotals: {
      titles: pickList.length,
      quantity: total(pickList, (row) => row.quantity),
      shortage: total(pickList, (row) => row.shortage ?? 0),
    },
  };
}

/**
 * Lists units still to ship by title. Adds back the units allocated to these lines, so that only
 * other allocations reduce the stock available.
 */
function pickListOf(lines: readonly ShipToSchoolLine[]): PickListRow[] {
  const titles = new Map<string, PickListRow & { beyond: number | null }>();
  for (const { titleId, sku, title, quantity, fulfilmentStatus, warehouseAvailable } of lines) {
    if (fulfilmentStatus !== 'to_ship') continue;
    const key = titleId ?? `${sku} ${title}`;
    const known = titles.get(key) ?? {
      sku,
      title,
      quantity: 0,
      available: null,
      shortage: null,
      beyond: warehouseAvailable,
    };
    titles.set(key, { ...known, quantity: known.quantity + quantity });
  }
  const rows = [...titles.values()].map(({ beyond, ...row }): PickListRow => {
    if (beyond === null) return row;
    const available = Math.max(0, beyond + row.quantity);
    return { ...row, available, shortage: Math.max(0, row.quantity - available) };
  });
  return rows.sort(
    (one, other) =>
      one.title.localeCompare(other.title, 'en') || (one.sku ?? '').localeCompare(other.sku ?? ''),
  );
}

/** Code of SHIP_TO_SCHOOL. */
export const shipToSchoolCode: ReportCode<'SHIP_TO_SCHOOL'> = {
  compute: ({ db, scope, query, readsStudents }) =>
    shipToSchool(db, scope, query.status ?? null, readsStudents),
  countLines: (db, scope) => soldLinesRow(db, scope, true),
  sortedForFiles: (report) => ({ ...report, rows: [...report.rows].sort(byClass) }),
  printLast: distributionLists,
};
