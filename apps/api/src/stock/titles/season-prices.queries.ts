import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';

/** A title on a price list. `seasonPriceCents` null: it has the price of the catalog. */
export type ListedPrice = {
  sku: string;
  isbn13: string | null;
  upc: string | null;
  title: string;
  priceCents: number;
  seasonPriceCents: number | null;
};

/** Returns the active titles with their prices in a season, by name. */
export async function findPriceList(db: Db, season: string): Promise<ListedPrice[]> {
  const { rows } = await sql<ListedPrice>`
    select t.sku, t.isbn13, t.upc, t.title, t.price_cents, p.price_cents as season_price_cents
    from titles t
    left join season_prices p on p.title_id = t.id and p.season = ${season}
    where t.status = 'active'
    order by lower(t.title), t.id`.execute(db);
  return rows;
}

/** Sets a title's price of a season; null takes it away. */
export async function setSeasonPriceRow(
  tx: Tx,
  titleId: string,
  season: string,
  priceCents: number | null,
): Promise<void> {
  if (priceCents === null)
    await tx
      .deleteFrom('seasonPrices')
      .where('titleId', '=', titleId)
      .where('season', '=', season)
      .execute();
  else
    await tx
      .insertInto('seasonPrices')
      .values({ titleId, season, priceCents })
      .onConflict((conflict) => conflict.columns(['titleId', 'season']).doUpdateSet({ priceCents }))
      .execute();
}
