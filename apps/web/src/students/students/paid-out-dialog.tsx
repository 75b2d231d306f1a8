import { payoutsApi } from '@pos/contract/students/payouts';
import { formatCents } from '@pos/contract/values/money';
import { useState, type ReactNode } from 'react';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { PrintButton } from '#web/ui/files/print.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { ReversePayoutDialog, type BookedPayout } from './reverse-payout-dialog.tsx';
import * as styles from './leftovers.module.css';

type PaidOutDialogProps = {
  title: string;
  payouts: readonly BookedPayout[];
  onClose: () => void;
  children: ReactNode;
};

/** Booked payouts with their receipts to print; each can be reversed. */
export function PaidOutDialog({ title, payouts, onClose, children }: PaidOutDialogProps) {
  const { opened: reversing, open: setReversing, close } = useOpened<BookedPayout>();
  const [reversed, setReversed] = useState<ReadonlySet<string>>(new Set());
  const isOne = payouts.length === 1;
  if (reversing)
    return (
      <ReversePayoutDialog
        payout={reversing}
        onReversed={() =>
          isOne ? onClose() : setReversed(new Set([...reversed, reversing.payoutId]))
        }
        onClose={close}
      />
    );
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Done</Button>
          <PrintButton
            variant="primary"
            what={isOne ? 'The receipt' : 'The receipts'}
            label={isOne ? 'Print receipt' : 'Print receipts'}
            fetch={(give) =>
              give(payoutsApi.receipts, {
                query: { ids: payouts.map(({ payoutId }) => payoutId) },
              })
            }
          />
        </>
      }
    >
      <div className="stack">
        <Notice kind="ok">{children}</Notice>
        <ul className={`${styles.leftovers} lined`} aria-label="Payouts">
          {payouts.map((payout) => (
            <li key={payout.payoutId}>
              <PayoutRow
                payout={payout}
                isReversed={reversed.has(payout.payoutId)}
                onReverse={() => setReversing(payout)}
              />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function PayoutRow({
  payout: { studentNumber, studentName, amountCents, checkNumber },
  isReversed,
  onReverse,
}: {
  payout: BookedPayout;
  isReversed: boolean;
  onReverse: () => void;
}) {
  return (
    <div className={styles.paidOut}>
      <span>
        {studentName !== null && <span data-private>{studentName}</span>}
        <span className="caption">
          {[studentNumber, checkNumber && `check ${checkNumber}`].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="numeric">{formatCents(amountCents)}</span>
      {isReversed ? (
        <span className="caption">Reversed</span>
      ) : (
        <Allowed to={payoutsApi.reverse}>
          <Button size="sm" aria-label={`Reverse: ${studentNumber}`} onClick={onReverse}>
            Reverse…
          </Button>
        </Allowed>
      )}
    </div>
  );
}
