import { type ShipToSchoolRow, shipToSchoolRow } from '@pos/contract/reports/ship-to-school';
import { textOf } from '@pos/contract/reports/tables';
import type { ShipToSchoolReport } from '@pos/contract/reports';
import { pluralize } from '#api/pdf/money-text.ts';
import type { PrintedTable } from '#api/pdf/table-document.ts';

const { customerName, title, sku, quantity, orderNumber, fulfilmentStatus } = shipToSchoolRow;

/**
 * Checklists for handing out, by student, one page per teacher. None without the right to read
 * Students. The rows are sorted by class.
 */
export function slips({ rows, showsStudents }: ShipToSchoolReport): PrintedTable[] {
  if (!showsStudents) return [];
  const classes = Map.groupBy(rows, (row) =>
    [row.grade ? `Grade ${row.grade}` : 'No grade', row.teacher || 'no teacher'].join(', '),
  );
  return [...classes].map(([name, lines]) => ({
    name: `To hand out: ${name}`,
    keys: 2,
    ownPage: true,
    columns: [
      { label: '', kind: 'tick' },
      { label: customerName.label, kind: 'text' },
      { label: title.label, kind: 'text' },
      { label: sku.label, kind: 'text' },
      { label: quantity.label, kind: 'number' },
      { label: orderNumber.label, kind: 'text' },
      { label: fulfilmentStatus.label, kind: 'text' },
    ],
    rows: [
      ...lines.map((row) => ({
        cells: [
          '',
          row.customerName ?? '',
          row.title,
          row.sku ?? '',
          String(row.quantity),
          row.orderNumber,
          textOf(fulfilmentStatus, row.fulfilmentStatus),
        ],
      })),
      {
        cells: [
          '',
          pluralize(new Set(lines.map((row) => row.customerName)).size, 'name'),
          pluralize(lines.length, 'line'),
          '',
          String(lines.reduce((sum, row) => sum + row.quantity, 0)),
          '',
          '',
        ],
        strong: true,
      },
    ],
  }));
}

/** Stable sort: lines of a student stay in order of date. Students without a grade come last. */
export function byClass(one: ShipToSchoolRow, other: ShipToSchoolRow): number {
  return (
    gradeRank(one.grade) - gradeRank(other.grade) ||
    compare(one.grade, other.grade) ||
    compare(one.teacher, other.teacher) ||
    compare(one.customerName, other.customerName)
  );
}

/** Ranks pre-kindergarten, kindergarten, 1, 2, … 12, then any other text. */
function gradeRank(grade: string | null): number {
  if (!grade) return 100;
  if (/^p/i.test(grade)) return -1;
  if (/^k/i.test(grade)) return 0;
  return Number.parseInt(grade, 10) || 99;
}

const compare = (one: string | null, other: string | null) =>
  (one ?? '').localeCompare(other ?? '', 'en');
