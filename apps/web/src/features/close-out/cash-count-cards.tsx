import type { CashCountDay, CashCounts } from '@pos/contract/cash-counts';
import { formatDay } from '@pos/contract/values/days';
import type { ReactNode } from 'react';
import { CountedMoney, DayBreakdown, FloatText, People, Verdict } from './cash-count-figures.tsx';

type CashCountCardsProps = {
  counts: CashCounts;
  buttonsOf: (day: CashCountDay) => ReactNode;
};

/** Evening counts on a phone, one card per day. */
export function CashCountCards({ counts: { days }, buttonsOf }: CashCountCardsProps) {
  return (
    <ul className="mcards" aria-label="Evening counts">
      {days.map((day) => (
        <li key={day.businessDay} className="mcard">
          <span className="mcard-title sb">
            {day.weekday} {formatDay(day.businessDay)}
            <FloatText day={day} />
          </span>
          <span className="r num">
            {day.count ? (
              <CountedMoney day={day} count={day.count} />
            ) : (
              <span className="t3">Not counted</span>
            )}
          </span>
          {day.count && (
            <span className="meta">
              <People day={day} />
            </span>
          )}
          {day.count && (
            <span className="r">
              <Verdict day={day} />
            </span>
          )}
          {day.count && <DayBreakdown day={day} />}
          <span className="row wrap mcard-buttons">{buttonsOf(day)}</span>
        </li>
      ))}
    </ul>
  );
}
