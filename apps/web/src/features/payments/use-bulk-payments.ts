import { paymentsApi, type PaymentRow } from '@pos/contract/payments';
import { IconCheck, IconX } from '@tabler/icons-react';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { type BulkOffer, useBulkDialog } from '#web/ui/table/use-bulk-dialog.tsx';
import type { BulkPaymentsProps } from './bulk-payments.tsx';

// Loaded on demand: the list needs no dialog at first.
const BulkPayments = lazyPart(async () => (await import('./bulk-payments.tsx')).BulkPayments);

const { access } = paymentsApi.review;
const OFFERS: readonly BulkOffer<BulkPaymentsProps>[] = [
  { label: 'Approve', icon: IconCheck, access, ask: { decision: 'approve' } },
  { label: 'Reject…', icon: IconX, access, ask: { decision: 'reject' } },
];

/**
 * Decisions on several payments at once, offered where one of them is under review, and the dialog
 * that makes them.
 */
export function useBulkPayments() {
  const { bulk, dialog } = useBulkDialog(BulkPayments, OFFERS);
  return {
    bulk: (rows: readonly PaymentRow[], onDone: () => void) =>
      rows.some(({ status }) => status === 'under_review') ? bulk(rows, onDone) : [],
    dialog,
  };
}
