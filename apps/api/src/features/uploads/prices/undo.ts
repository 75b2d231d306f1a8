import { seasonName } from '@pos/contract/seasons';
import type { Tx } from '#api/db/db.ts';
import { changeSeasonPrice } from '#api/features/titles/season-prices.service.ts';
import { lockTitle, lockTitles } from '#api/features/titles/titles.service.ts';
import type { Actor } from '#api/http/identity.ts';
import { stillUsed } from '../undo.rules.ts';
import type { MadeUpload } from '../upload.ts';
import type { PriceChange } from './judge.ts';

/** Prices that a file set, with the earlier ones. */
export type PricesMade = { prices: PriceChange[] };

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
