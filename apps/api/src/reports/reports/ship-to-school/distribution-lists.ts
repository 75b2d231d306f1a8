import { gradePlace } from '@pos/contract/fairs/grades';
import { type ShipToSchoolRow, shipToSchoolRow } from '@pos/contract/reports/ship-to-school';
import { toCellText } from '@pos/contract/reports/tables';
import type { ShipToSchoolReport } from '@pos/contract/reports/reports';
import { pluralize } from '@pos/contract/values/counts';
import type { PrintedTable } from '#api/pdf/table-document.ts';

const { customerName, title, sku, quantity, orderNumber, fulfilmentStatus } = shipToSchoolRow;

/**
 * Distribution lists, one page per grade and teacher of a school: copies by student, with a box to
 * check when handed out. Empty without the right to read Students. `rows` are sorted with
 * `byClass`.
 */
export function distributionLists({ rows, showsStudents }: ShipToSchoolReport): PrintedTable[] {
  if (!showsStudents) return [];
  const classes = Map.groupBy(rows, (row) =>
    [
      ...(row.schoolName ? [row.schoolName] : []),
      row.grade ? `Grade ${row.grade}` : 'No grade',
      row.teacher || 'no teacher',
    ].join(', '),
  );
  return [...classes].map(([name, lines]) => ({
    name: `Distribution list: ${name}`,
    keyColumns: 2,
    startsPage: true,
    columns: [
      { label: '', kind: 'checkbox' },
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
          toCellText(fulfilmentStatus, row.fulfilmentStatus),
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
        bold: true,
      },
    ],
  }));
}

/**
 * Sorts by school, grade, teacher and customer. Lines of one student keep their order by date.
 * Students without a grade come last.
 */
export function byClass(one: ShipToSchoolRow, other: ShipToSchoolRow): number {
  return (
    bySchool(one.schoolName, other.schoolName) ||
    gradeRank(one.grade) - gradeRank(other.grade) ||
    compare(one.grade, other.grade) ||
    compare(one.teacher, other.teacher) ||
    compare(one.customerName, other.customerName)
  );
}

/** Sorts names of schools; in a report of one school there are none. */
export function bySchool(one: string | undefined, other: string | undefined): number {
  return compare(one, other);
}

/** Ranks PK3, PK4, K, 1 to 12, then any other text. */
function gradeRank(grade: string | null): number {
  if (!grade) return 100;
  const place = gradePlace(grade);
  return place < 0 ? 99 : place;
}

const compare = (one: string | null | undefined, other: string | null | undefined) =>
  (one ?? '').localeCompare(other ?? '', 'en');
