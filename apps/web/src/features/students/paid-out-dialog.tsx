import { payoutsApi } from '@pos/contract/payouts';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PrintLabel, usePdf } from '#web/ui/print.tsx';

/** Booked payouts with their receipts to print. */
export function PaidOutDialog({
  title,
  payoutIds,
  onClose,
  children,
}: {
  title: string;
  payoutIds: readonly string[];
  onClose: () => void;
  children: ReactNode;
}) {
  const print = usePdf(payoutIds.length === 1 ? 'The receipt' : 'The receipts');
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Done</Button>
          <Button
            variant="primary"
            busy={print.isBusy && 'Preparing…'}
            onClick={() =>
              void print.run((give) =>
                give(payoutsApi.receipts, { query: { ids: [...payoutIds] } }),
              )
            }
          >
            <PrintLabel label={payoutIds.length === 1 ? 'Print receipt' : 'Print receipts'} />
          </Button>
        </>
      }
    >
      <Notice kind="ok">{children}</Notice>
    </Dialog>
  );
}
