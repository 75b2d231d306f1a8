import type { PickListRow, ShippingStatus, ShipToSchoolRow } from '@pos/contract/line-reports';
import type { ShipToSchoolReport } from '@pos/contract/reports';
import type { Db } from '#api/db/db.ts';
import type { ReportScope } from './report-scope.ts';
import { total } from './sales-figures.ts';
import { shipToSchoolLines, type ShipToSchoolLine } from './ship-to-school.queries.ts';

/** Domain 9.5: what pupils ordered to the school, and what of it the warehouse has to pick. */
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
  const lines = await shipToSchoolLines(db, scope, status, showsStudents);
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

/** What is still to ship, by title. What these lines were promised counts as theirs again, so that only others' promises are taken off. */
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
