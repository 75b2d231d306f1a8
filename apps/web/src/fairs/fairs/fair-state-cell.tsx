import { fairState } from '@pos/contract/fairs/fair-state';
import type { Fair } from '@pos/contract/fairs/fairs';
import { today } from '@pos/contract/values/clock';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { FairDays } from './fair-days.tsx';
import { fairStatusOn } from './fair-status.ts';
import * as styles from './fairs.module.css';

/**
 * State of a fair in the list. States that need a person, or are live, stand out; the others are
 * plain text.
 */
export function FairStateCell({ fair }: { fair: Fair }) {
  const day = today(fair.timeZone);
  const status = fairStatusOn(fair, day);
  switch (fairState(fair)) {
    case 'live':
      return (
        <span className={styles.liveState}>
          <StatusPill status={status} />
          <FairDays fair={fair} today={day} />
        </span>
      );
    case 'upcoming':
      return <span className="subdued">{status.label}</span>;
    default:
      return <StatusPill status={status} quiet />;
  }
}
