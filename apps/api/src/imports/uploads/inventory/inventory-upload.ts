import type { UploadFields } from '@pos/contract/imports/uploads';
import { almostIsbn } from '@pos/contract/stock/article-numbers';
import { Failure, invalid } from '#api/http/failure.ts';
import type { Tx } from '#api/db/db.ts';
import { loadInventory } from './load.ts';
import { planLoad } from './plan.ts';
import { readInventoryRow, type InventoryRow } from './rows.ts';
import {
  findCartons,
  findCatalogTitles,
  findCodesByTitle,
  findLines,
  findSeasonPrices,
  findLoadableFairs,
  lockFairsForLoading,
  type LoadableFair,
  type LoadState,
} from './state.queries.ts';
import type { InventoryMade } from './made.ts';
import { undoInventory } from './undo.ts';
import type { UploadRules } from '../upload.ts';

type InventoryState = LoadState & {
  /** Fair selected for the whole file. */
  chosen: LoadableFair | undefined;
  /** Code of the only catalog title with a name, by name in lowercase. */
  codesByTitle: ReadonlyMap<string, string>;
};

/** Upload of packing lists: titles sent to fairs, in cartons or without (domain 10.3). */
export const inventoryUpload: UploadRules<InventoryRow, InventoryState, InventoryMade> = {
  readRow: readInventoryRow,

  async findState(tx, rows, fields) {
    const chosen = await chosenFair(tx, fields);
    return {
      ...(await findLoadState(tx, rows, chosen, fields.mode)),
      chosen,
      codesByTitle: fields.mode === 'check' ? await findSuggestedCodes(tx, rows) : new Map(),
    };
  },

  *judge(rows, state) {
    const { chosen } = state;
    const plan = yield* planLoad(rows, state, chosen);
    suggestCodes(plan.rows, state.codesByTitle);
    const good = plan.rows.filter(({ outcome }) => outcome !== 'reject');
    return {
      rows: plan.rows,
      warnings: plan.warnings,
      titles: new Set(
        good
          .filter(({ outcome }) => outcome !== 'unchanged')
          .map(({ known, code }) => known?.id ?? code?.toLowerCase()),
      ).size,
      units: good.reduce((sum, { quantity = 0 }) => sum + quantity, 0),
      cartons: new Set(good.flatMap(({ carton }) => (carton ? [carton.toLowerCase()] : []))).size,
      fairId: chosen?.id ?? (plan.fairs.length === 1 ? plan.fairs[0]!.id : null),
      apply: (writing, upload, actor) => loadInventory(writing, plan, upload, actor),
    };
  },

  undo: undoInventory,
};

async function chosenFair(
  tx: Tx,
  { fairId, mode }: UploadFields,
): Promise<LoadableFair | undefined> {
  if (fairId === undefined) return undefined;
  if (mode === 'commit') await lockFairsForLoading(tx, [fairId]);
  const [fair] = await findLoadableFairs(tx, { id: fairId });
  if (!fair) throw invalid({ fairId: 'Fair not found.' });
  if (fair.finished) throw new Failure('FAIR_FINISHED', 'Fair is closed out.');
  return fair;
}

/**
 * Reads the state that the rows depend on. A commit first locks the fairs named by the rows, so
 * that a second upload of the same file waits and then finds everything loaded.
 */
async function findLoadState(
  tx: Tx,
  rows: readonly InventoryRow[],
  chosen: LoadableFair | undefined,
  mode: UploadFields['mode'],
): Promise<LoadState> {
  const different = (values: (string | null | undefined)[]) => [
    ...new Set(values.flatMap((value) => (value ? [value.toLowerCase()] : []))),
  ];
  const identifiers = different(rows.map(({ fair }) => fair));
  let named = await findLoadableFairs(tx, { identifiers });
  if (mode === 'commit' && named.length > 0) {
    await lockFairsForLoading(
      tx,
      named.map(({ id }) => id),
    );
    named = await findLoadableFairs(tx, { identifiers });
  }
  const fairIds = [...new Set([...named, ...(chosen ? [chosen] : [])].map(({ id }) => id))];
  const titles = await findCatalogTitles(tx, different(rows.map(({ code }) => code)));
  const titleIds = [...new Set([...titles.values()].map(({ id }) => id))];
  return {
    titles,
    fairs: new Map(named.map((fair) => [fair.identifier.toLowerCase(), fair])),
    cartons: await findCartons(tx, different(rows.map(({ carton }) => carton))),
    lines: await findLines(tx, fairIds, titleIds),
    seasonPrices: await findSeasonPrices(tx, fairIds, titleIds),
  };
}

/** Returns the codes of catalog titles named by rows with a wrong code, by title in lowercase. */
async function findSuggestedCodes(
  tx: Tx,
  rows: readonly InventoryRow[],
): Promise<Map<string, string>> {
  const titles = rows.flatMap(({ code, title }) =>
    (code === undefined || almostIsbn(code)) && title ? [title.toLowerCase()] : [],
  );
  return titles.length === 0 ? new Map() : findCodesByTitle(tx, [...new Set(titles)]);
}

/** Suggests the code of the only catalog title with the same name for rows with a wrong code. */
function suggestCodes(
  rows: readonly InventoryRow[],
  codesByTitle: ReadonlyMap<string, string>,
): void {
  for (const row of rows) {
    const suggestion =
      row.errors.some(({ column }) => column === 'ISBN/SKU') && row.title
        ? codesByTitle.get(row.title.toLowerCase())
        : undefined;
    if (suggestion !== undefined)
      row.errors = row.errors.map((error) =>
        error.column === 'ISBN/SKU' ? { ...error, suggestion } : error,
      );
  }
}
