import { FAIR_COLUMNS } from '../fairs/fair-columns.ts';
import { INVENTORY_COLUMNS, RETURN_COUNT_COLUMNS } from '../stock/inventory-columns.ts';
import { SCHOOL_COLUMNS } from '../fairs/school-columns.ts';
import { STUDENT_COLUMNS } from '../students/student-columns.ts';
import { PRICE_COLUMNS, TITLE_COLUMNS } from '../stock/title-columns.ts';
import { RECEIPT_COLUMNS } from '../stock/warehouse/receipt-columns.ts';
import type { UploadColumns } from '../upload-column.ts';
import type { UploadKind } from './uploads.ts';

/** Columns of each kind of file. */
export const COLUMNS_BY_KIND: Record<UploadKind, UploadColumns> = {
  fairs: FAIR_COLUMNS,
  schools: SCHOOL_COLUMNS,
  titles: TITLE_COLUMNS,
  students: STUDENT_COLUMNS,
  prices: PRICE_COLUMNS,
  inventory: INVENTORY_COLUMNS,
  'return-count': RETURN_COUNT_COLUMNS,
  receipt: RECEIPT_COLUMNS,
};

/** Returns the headers of a kind of file, and of those that a file for a chosen fair must have. */
export function columnNames(kind: UploadKind): { all: string[]; required: string[] } {
  const columns = COLUMNS_BY_KIND[kind];
  const all = Object.keys(columns);
  return { all, required: all.filter((name) => columns[name]?.required) };
}
