import { sql, type RawBuilder } from 'kysely';
import { containing } from '#api/lists/paging.ts';

/** Conditions that find titles by SKU or ISBN, also when typed with dashes or spaces. */
export function byArticleNumber(text: string): RawBuilder<unknown>[] {
  const number = text.replace(/[\s\p{Pd}]/gu, '');
  if (number === '') return [];
  return [
    sql`replace(titles.sku, '-', '') ilike ${containing(number)}`,
    sql`titles.isbn13 ilike ${containing(number)}`,
  ];
}
