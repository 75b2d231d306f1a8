import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';

/** Codes of a delivered title; null for none. */
export type DeliveredCodes = { sku: string; isbn13: string | null; upc: string | null };

/** SKU under which the product stores a delivered title. */
export type TitleMatch = {
  /** SKU in the file. */
  given: string;
  sku: string;
  /** Another SKU under which the source delivers the same title; null if none. */
  otherSku: string | null;
};

/**
 * Finds the stored titles of delivered ones: by the SKU of an earlier sync, else by SKU, else the
 * only title that the source does not deliver with the same ISBN or UPC. A delivered title without
 * a match is new.
 */
export async function findTitleMatches(
  tx: Tx,
  codes: readonly DeliveredCodes[],
): Promise<TitleMatch[]> {
  const { rows } = await sql<TitleMatch>`
    select given.sku as given, t.sku,
      case
        when t.in_source and lower(t.source_sku) <> lower(given.sku) then t.source_sku
      end as other_sku
    from json_to_recordset(${JSON.stringify(codes)}::json)
      as given(sku text, isbn13 text, upc text)
    join titles t on t.id = coalesce(
      (select s.id from titles s where lower(s.source_sku) = lower(given.sku)),
      (select s.id from titles s where lower(s.sku) = lower(given.sku)),
      (
        select min(s.id::text)::uuid
        from titles s
        where not s.in_source and (s.isbn13 = given.isbn13 or s.upc = given.upc)
        having count(*) = 1))`.execute(tx);
  return rows;
}
