import { sql } from 'kysely';
import {
  type InventoryUpload,
  packingList,
  type PackedRow,
  uploadInventory,
} from './inventory-file.ts';
import { plannedFair } from './planned-fair.ts';
import { startTestApp } from '../app/test-app.ts';

/** Tables that an import of inventory may write. */
const WRITTEN = [
  'titles',
  'cartons',
  'carton_contents',
  'fair_lines',
  'fair_line_prices',
  'stock_movements',
  'activity',
];

/** Starts an app for uploads of inventory to fairs whose schools are named `prefix` and a number. */
export async function openInventoryDesk(prefix: string) {
  const test = await startTestApp();
  let fairs = 0;
  const upload = (file: Buffer, fields: InventoryUpload) =>
    uploadInventory(test.owner, file, fields);
  const countRows = async (table: string): Promise<[string, number]> => {
    const { rows } = await sql<{ rows: number }>`
      select count(*) as rows from ${sql.table(table)}`.execute(test.db);
    return [table, rows[0]!.rows];
  };
  return {
    test,
    upload,
    /** Plans a fair at a school of its own. */
    newFair: () => plannedFair(test, `${prefix}${++fairs}`),
    /** Imports these rows of a packing list to a fair. */
    load: async ({ id }: { id: string }, ...rows: PackedRow[]) =>
      await upload(await packingList(...rows), { fairId: id }),
    readLines: async ({ id }: { id: string }) =>
      (await test.ask.inventory.fairInventory({ query: { fairId: id, limit: 50 } })).results,
    /** Counts the rows in every table that an import may write. */
    written: async () => Object.fromEntries(await Promise.all(WRITTEN.map(countRows))),
  };
}
