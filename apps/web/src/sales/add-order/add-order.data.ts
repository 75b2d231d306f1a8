import type { NewOrder } from '@pos/contract/sales/office/added-orders';
import type { CatalogTitle } from '@pos/contract/sales/register-catalog';
import { plainCode, toUpc, withoutPriceDigits } from '@pos/contract/stock/article-numbers';
import { searchText, searchWords } from '@pos/contract/values/search-text';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, useChange } from '#web/lib/api/calls.ts';
import { UNKNOWN_RECORD } from '#web/lib/lists/choices.ts';
import { REFRESHES } from '#web/sales/orders/orders.data.ts';

/** Terms and titles of a fair, read once per form: an order is added with what it shows. */
export const fairCatalog = (fairId: string) =>
  dataQuery(
    ['orders', 'catalog', fairId],
    api.addedOrders.catalog,
    { params: { id: fairId } },
    { enabled: fairId !== '', staleTime: 5 * 60_000 },
  );

export const useAddOrder = () =>
  useChange([...REFRESHES, ['students']], (body: NewOrder, once) =>
    api.addedOrders.add(...once({ body })),
  );

/** Students of the fair's school to choose from. The value is the student number. */
export function buyerChoices(fairId: string | null) {
  const find = async (search: string, signal: AbortSignal) => {
    if (fairId === null) return [];
    const query = { fairId, ...(search && { search }) };
    const { data } = await api.students.list({ query }, { signal });
    return data.results
      .filter(({ erasedAt }) => !erasedAt)
      .map(({ studentNumber, firstName, lastName }) => ({
        value: studentNumber,
        label: `${lastName}, ${firstName}, ${studentNumber}`,
      }));
  };
  return {
    arePeople: true,
    options: (search: string) => ({
      queryKey: ['students', 'buyers', fairId, search],
      queryFn: async ({ signal }: { signal: AbortSignal }) => ({
        data: await find(search, signal),
      }),
    }),
    getLabel: (number: string) => ({
      queryKey: ['students', 'buyer', fairId, number],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await find(number, signal)).find(({ value }) => value === number)?.label ?? UNKNOWN_RECORD,
    }),
  };
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
