import { PaymentsQuery } from '@pos/contract/sales/payments';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { stringifySearch } from '#web/lib/lists/search-params.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';

/**
 * Address keys that the payments list owns; a surrounding page (a fair's tab) keeps its own. The
 * fair belongs to the top bar.
 */
const OWN = new Set(
  ['payment', 'saved', ...Object.keys(PaymentsQuery.shape)].filter((key) => key !== 'fairId'),
);

/** Address state besides the list's filters: the open payment; with functions to build links. */
export function usePaymentAddress() {
  const params = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const around = Object.fromEntries(Object.entries(params).filter(([key]) => !OWN.has(key)));
  const { payment } = params;
  const withPayment = (id: string | undefined, changes: Record<string, unknown> = {}): string =>
    `${pathname}${stringifySearch({ ...params, ...changes, payment: id })}`;
  return {
    openPayment: typeof payment === 'string' ? payment : undefined,
    /** The list with only these filters: a view. */
    listAt: (filters: Record<string, unknown>): string =>
      `${pathname}${stringifySearch({ ...around, ...filters })}`,
    /** The list as it is, with this payment open beside it, or none. */
    withPayment,
    /** Opens a payment, or none, keeping the list where it is. */
    open: (id: string | undefined, changes?: Record<string, unknown>): void =>
      void navigate({ href: withPayment(id, changes), resetScroll: false }),
  };
}
