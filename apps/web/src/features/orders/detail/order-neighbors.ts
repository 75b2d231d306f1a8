import { OrdersQuery } from '@pos/contract/orders';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchState } from '#web/lib/search-state.ts';
import { useOrderAddress } from '../order-address.ts';
import { ordersList } from '../orders.data.ts';

/**
 * Links to the previous and next order in the list that it was opened from, across pages. Undefined
 * at the list's ends, or if the order is not on the list's page.
 */
export function useOrderNeighbors(
  id: string,
  fixed: Partial<OrdersQuery>,
): { previous: (() => void) | undefined; next: (() => void) | undefined } {
  const { query: asked } = useSearchState(OrdersQuery);
  const query = OrdersQuery.parse({ ...asked, ...fixed });
  const queryClient = useQueryClient();
  const { open } = useOrderAddress();
  const page = useQuery(ordersList(query)).data?.data;
  const index = page?.results.findIndex((order) => order.id === id) ?? -1;
  if (!page || index < 0) return { previous: undefined, next: undefined };

  const inPage = (step: number): (() => void) | undefined => {
    const order = page.results[index + step];
    return order && (() => open(order.id));
  };
  const onPage = (step: 1 | -1) => async (): Promise<void> => {
    const { data } = await queryClient.fetchQuery(
      ordersList({ ...query, page: query.page + step }),
    );
    const order = data.results.at(step === 1 ? 0 : -1);
    if (order) open(order.id, { page: query.page + step === 1 ? undefined : query.page + step });
  };
  return {
    previous: inPage(-1) ?? (query.page > 1 && index === 0 ? () => void onPage(-1)() : undefined),
    next: inPage(1) ?? (query.page < page.totalPages ? () => void onPage(1)() : undefined),
  };
}
