import type { NewOrder } from '@pos/contract/sales/office/added-orders';
import type { CatalogTitle } from '@pos/contract/sales/register-catalog';
import { plainCode, toUpc, withoutPriceDigits } from '@pos/contract/stock/article-numbers';
import { searchText, searchWords } from '@pos/contract/values/search-text';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { useOnceKey } from '#web/lib/api/once-key.ts';

/** Terms and titles of a fair, read once per form: an order is added with what it shows. */
export const fairCatalog = (fairId: string) =>
  queryOptions({
    queryKey: ['orders', 'catalog', fairId],
    queryFn: async ({ signal }) =>
      (await api.addedOrders.catalog({ params: { id: fairId } }, { signal })).data,
    enabled: fairId !== '',
    staleTime: 5 * 60_000,
  });

export function useAddOrder() {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (body: NewOrder) =>
      (await api.addedOrders.add({ body }, { idempotencyKey: toKey(body) })).data,
    meta: { refreshes: [['orders'], ['payments'], ['fairs'], ['inventory'], ['activity']] },
  });
}

/** Most titles that a search shows. */
const MAX_FOUND = 8;

/** Finds titles by a scanned code, else by all words of a text in title, author or number. */
export function findTitles(titles: readonly CatalogTitle[], text: string): CatalogTitle[] {
  const code = plainCode(withoutPriceDigits(text)).toLowerCase();
  const upc = toUpc(text);
  const exact = titles.filter(
    ({ sku, isbn13, upc: own }) =>
      sku.toLowerCase() === code || isbn13 === code || (own !== null && own === upc),
  );
  if (exact.length > 0) return exact;
  const words = searchWords(text).map(searchText);
  return titles
    .filter(({ title, author = '', sku }) => {
      const whole = searchText(`${title} ${author} ${sku}`);
      return words.every((word) => whole.includes(word));
    })
    .slice(0, MAX_FOUND);
}
