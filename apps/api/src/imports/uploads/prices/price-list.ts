import { seasonName, type Season } from '@pos/contract/fairs/seasons';
import { PRICE_COLUMNS } from '@pos/contract/stock/title-columns';
import type { Db } from '#api/db/db.ts';
import { findPriceList } from '#api/stock/titles/season-prices.service.ts';
import type { ColumnKind, WrittenSheet } from '#api/spreadsheets/writing/written.ts';

const KINDS: Partial<Record<string, ColumnKind>> = {
  ISBN: 'isbn',
  UPC: 'isbn',
  'Catalog Price': 'money',
  Price: 'money',
};

/** Writes the prices of all active titles in a season as a file that can be uploaded again. */
export async function priceList(
  db: Db,
  season: Season,
): Promise<{ fileName: string; sheets: WrittenSheet[] }> {
  const titles = await findPriceList(db, season);
  return {
    fileName: `prices-${season}.xlsx`,
    sheets: [
      {
        name: `Prices of ${seasonName(season)}`,
        columns: Object.keys(PRICE_COLUMNS).map((header) => ({
          header,
          kind: KINDS[header] ?? 'text',
          ...(header === 'Title' && { width: 40 }),
        })),
        rows: titles.map(({ sku, isbn13, upc, title, priceCents, seasonPriceCents }) => [
          sku,
          isbn13,
          upc,
          title,
          priceCents,
          seasonName(season),
          seasonPriceCents,
        ]),
      },
    ],
  };
}
