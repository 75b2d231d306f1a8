import { PRICE_COLUMNS } from '@pos/contract/title-columns';
import type { Tx } from '#api/db/db.ts';
import { changeSeasonPrice } from '#api/features/titles/season-prices.service.ts';
import { findTitlesToImport, lockTitle } from '#api/features/titles/titles.service.ts';
import type { Actor } from '#api/http/identity.ts';
import { templateSheets } from '../template.ts';
import { forEach } from '../time-slices.ts';
import { titlesByCode } from '../titles/titles-upload.ts';
import type { MadeUpload, UploadRules } from '../upload.ts';
import { PRICE_NOTES, priceColumns } from './columns.ts';
import { judgePriceRow, type JudgedPrice, type PriceState } from './judge.ts';
import { readPriceRow, type PriceRow } from './rows.ts';
import { undoPrices, type PricesMade } from './undo.ts';

/** Upload of prices of titles by season (domain 10.8). */
export const pricesUpload: UploadRules<PriceRow, PriceState> = {
  columns: () => priceColumns,

  readRow: readPriceRow,

  async findState(tx, rows, { mode }) {
    const codes = rows.flatMap((row) => row.codes.map(({ code }) => code));
    return { titles: titlesByCode(await findTitlesToImport(tx, codes, mode === 'commit')) };
  },

  *judge(rows, state) {
    const judged: JudgedPrice[] = [];
    const firstRows = new Map<string, number>();
    yield* forEach(rows, (row) => judged.push(judgePriceRow(row, state, firstRows)));
    return {
      rows: judged,
      warnings: [],
      titles: new Set(judged.flatMap(({ change }) => change?.titleId ?? [])).size,
      units: 0,
      cartons: 0,
      schools: 0,
      fairId: null,
      apply: (writing, _, actor) => writePrices(writing, judged, actor),
    };
  },

  template: () => ({
    fileName: 'prices.xlsx',
    sheets: templateSheets('Prices', PRICE_COLUMNS, PRICE_NOTES, 'ISBN'),
  }),

  undo: (tx, upload, actor) => undoPrices(tx, upload as MadeUpload<PricesMade>, actor),
};

/** Sets the prices through the service of the title's page, so that the same rules apply. */
async function writePrices(
  tx: Tx,
  rows: readonly JudgedPrice[],
  actor: Actor,
): Promise<PricesMade> {
  const prices = rows.flatMap(({ change }) => change ?? []);
  for (const { titleId, season, priceCents } of prices)
    await changeSeasonPrice(tx, actor, await lockTitle(tx, titleId), { season, priceCents });
  return { prices };
}
