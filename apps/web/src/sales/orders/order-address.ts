import { OrdersQuery } from '@pos/contract/sales/orders';
import { HeldOrdersQuery } from '@pos/contract/sales/held-orders';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { stringifySearch } from '#web/lib/lists/search-params.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';

/**
 * Address keys that the orders list owns; a surrounding page (a fair's tab) keeps its own. The fair
 * belongs to the top bar.
 */
const OWN = new Set(
  [
    'view',
    'saved',
    'order',
    ...Object.keys(OrdersQuery.shape),
    ...Object.keys(HeldOrdersQuery.shape),
  ].filter((key) => key !== 'fairId'),
);

/**
 * Address state besides the list's filters: the open order and the held view; with functions to
 * build links.
 */
export function useOrderAddress() {
  const params = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const around = Object.fromEntries(Object.entries(params).filter(([key]) => !OWN.has(key)));
  const { order, view } = params;
  const withOrder = (id: string | undefined, changes: Record<string, unknown> = {}): string =>
    `${pathname}${stringifySearch({ ...params, ...changes, order: id })}`;
  return {
    openOrder: typeof order === 'string' ? order : undefined,
    showsHeld: view === 'held',
    /** The list with only these filters: a view. */
    listAt: (filters: Record<string, unknown>): string =>
      `${pathname}${stringifySearch({ ...around, ...filters })}`,
    /** The list as it is, with this order open beside it, or none. */
    withOrder,
    /** Opens another order, or none, keeping the list where it is. */
    open: (id: string | undefined, changes?: Record<string, unknown>): void =>
      void navigate({ href: withOrder(id, changes), resetScroll: false }),
  };
}
