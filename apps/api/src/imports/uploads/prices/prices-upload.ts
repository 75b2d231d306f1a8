import { seasonName } from '@pos/contract/fairs/seasons';
import type { Tx } from '#api/db/db.ts';
import { changeSeasonPrice } from '#api/stock/titles/season-prices.service.ts';
import { findTitlesToImport, lockTitle, lockTitles } from '#api/stock/titles/titles.service.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { judgeEach } from '../time-slices.ts';
import { titlesByCode } from '../titles/titles-upload.ts';
import { stillUsed } from '../undo/undo.rules.ts';
import type { MadeUpload, UploadRules } from '../upload.ts';
import {
  judgePriceRow,
  readPriceRow,
  type JudgedPrice,
  type PriceChange,
  type PriceRow,
  type PriceState,
} from './judge.ts';

/** Prices that a file set, with the earlier ones. */
export type PricesMade = { prices: PriceChange[] };

/** Upload of prices of titles by season (domain 10.8). */
export const pricesUpload: UploadRules<PriceRow, PriceState, PricesMade> = {
  readRow: readPriceRow,

  async findState(tx, rows, { mode }) {
    const codes = rows.flatMap((row) => row.codes.map(({ code }) => code));
    return { titles: titlesByCode(await findTitlesToImport(tx, codes, mode === 'commit')) };
  },

  *judge(rows, state) {
    const firstRows = new Map<string, number>();
    const judged = yield* judgeEach(rows, (row) => judgePriceRow(row, state, firstRows));
    return {
      rows: judged,
      titles: new Set(judged.flatMap(({ change }) => change?.titleId ?? [])).size,
      apply: (writing, _, actor) => writePrices(writing, judged, actor),
    };
  },

  undo: undoPrices,
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

/** Restores the earlier prices, unless one was changed since. */
export async function undoPrices(
  tx: Tx,
  { made: { prices } }: MadeUpload<PricesMade>,
  actor: Actor,
): Promise<void> {
  const ids = [...new Set(prices.map(({ titleId }) => titleId))];
  const titles = new Map((await lockTitles(tx, ids)).map((title) => [title.id, title]));
  const late = prices.flatMap(({ titleId, season, priceCents }) => {
    const title = titles.get(titleId);
    const price = title?.seasonPrices.find((each) => each.season === season)?.priceCents;
    return price === priceCents
      ? []
      : [`${title?.title ?? 'A title'}: the price of ${seasonName(season)} was changed since.`];
  });
  if (late.length > 0) throw stillUsed(late.map((text) => ({ code: 'PRICE_CHANGED', text })));
  for (const { titleId, season, fromCents } of prices)
    await changeSeasonPrice(tx, actor, await lockTitle(tx, titleId), {
      season,
      priceCents: fromCents,
    });
}
