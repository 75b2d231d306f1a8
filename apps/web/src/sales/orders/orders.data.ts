import type {
  FulfilmentUpdate,
  OrderDayCorrection,
  OrderResolution,
  OrderRow,
  OrdersFilters,
  OrdersQuery,
} from '@pos/contract/sales/orders';
import type { NewOrderRefund } from '@pos/contract/sales/order-refunds';
import type { HeldDecision, HeldOrder, HeldOrdersQuery } from '@pos/contract/sales/held-orders';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import type { ListQuery } from '#web/lib/lists/list.ts';
import { useOnceKey } from '#web/lib/api/once-key.ts';

export const ordersList = (query: OrdersQuery): ListQuery<OrderRow> => ({
  queryKey: ['orders', 'list', query],
  queryFn: ({ signal }) => api.orders.list({ query }, { signal }),
});

export const heldOrdersList = (query: HeldOrdersQuery): ListQuery<HeldOrder> => ({
  queryKey: ['orders', 'held', query],
  queryFn: ({ signal }) => api.orders.held({ query }, { signal }),
});

/** Net totals of the orders in a list. */
export const orderTotals = (query: OrdersFilters) =>
  queryOptions({
    queryKey: ['orders', 'totals', query],
    queryFn: async ({ signal }) => (await api.orders.totals({ query }, { signal })).data,
  });

/** One order with its lines, payments and refunds. */
export const orderDetails = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'details', id],
    queryFn: async ({ signal }) => (await api.orders.getById({ params: { id } }, { signal })).data,
  });

/** Queries that a decision about an order makes stale: money, stock, and fairs. */
const REFRESHES = [['orders'], ['payments'], ['fairs'], ['inventory'], ['activity']];

/** Releases or discards a held order; a retry after a broken connection takes effect only once. */
export function useDecideHeld(id: string) {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (body: HeldDecision) =>
      (await api.orders.decideHeld({ params: { id }, body }, { idempotencyKey: toKey(body) })).data,
    meta: { refreshes: REFRESHES },
  });
}

export function useRefundOrder(id: string) {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (body: NewOrderRefund) =>
      (await api.orders.refund({ params: { id }, body }, { idempotencyKey: toKey(body) })).data,
    meta: { refreshes: REFRESHES },
  });
}

export function useResolveOrder(id: string) {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (body: OrderResolution) =>
      (await api.orders.resolve({ params: { id }, body }, { idempotencyKey: toKey(body) })).data,
    meta: { refreshes: REFRESHES },
  });
}

export function useCorrectDay(id: string) {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (body: OrderDayCorrection) =>
      (await api.orders.correctDay({ params: { id }, body }, { idempotencyKey: toKey(body) })).data,
    meta: { refreshes: [...REFRESHES, ['close-out']] },
  });
}

export function useUpdateFulfilment() {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (body: FulfilmentUpdate) =>
      (await api.orders.updateFulfilment({ body }, { idempotencyKey: toKey(body) })).data,
    meta: { refreshes: REFRESHES },
  });
}
