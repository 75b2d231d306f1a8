import type { CashCountDay, CashCounts } from '@pos/contract/close-out/cash-counts';
import { formatDay } from '@pos/contract/values/days';
import type { ReactNode } from 'react';
import { CountedMoney, DayBreakdown, FloatText, People, Verdict } from './cash-count-figures.tsx';
import * as cardsStyles from '#web/ui/table/cards.module.css';
import * as styles from '../close-out.module.css';

type CashCountCardsProps = {
  counts: CashCounts;
  renderButtons: (day: CashCountDay) => ReactNode;
};

/** Evening counts on a phone, one card per day. */
export function CashCountCards({ counts: { days }, renderButtons }: CashCountCardsProps) {
  return (
    <ul className={cardsStyles.cards} aria-label="Evening counts">
      {days.map((day) => (
        <li key={day.businessDay} className={cardsStyles.card}>
          <span className={`${cardsStyles.title} semibold`}>
            {day.weekday} {formatDay(day.businessDay)}
            <FloatText day={day} />
          </span>
          <span className="align-right numeric">
            {day.count ? (
              <CountedMoney day={day} count={day.count} />
            ) : (
              <span className="muted">Not counted</span>
            )}
          </span>
          {day.count && (
            <span className="caption">
              <People day={day} />
            </span>
          )}
          {day.count && (
            <span className="align-right">
              <Verdict day={day} />
            </span>
          )}
          {day.count && <DayBreakdown day={day} />}
          <span className={`row wrapping ${styles.cardButtons}`}>{renderButtons(day)}</span>
        </li>
      ))}
    </ul>
  );
}
