import { PaymentsQuery } from '@pos/contract/sales/payments';
import { useRecordAddress } from '#web/lib/lists/record-address.ts';

/**
 * Address keys that the payments list owns; a surrounding page (a fair's tab) keeps its own. The
 * fair belongs to the top bar.
 */
const OWN = new Set(
  ['payment', 'saved', ...Object.keys(PaymentsQuery.shape)].filter((key) => key !== 'fairId'),
);

/** Address of the payments list, with the open payment. */
export const usePaymentAddress = () => useRecordAddress('payment', (key) => !OWN.has(key));
