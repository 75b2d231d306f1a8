import { INVENTORY_COLUMNS, type UploadFields } from '@pos/contract/imports';
import { Failure, invalid } from '#api/http/failure.ts';
import type { Tx } from '#api/db/db.ts';
import { INVENTORY_NOTES, inventoryColumns } from './inventory-columns.ts';
import { loadInventory } from './inventory-load.ts';
import { planLoad } from './inventory-plan.ts';
import { readInventoryRows, type InventoryRow } from './inventory-rows.ts';
import { findCartons, findCatalogueTitles, findLines, findLoadableFairs, lockFairsForLoading, type LoadableFair, type LoadState } from './inventory-state.queries.ts';
import type { UploadRules } from './upload-kinds.ts';

/** Packing lists: what is sent to fairs, in cartons or without (domain 10.3). */
export const inventoryUpload: UploadRules = {
  columns: ({ fairId }) => inventoryColumns(fairId !== undefined),

  async read(tableRows) {
    const rows = await readInventoryRows(tableRows);
    return async (tx, fields) => {
      const chosen = await chosenFair(tx, fields);
      const plan = planLoad(rows, await stateOf(tx, rows, chosen, fields.mode), chosen);
      const good = plan.rows.filter(({ outcome }) => outcome !== 'reject');
      return {
        rows: plan.rows,
        warnings: plan.warnings,
        titles: new Set(good.filter(({ outcome }) => outcome !== 'unchanged').map(({ known, code }) => known?.id ?? code?.toLowerCase())).size,
        units: good.reduce((sum, { quantity = 0 }) => sum + quantity, 0),
        cartons: new Set(good.flatMap(({ carton }) => (carton ? [carton.toLowerCase()] : []))).size,
        fairId: chosen?.id ?? (plan.fairs.length === 1 ? plan.fairs[0]!.id : null),
        apply: (writing, upload, actor) => loadInventory(writing, plan, upload, actor),
      };
    };
  },

  template: () => ({
    fileName: 'inventory.xlsx',
    sheets: [
      { name: 'Inventory', columns: INVENTORY_COLUMNS.map((header) => ({ header, kind: header === 'ISBN/SKU' ? 'isbn' : 'text' })), rows: [] },
      {
        name: 'Notes',
        columns: [{ header: 'Column', kind: 'text' }, { header: 'Required', kind: 'text', width: 34 }, { header: 'Rule', kind: 'text', width: 100 }, { header: 'Example', kind: 'text' }],
        rows: INVENTORY_COLUMNS.map((column) => [column, INVENTORY_NOTES[column].required, INVENTORY_NOTES[column].rule, INVENTORY_NOTES[column].example]),
      },
    ],
  }),
};

async function chosenFair(tx: Tx, { fairId, mode }: UploadFields): Promise<LoadableFair | undefined> {
  if (fairId === undefined) return undefined;
  if (mode === 'commit') await lockFairsForLoading(tx, [fairId]);
  const [fair] = await findLoadableFairs(tx, { id: fairId });
  if (!fair) throw invalid({ fairId: 'Fair not found.' });
  if (fair.finished) throw new Failure('FAIR_FINISHED', 'Fair is closed out.');
  return fair;
}

/** What the rows depend on. In a commit the fairs that they name are locked first, so that a second upload of the same file waits and then finds everything loaded. */
async function stateOf(tx: Tx, rows: readonly InventoryRow[], chosen: LoadableFair | undefined, mode: UploadFields['mode']): Promise<LoadState> {
  const different = (values: (string | null | undefined)[]) => [...new Set(values.flatMap((value) => (value ? [value.toLowerCase()] : [])))];
  const identifiers = different(rows.map(({ fair }) => fair));
  let named = await findLoadableFairs(tx, { identifiers });
  if (mode === 'commit' && named.length > 0) {
    await lockFairsForLoading(tx, named.map(({ id }) => id));
    named = await findLoadableFairs(tx, { identifiers });
  }
  const fairIds = [...new Set([...named, ...(chosen ? [chosen] : [])].map(({ id }) => id))];
  return {
    fairs: new Map(named.map((fair) => [fair.identifier.toLowerCase(), fair])),
    titles: await findCatalogueTitles(tx, different(rows.map(({ code }) => code))),
    cartons: await findCartons(tx, different(rows.map(({ carton }) => carton))),
    lines: await findLines(tx, fairIds),
  };
}
