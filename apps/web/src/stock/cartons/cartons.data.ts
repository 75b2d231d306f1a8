import { PROMOTED, severalOf } from '@pos/contract/list-filters';
import {
  CARTON_STATUS,
  CartonStatus,
  type Carton,
  type CartonCorrection,
} from '@pos/contract/stock/cartons';
import { listQuery } from '@pos/contract/values';
import { plainText, searchText } from '@pos/contract/values/search-text';
import { type QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, useChange } from '#web/lib/api/calls.ts';
import type { ListAnswer, ListQuery } from '#web/lib/lists/list.ts';

/** All cartons of a fair: a few dozen, so that filtering and paging run in the browser. */
export const fairCartons = (fairId: string) =>
  dataQuery(['cartons', fairId], api.cartons.list, { params: { id: fairId } });

/** Open found cartons: of one fair, else of all. */
export const foundCartons = (fairId: string | undefined) =>
  dataQuery(['cartons', 'found', fairId ?? 'all'], api.cartons.found, {
    query: fairId === undefined ? {} : { fairId },
  });

/** Corrects titles of a carton; sending it again changes nothing. */
export const useCorrectCarton = (fairId: string) =>
  useChange(
    [['cartons', fairId], ['warehouse', 'shipments'], ['inventory'], ['fairs'], ['activity']],
    ({ id, ...body }: CartonCorrection & { id: string }) =>
      api.cartons.correct({ params: { id }, body }),
  );

export const useDismissFound = () =>
  useChange([['cartons', 'found']], (id: string) => api.cartons.dismissFound({ params: { id } }));

/** List state of the cartons. */
export const CartonsQuery = listQuery(
  ['code', 'label', 'titles', 'units', 'status', 'scannedInAt', 'scannedBackAt'],
  'code',
  { status: severalOf('Status', CartonStatus, CARTON_STATUS, PROMOTED) },
);
export type CartonsQuery = z.output<typeof CartonsQuery>;

/**
 * Cartons of a fair as a list: searched by code, label and content, filtered by state, sorted and
 * paged.
 */
export const cartonsList =
  (client: QueryClient, fairId: string) =>
  (query: CartonsQuery): ListQuery<Carton> => ({
    queryKey: ['cartons', fairId, 'list', query],
    queryFn: async () => pageOfCartons(await client.fetchQuery(fairCartons(fairId)), query),
  });

const byText = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Page of cartons for a query. */
export function pageOfCartons(
  cartons: readonly Carton[],
  { search = '', status, sort, page, limit }: CartonsQuery,
): ListAnswer<Carton> {
  const text = searchText(plainText(search));
  const texts = ({ code, label, contents }: Carton) => [
    code,
    label,
    ...contents.flatMap(({ title, sku }) => [title, sku]),
  ];
  const found = cartons.filter(
    (carton) =>
      (!status || status.includes(carton.status)) &&
      texts(carton).some((each) => searchText(each).includes(text)),
  );
  const descending = sort.startsWith('-');
  const field = sort.replace('-', '') as keyof Pick<
    Carton,
    'code' | 'label' | 'titles' | 'units' | 'status' | 'scannedInAt' | 'scannedBackAt'
  >;
  const ordered = found.toSorted(
    (one, other) =>
      byText.compare(String(one[field] ?? ''), String(other[field] ?? '')) *
        (descending ? -1 : 1) || byText.compare(one.code, other.code),
  );
  return {
    data: {
      results: ordered.slice((page - 1) * limit, page * limit),
      page,
      limit,
      totalPages: Math.ceil(found.length / limit),
      totalResults: found.length,
    },
  };
}
