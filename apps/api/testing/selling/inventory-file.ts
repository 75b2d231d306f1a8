import { columnNames } from '@pos/contract/imports/upload-columns';
import { type RowMessage, type UploadKind, type UploadResult } from '@pos/contract/imports/uploads';
import type { ApiClient } from '../app/test-api.ts';
import { workbookOfRows } from '../files/workbook.ts';

type Value = string | number | boolean | null;

/** Header of a packing list as staff write it. */
export const PACKING_HEADER = [
  'Carton',
  'ISBN/SKU',
  'Title',
  'Author',
  'Category',
  'Price',
  'Quantity',
  'Taxable',
];

/** Builds a packing list with its header in row 1 and the first of `rows` in row 2. */
export function packingList(...rows: readonly Value[][]): Promise<Buffer> {
  return workbookOfRows([PACKING_HEADER, ...rows]);
}

/** Values of a packing list that describe a title: code, title, author, category, price. */
export type PackedTitle = readonly [string, string, string | null, string, number | null];

export const HOLES: PackedTitle = [
  '9780439023481',
  'The Hunger Games',
  'Suzanne Collins',
  'Teen',
  8.99,
];
export const STONE: PackedTitle = [
  '9780439554930',
  "Harry Potter and the Philosopher's Stone",
  'J.K. Rowling',
  'Middle grade',
  5.99,
];
export const PENCIL: PackedTitle = ['PENCIL-01', 'Pencil', null, 'Merchandise', 1.25];

export type PackedRow = Value[];

/** Returns a row of a packing list. */
export function packedRow(
  carton: string | null,
  title: PackedTitle,
  quantity: number | string,
  taxable: string | null = 'Y',
): PackedRow {
  return [carton, ...title, quantity, taxable];
}

export type InventoryUpload = {
  mode?: 'check' | 'commit';
  fairId?: string;
  schoolId?: string | undefined;
  receiptId?: string;
  listed?: 'expected' | 'received';
  onlyValidRows?: 'true';
  mapping?: Record<string, string | null>;
  fixes?: { row: number; column: string; value: string }[];
  fileName?: string;
};

/** Uploads an inventory file as the admin panel does, as a commit unless `mode` is given. */
export function uploadInventory(
  client: ApiClient,
  file: Buffer,
  fields: InventoryUpload,
): Promise<UploadResult> {
  return uploadFile(client, 'inventory', file, fields);
}

/** Uploads a file of any kind as the admin panel does, as a commit unless `mode` is given. */
export async function uploadFile(
  client: ApiClient,
  kind: UploadKind,
  file: Buffer,
  {
    mode = 'commit',
    fileName = 'packing-list.xlsx',
    mapping,
    fixes,
    ...fields
  }: InventoryUpload = {},
): Promise<UploadResult> {
  const body = {
    kind,
    mode,
    ...fields,
    ...(mapping && { mapping: JSON.stringify(mapping) }),
    ...(fixes && { fixes: JSON.stringify(fixes) }),
  };
  return (
    await client.uploads.bulkUpload({ body, file: new Blob([new Uint8Array(file)]), fileName })
  ).data;
}

/** Returns row, column and sentence of each message about a row. */
export function told(messages: readonly RowMessage[]): [number, string, string][] {
  return messages.map(({ row, column, message }) => [row, column, message]);
}

/** Cells of a row by column; the others are blank. */
export type Cells = Record<string, Value>;

/** Uploads of one kind as the owner, given as cells by column of the product's own template. */
export function uploadDesk(
  { owner }: { owner: ApiClient },
  kind: UploadKind,
  belonging: InventoryUpload = {},
) {
  const columns = columnNames(kind).all;
  const upload = async (rows: readonly Cells[], fields: InventoryUpload = {}) => {
    const cells = rows.map((row) => columns.map((column) => row[column] ?? null));
    const file = await workbookOfRows([columns, ...cells]);
    return await uploadFile(owner, kind, file, {
      fileName: `${kind}.xlsx`,
      ...belonging,
      ...fields,
    });
  };
  return {
    upload,
    check: (...rows: Cells[]) => upload(rows, { mode: 'check' }),
    undo: ({ jobId }: UploadResult) => owner.uploads.undo({ params: { id: jobId! } }),
  };
}

/** A row of a fairs upload: a fair in October 2026 at a new school, managed by the owner. */
export const fairCells = (identifier: string, address = '1 Oak St, Ada, MI 49301'): Cells => ({
  'School Identifier': identifier,
  'School Name': `School ${identifier}`,
  'Fair Name': `Fair ${identifier}`,
  Address: address,
  'Start Date': '10/12/2026',
  'End Date': '10/16/2026',
  'Sales Tax Rate': 8.25,
  'Admin Email': 'owner@example.com',
  'Package Option': '25P400',
});
