import { PaymentsQuery } from '@pos/contract/payments';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { stringifySearch } from '#web/lib/search-params.ts';
import { useSearchParams } from '#web/lib/search-state.ts';

/** The keys of the address that the payments list owns; a page around it (a fair's tab) keeps its own. The fair stays: the top bar owns it. */
const OWN = new Set(
  ['payment', 'saved', ...Object.keys(PaymentsQuery.shape)].filter((key) => key !== 'fairId'),
);

/** What the address says beside the list's filters: which payment is open; and the way elsewhere. */
export function usePaymentAddress() {
  const params = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const around = Object.fromEntries(Object.entries(params).filter(([key]) => !OWN.has(key)));
  const { payment } = params;
  const withPayment = (id: string | undefined): string =>
    `${pathname}${stringifySearch({ ...params, payment: id })}`;
  return {
    openPayment: typeof payment === 'string' ? payment : undefined,
    /** The list with these filters alone: a view. */
    listAt: (filters: Record<string, unknown>): string =>
      `${pathname}${stringifySearch({ ...around, ...filters })}`,
    /** The list as it is, with this payment open beside it, or none. */
    withPayment,
    /** Opens a payment, or none, leaving the list where it is. */
    open: (id: string | undefined): void =>
      void navigate({ href: withPayment(id), resetScroll: false }),
  };
}
