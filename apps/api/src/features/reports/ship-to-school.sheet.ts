import { PAID_STATE, SHIPPING_STATUS, type ShipToSchoolRow } from '@pos/contract/line-reports';
import { REPORT_DEFINITIONS } from '@pos/contract/report-definitions';
import type { ShipToSchoolReport } from '@pos/contract/reports';
import { ungrouped, type ReportBody, type ReportColumn, type ReportTable } from './report-table.ts';
import { makeClock, methodsText } from './report-texts.ts';

const MEANING = REPORT_DEFINITIONS.SHIP_TO_SCHOOL;
const COLUMNS: ReportColumn[] = [
  { label: 'Order', definition: MEANING.orderNumber, kind: 'text', width: 24 },
  { label: 'Date', definition: MEANING.date, kind: 'date' },
  { label: 'Student/customer', definition: MEANING.customerName, kind: 'text', width: 28 },
  { label: 'Grade', definition: MEANING.grade, kind: 'text', width: 8 },
  { label: 'Teacher', definition: MEANING.teacher, kind: 'text', width: 20 },
  { label: 'SKU/ISBN', definition: MEANING.sku, kind: 'isbn' },
  { label: 'Title', definition: MEANING.title, kind: 'text', width: 48 },
  { label: 'Fair', definition: MEANING.fairName, kind: 'text', width: 30 },
  { label: 'Qty', definition: MEANING.quantity, kind: 'integer' },
  { label: 'Unit price', definition: MEANING.unitPriceCents, kind: 'money' },
  { label: 'Line net', definition: MEANING.lineNetCents, kind: 'money' },
  { label: 'Tax', definition: MEANING.taxCents, kind: 'money' },
  { label: 'Total', definition: MEANING.totalCents, kind: 'money' },
  { label: 'Method(s)', definition: MEANING.methods, kind: 'text', width: 18 },
  { label: 'Paid', definition: MEANING.paid, kind: 'text', width: 14 },
  { label: 'Fulfillment status', definition: MEANING.fulfilmentStatus, kind: 'text', width: 18 },
  { label: 'Shipped on', definition: MEANING.shippedAt, kind: 'datetime' },
  { label: 'Warehouse available', definition: MEANING.warehouseAvailable, kind: 'integer' },
];

/** SHIP_TO_SCHOOL to hand out in class: by grade, teacher and student (domain 9.5). */
export function distributionTable({ rows, totals, fairs }: ShipToSchoolReport): ReportBody {
  const clock = makeClock(fairs);
  return {
    columns: COLUMNS,
    groups: ungrouped(
      [...rows]
        .sort(byClass)
        .map((row) => [
          row.orderNumber,
          row.date,
          row.customerName,
          row.grade,
          row.teacher,
          row.sku,
          row.title,
          row.fairName,
          row.quantity,
          row.unitPriceCents,
          row.lineNetCents,
          row.taxCents,
          row.totalCents,
          methodsText(row.methods),
          PAID_STATE[row.paid],
          SHIPPING_STATUS[row.fulfilmentStatus],
          clock(row.fairIdentifier, row.shippedAt),
          row.warehouseAvailable,
        ]),
    ),
    totals: [
      `Total: ${totals.orders} orders, ${totals.lines} lines`,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      totals.units,
      null,
      totals.lineNetCents,
      totals.taxCents,
      totals.totalCents,
      null,
      null,
      null,
      null,
      null,
    ],
  };
}

/** Units for the warehouse to pick, by title. */
export function pickListTable({ pickList, pickListTotals }: ShipToSchoolReport): ReportTable {
  return {
    name: 'Pick list',
    columns: [
      { label: 'SKU/ISBN', definition: MEANING.sku, kind: 'isbn' },
      { label: 'Title', definition: MEANING.title, kind: 'text', width: 48 },
      { label: 'Qty', definition: MEANING.pickQuantity, kind: 'integer' },
      { label: 'Available', definition: MEANING.pickAvailable, kind: 'integer' },
      { label: 'Shortage', definition: MEANING.pickShortage, kind: 'integer' },
    ],
    groups: ungrouped(
      pickList.map((row) => [row.sku, row.title, row.quantity, row.available, row.shortage]),
    ),
    totals: [
      'Total',
      `${pickListTotals.titles} titles`,
      pickListTotals.quantity,
      null,
      pickListTotals.shortage,
    ],
  };
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
