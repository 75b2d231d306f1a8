import { seasonName } from '@pos/contract/fairs/seasons';
import type { NewSeasonPrice, Title } from '@pos/contract/stock/titles';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { setSeasonPriceRow } from './season-prices.queries.ts';
import { lockTitle, noteTitleChange } from './titles.service.ts';

export { findPriceList } from './season-prices.queries.ts';

/**
 * Sets the price of a title at fairs that start in a season, or takes it away (domain 3.7). Lines
 * that fairs have keep their price.
 */
export function setSeasonPrice(
  db: Db,
  actor: Actor,
  titleId: string,
  price: NewSeasonPrice,
): Promise<Title> {
  return inTransaction(db, async (tx) =>
    changeSeasonPrice(tx, actor, await lockTitle(tx, titleId), price),
  );
}

/** Sets the price of a locked title in a season, or takes it away. */
export async function changeSeasonPrice(
  tx: Tx,
  actor: Actor,
  before: Title,
  { season, priceCents = null }: NewSeasonPrice,
): Promise<Title> {
  const from = before.seasonPrices.find((price) => price.season === season)?.priceCents ?? null;
  if (from === priceCents) return before;
  await setSeasonPriceRow(tx, before.id, season, priceCents);
  await recordActivity(tx, actor, {
    action: 'title.season_price_set',
    entity: 'title',
    entityId: before.id,
    changes: {
      season: { from: null, to: seasonName(season) },
      priceCents: { from, to: priceCents },
    },
  });
  return noteTitleChange(tx, before);
}
