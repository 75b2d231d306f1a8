import { OrdersQuery } from '@pos/contract/orders';
import { HeldOrdersQuery } from '@pos/contract/held-orders';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { stringifySearch } from '#web/lib/search-params.ts';
import { useSearchParams } from '#web/lib/search-state.ts';

/** The keys of the address that the orders list owns; a page around it (a fair's tab) keeps its own. The fair stays: the top bar owns it. */
const OWN = new Set(
  [
    'view',
    'saved',
    'order',
    ...Object.keys(OrdersQuery.shape),
    ...Object.keys(HeldOrdersQuery.shape),
  ].filter((key) => key !== 'fairId'),
);

/** What the address says beside the list's filters: which order is open, whether the held ones are shown; and the way elsewhere. */
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
    /** The list with these filters alone: a view. */
    listAt: (filters: Record<string, unknown>): string =>
      `${pathname}${stringifySearch({ ...around, ...filters })}`,
    /** The list as it is, with this order open beside it, or none. */
    withOrder,
    /** Opens another order, or none, leaving the list where it is. */
    open: (id: string | undefined, changes?: Record<string, unknown>): void =>
      void navigate({ href: withOrder(id, changes), resetScroll: false }),
  };
}
