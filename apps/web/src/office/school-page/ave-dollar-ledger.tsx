import {
  aveDollarsApi,
  type AveDollarEntry,
  type AveDollarEntryType,
} from '@pos/contract/sales/ave-dollars';
import type { School } from '@pos/contract/fairs/schools';
import { formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { IconCoins } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ActivityPages } from '#web/staff/activity/activity-pages.tsx';
import { fairPath } from '#web/fairs/fairs/fair-paths.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Amount } from '#web/ui/values/amount.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { Empty } from '#web/ui/messages/notice.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { aveDollarLedger } from './school-page.data.ts';
import * as styles from './school-page.module.css';

const AdjustDialog = asidePart(() => import('./adjust-dialog.tsx'), 'AdjustDialog');

const TYPES: Record<AveDollarEntryType, string> = {
  earn: 'Earned',
  spend: 'Spent',
  refund: 'Refunded',
  reverse: 'Taken back by a reverted close-out',
  adjust: 'Adjustment',
};

/** AveDollar ledger of a school, newest first, with the balance after each entry. */
export function AveDollarLedger({ school }: { school: School }) {
  const query = useInfiniteQuery(aveDollarLedger(school.id));
  const { opened: isAdjusting, open, close } = useOpened<true>();
  return (
    <Card
      title="AveDollars"
      intro={`${formatCents(school.aveDollarBalanceCents)} now. Entries can't be edited; corrections are added.`}
      aside={
        <Allowed to={aveDollarsApi.adjust}>
          <Button size="sm" onClick={() => open(true)}>
            Adjust…
          </Button>
        </Allowed>
      }
      rows
    >
      <ActivityPages
        query={query}
        what="The ledger"
        nothing={
          <Empty
            title="No entries yet"
            text="A school earns AveDollars with the close-out of a fair."
            icon={IconCoins}
          />
        }
      >
        {(entries) => (
          <ul className={`${styles.rows} lined`} aria-label="AveDollar ledger">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </ActivityPages>
      {isAdjusting && <AdjustDialog school={school} onClose={close} />}
    </Card>
  );
}

function Entry({ entry }: { entry: AveDollarEntry }) {
  const { type, amountCents, balanceAfterCents, businessDay, actor, note } = entry;
  const { fairId, fairName, orderNumber } = entry;
  return (
    <li>
      <span>
        {TYPES[type]}
        {orderNumber && <span className="monospace"> {orderNumber}</span>}
        {note && `: ${note}`}
      </span>
      <Amount cents={amountCents} strong />
      <span className="caption">
        {formatDay(businessDay)}, {actor}
        {fairId && fairName && (
          <>
            , <Link to={fairPath(fairId)}>{fairName}</Link>
          </>
        )}
      </span>
      <span className="caption numeric">{formatCents(balanceAfterCents)} left</span>
    </li>
  );
}
