import { fairDay } from '@pos/contract/fairs/fair-state';
import type { Fair } from '@pos/contract/fairs/fairs';
import * as styles from './fair-days.module.css';

type FairDaysProps = { fair: Pick<Fair, 'startDate' | 'endDate'>; today: string };

/** Bar with a mark per day of a fair: past days, the current one, and days to come. */
export function FairDays({ fair, today }: FairDaysProps) {
  const { day, of } = fairDay(fair, today);
  return (
    <span className={styles.days} aria-hidden>
      {Array.from({ length: of }, (_, index) => (
        <i key={index} data-day={index + 1 < day ? 'past' : index + 1 === day ? 'now' : 'next'} />
      ))}
    </span>
  );
}
