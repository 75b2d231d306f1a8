import { plainCode, toUpc, withoutPriceDigits } from '@pos/contract/stock/article-numbers';
import { sql, type RawBuilder } from 'kysely';
import { containing, hasName, hasText } from '#api/lists/search-text.ts';

/**
 * Conditions that find titles by SKU, ISBN or UPC, also when typed with dashes or spaces, or
 * scanned as an EAN with a zero before the UPC or a price behind the ISBN.
 */
function byArticleNumber(text: string): RawBuilder<unknown>[] {
  const number = plainCode(withoutPriceDigits(text));
  if (number === '') return [];
  return [
    sql`replace(titles.sku, '-', '') ilike ${containing(number)}`,
    sql`titles.isbn13 ilike ${containing(number)}`,
    sql`titles.upc ilike ${containing(toUpc(number) ?? number)}`,
  ];
}

/** Conditions that find titles by name, author, SKU, ISBN or UPC. */
export function byTitle(text: string): RawBuilder<unknown>[] {
  return [
    hasText(sql`titles.title`, containing(text)),
    hasName(sql`titles.author`, text),
    ...byArticleNumber(text),
  ];
}
