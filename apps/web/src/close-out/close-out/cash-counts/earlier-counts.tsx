import type { CashCountDay } from '@pos/contract/close-out/cash-counts';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import { formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import * as styles from './cash-counts.module.css';

/** Replaced counts of a day, newest first. */
export function EarlierCounts({
  day: { businessDay, weekday, earlier },
  timeZone,
  onClose,
}: {
  day: CashCountDay;
  timeZone: string;
  onClose: () => void;
}) {
  return (
    <Dialog
      title={`Earlier counts: ${weekday} ${formatDay(businessDay)}`}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <ul className={`${styles.earlierCounts} grid gap-12`}>
        {earlier.map(
          ({ id, cashCents, checkCents, checks, countedBy, secondPerson, note, enteredBy, at }) => (
            <li key={id}>
              <p className="numeric semibold">
                {formatCents(cashCents)} cash, {formatCents(checkCents)} in{' '}
                {pluralize(checks, 'check', 'checks')}
              </p>
              <p>
                <span data-private>
                  {countedBy}, {secondPerson}
                </span>
                {note && `: ${note}`}
              </p>
              <p className="caption">
                Entered by {enteredBy} on {formatInstant(at, timeZone)} {zoneName(timeZone)}
              </p>
            </li>
          ),
        )}
      </ul>
    </Dialog>
  );
}
