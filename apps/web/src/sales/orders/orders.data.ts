import type {
  FulfilmentUpdate,
  OrderDayCorrection,
  OrderResolution,
  OrdersFilters,
} from '@pos/contract/sales/orders';
import type { NewOrderRefund } from '@pos/contract/sales/order-refunds';
import type { HeldDecision } from '@pos/contract/sales/held-orders';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, useChange } from '#web/lib/api/calls.ts';
import { listQuery } from '#web/lib/lists/list.ts';

export const ordersList = listQuery(['orders', 'list'], api.orders.list);

export const heldOrdersList = listQuery(['orders', 'held'], api.orders.held);

/** Net totals of the orders in a list. */
export const orderTotals = (query: OrdersFilters) =>
  dataQuery(['orders', 'totals', query], api.orders.totals, { query });

/** One order with its lines, payments and refunds. */
export const orderDetails = (id: string) =>
  dataQuery(['orders', 'details', id], api.orders.getById, { params: { id } });

/** Queries that a new order or a decision about one makes stale: money, stock, and fairs. */
export const REFRESHES = [['orders'], ['payments'], ['fairs'], ['inventory'], ['activity']];

/** Releases or discards a held order; a retry after a broken connection takes effect only once. */
export const useDecideHeld = (id: string) =>
  useChange(REFRESHES, (body: HeldDecision, once) =>
    api.orders.decideHeld(...once({ params: { id }, body })),
  );

export const useRefundOrder = (id: string) =>
  useChange(REFRESHES, (body: NewOrderRefund, once) =>
    api.orders.refund(...once({ params: { id }, body })),
  );

export const useResolveOrder = (id: string) =>
  useChange(REFRESHES, (body: OrderResolution, once) =>
    api.orders.resolve(...once({ params: { id }, body })),
  );

export const useCorrectDay = (id: string) =>
  useChange([...REFRESHES, ['close-out']], (body: OrderDayCorrection, once) =>
    api.orders.correctDay(...once({ params: { id }, body })),
  );

export const useUpdateFulfilment = () =>
  useChange(REFRESHES, (body: FulfilmentUpdate, once) =>
    api.orders.updateFulfilment(...once({ body })),
  );
