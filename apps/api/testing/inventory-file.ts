import type { UploadResult } from '@pos/contract/imports';
import type { ApiClient } from './test-app.ts';
import { workbookOfRows } from './workbook.ts';

type Value = string | number | boolean | null;

/** The header of a packing list as staff know it. */
export const PACKING_HEADER = ['Carton', 'ISBN/SKU', 'Title', 'Author', 'Category', 'Price', 'Quantity', 'Taxable'];

/** A packing list with its header in row 1, the first of `rows` in row 2. */
export function packingList(...rows: readonly Value[][]): Promise<Buffer> {
  return workbookOfRows([PACKING_HEADER, ...rows]);
}

export type InventoryUpload = { mode?: 'check' | 'commit'; fairId?: string; onlyValidRows?: 'true'; mapping?: Record<string, string | null>; fixes?: { row: number; column: string; value: string }[]; fileName?: string };

/** Uploads an inventory file as the panel does; a commit where `mode` says nothing else. */
export async function uploadInventory(client: ApiClient, file: Buffer, { mode = 'commit', fileName = 'packing-list.xlsx', mapping, fixes, ...fields }: InventoryUpload): Promise<UploadResult> {
  const body = { kind: 'inventory' as const, mode, ...fields, ...(mapping && { mapping: JSON.stringify(mapping) }), ...(fixes && { fixes: JSON.stringify(fixes) }) };
  return (await client.imports.bulkUpload({ body, file: new Blob([new Uint8Array(file)]), fileName })).data;
}
