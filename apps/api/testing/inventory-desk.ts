import type { UploadResult } from '@pos/contract/uploads';
import type { FairLine } from '@pos/contract/inventory';
import { sql } from 'kysely';
import { type InventoryUpload, uploadInventory } from './inventory-file.ts';
import { plannedFair } from './planned-fair.ts';
import { startTestApp, type TestApp } from './test-app.ts';

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

export type InventoryDesk = {
  test: TestApp;
  /** Plans a fair at a school of its own. */
  newFair(): ReturnType<typeof plannedFair>;
  upload(file: Buffer, fields: InventoryUpload): Promise<UploadResult>;
  linesOf(fairId: string): Promise<FairLine[]>;
  /** Counts the rows in every table that an import may write. */
  written(): Promise<Record<string, number>>;
};

/** Starts an app for uploads of inventory to fairs whose schools are named `prefix` and a number. */
export async function openInventoryDesk(prefix: string): Promise<InventoryDesk> {
  const test = await startTestApp();
  let fairs = 0;
  return {
    test,
    newFair: () => plannedFair(test, `${prefix}${++fairs}`),
    upload: (file, fields) => uploadInventory(test.owner, file, fields),
    linesOf: async (fairId) =>
      (await test.ask.inventory.fairInventory({ query: { fairId, limit: 50 } })).results,
    written: async () =>
      Object.fromEntries(
        await Promise.all(
          WRITTEN.map(async (table) => [table, await countRows(test, table)] as const),
        ),
      ),
  };
}

async function countRows(test: TestApp, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select count(*) as rows from ${sql.table(table)}`.execute(test.db);
  return rows[0]!.rows;
}
