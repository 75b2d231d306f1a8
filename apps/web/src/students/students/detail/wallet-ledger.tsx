import { PAYOUT_REVERSAL_WORDS } from '@pos/contract/students/payout-methods';
import { payoutsApi } from '@pos/contract/students/payouts';
import type { StudentDetails, WalletEntry } from '@pos/contract/students/students';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { formatCents } from '@pos/contract/values/money';
import { Allowed } from '#web/lib/session/session.tsx';
import { Amount } from '#web/ui/values/amount.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import { PrintButton } from '#web/ui/files/print.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { ENTRY_TYPES, fullName } from '../student-words.ts';
import * as styles from './student.module.css';

const ReversePayoutDialog = asidePart(
  () => import('../reverse-payout-dialog.tsx'),
  'ReversePayoutDialog',
);

/** Delay between payment and booking from which an entry shows both times, in ms. */
const LATE_MS = 5 * 60_000;

/** Entries of a student's eWallet, newest first; a payout with its receipt and reversal. */
export function WalletLedger({ student }: { student: StudentDetails }) {
  return (
    <ul className={`${styles.studentRows} small`}>
      {student.ledger.map((entry) => (
        <li key={entry.id}>
          <Entry entry={entry} timeZone={student.timeZone} />
          {entry.payout && <EntryPayout entry={entry} payout={entry.payout} student={student} />}
        </li>
      ))}
    </ul>
  );
}

function Entry({
  entry: { type, amountCents, balanceAfterCents, at, bookedAt, actor, note, orderNumber, payout },
  timeZone,
}: {
  entry: WalletEntry;
  timeZone: string;
}) {
  return (
    <>
      <span>
        {[ENTRY_TYPES[type], payout?.payoutNumber ?? orderNumber].filter(Boolean).join(' ')}
      </span>
      <Amount cents={amountCents} strong />
      <span className="caption">
        {[
          `${formatInstant(at, timeZone)} ${zoneName(timeZone)}`,
          bookedLater(at, bookedAt, timeZone),
          actor,
          note,
        ]
          .filter(Boolean)
          .join(', ')}
      </span>
      <span className="caption numeric">{formatCents(balanceAfterCents)} left</span>
    </>
  );
}

/** Booking time of what was booked minutes or days after it was paid. */
function bookedLater(at: string, bookedAt: string, timeZone: string): string {
  return Date.parse(bookedAt) - Date.parse(at) < LATE_MS
    ? ''
    : `booked ${formatInstant(bookedAt, timeZone)}`;
}

/** Receipt of a payout to print, and its reversal: the one that was booked, or a button. */
function EntryPayout({
  entry: { amountCents },
  payout: { payoutId, payoutNumber, method, reversal },
  student,
}: {
  entry: WalletEntry;
  payout: NonNullable<WalletEntry['payout']>;
  student: StudentDetails;
}) {
  const { opened: isReversing, open: setIsReversing, close } = useOpened<true>();
  const { studentNumber, timeZone } = student;
  return (
    <div className={`${styles.entryPayout} row wrapping`}>
      {reversal && (
        <span className="caption">
          {`Reversed ${formatInstant(reversal.at, timeZone)} ${zoneName(timeZone)}, ${PAYOUT_REVERSAL_WORDS[reversal.reason].toLowerCase()}`}
        </span>
      )}
      <Allowed to={payoutsApi.receipts}>
        <PrintButton
          size="sm"
          what="The receipt"
          label="Print receipt"
          fetch={(give) => give(payoutsApi.receipts, { query: { ids: [payoutId] } })}
        />
      </Allowed>
      {!reversal && (
        <Allowed to={payoutsApi.reverse}>
          <Button
            size="sm"
            aria-label={`Reverse payout: ${payoutNumber}`}
            onClick={() => setIsReversing(true)}
          >
            Reverse payout…
          </Button>
        </Allowed>
      )}
      {isReversing && (
        <ReversePayoutDialog
          payout={{
            payoutId,
            method,
            amountCents: -amountCents,
            studentNumber,
            studentName: fullName(student),
          }}
          onClose={close}
        />
      )}
    </div>
  );
}
