import type { HeldOrder, HeldOrdersQuery, OrderRow, OrdersQuery } from '@pos/contract/orders';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import type { ListQuery } from '#web/lib/list.ts';

export const ordersList = (query: OrdersQuery): ListQuery<OrderRow> => ({
  queryKey: ['orders', 'list', query],
  queryFn: ({ signal }) => api.orders.list({ query }, { signal }),
});

export const heldOrdersList = (query: HeldOrdersQuery): ListQuery<HeldOrder> => ({
  queryKey: ['orders', 'held', query],
  queryFn: ({ signal }) => api.orders.held({ query }, { signal }),
});

/** One order with its lines, payments and refunds. */
export const orderDetails = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'details', id],
    queryFn: async ({ signal }) => (await api.orders.getById({ params: { id } }, { signal })).data,
  });
