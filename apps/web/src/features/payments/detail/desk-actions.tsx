import { deskTopUpsApi } from '@pos/contract/desk-top-ups';
import type { PaymentDetails } from '@pos/contract/payments';
import { Suspense } from 'react';
import { Allowed } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { PrintLabel, usePdf } from '#web/ui/print.tsx';
import { useOpened } from '#web/ui/use-opened.ts';

const ReverseDialog = lazyPart(async () => (await import('./reverse-dialog.tsx')).ReverseDialog);

/** Receipt of a desk top-up to print, and its reversal. */
export function DeskActions({ payment }: { payment: PaymentDetails }) {
  const { opened: isReversing, open: setIsReversing, close } = useOpened<true>();
  const print = usePdf('The receipt');
  return (
    <Allowed to={deskTopUpsApi.reverse}>
      <div className="row wrapping">
        <Button
          size="sm"
          busy={print.isBusy && 'Preparing…'}
          onClick={() =>
            void print.run((give) => give(deskTopUpsApi.receipt, { params: { id: payment.id } }))
          }
        >
          <PrintLabel label="Print receipt" />
        </Button>
        {payment.status === 'completed' && (
          <Button size="sm" onClick={() => setIsReversing(true)}>
            Reverse top-up…
          </Button>
        )}
      </div>
      {isReversing && (
        <Suspense>
          <ReverseDialog payment={payment} onClose={close} />
        </Suspense>
      )}
    </Allowed>
  );
}
