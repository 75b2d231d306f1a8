import { OrdersQuery } from '@pos/contract/sales/orders';
import { HeldOrdersQuery } from '@pos/contract/sales/held-orders';
import { useRecordAddress } from '#web/lib/lists/record-address.ts';
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

/** Address of the orders list: the open order, and the held view. */
export function useOrderAddress() {
  const { view } = useSearchParams();
  return { ...useRecordAddress('order', (key) => !OWN.has(key)), showsHeld: view === 'held' };
}
