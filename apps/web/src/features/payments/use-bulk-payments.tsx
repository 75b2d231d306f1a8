import { paymentsApi, type PaymentRow } from '@pos/contract/payments';
import { allows } from '@pos/contract/permissions';
import { IconCheck, IconX } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useRights } from '#web/lib/session.tsx';
import type { BulkAction } from '#web/ui/table/description.ts';
import { useOpened } from '#web/ui/use-opened.ts';
import type { BulkPaymentsProps } from './bulk-payments.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

// Loaded on demand: the list needs no dialog at first.
const BulkPayments = lazyPart(async () => (await import('./bulk-payments.tsx')).BulkPayments);

/**
 * Decisions on several payments at once, offered where one of them is under review, and the dialog
 * that makes them.
 */
export function useBulkPayments() {
  const mayReview = allows(paymentsApi.review.access, useRights());
  const { opened: asked, open: setAsked, close } = useOpened<Omit<BulkPaymentsProps, 'onClose'>>();
  const bulk = (rows: readonly PaymentRow[], onDone: () => void): BulkAction[] =>
    mayReview && rows.some(({ status }) => status === 'under_review')
      ? [
          {
            label: 'Approve',
            icon: IconCheck,
            run: () => setAsked({ decision: 'approve', rows, onDone }),
          },
          {
            label: 'Reject…',
            icon: IconX,
            run: () => setAsked({ decision: 'reject', rows, onDone }),
          },
        ]
      : [];
  const dialog = asked && (
    <Suspense>
      <BulkPayments {...asked} onClose={close} />
    </Suspense>
  );
  return { bulk, dialog };
}
