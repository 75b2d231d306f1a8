import { formatDay, shortWeekday } from '@pos/contract/values/days';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { IconButton } from './button.tsx';
import * as styles from './day-step.module.css';

type DayStepProps = {
  day: string;
  previous: string | undefined;
  next: string | undefined;
  today: string | undefined;
  onChange: (day: string) => void;
};

/** Steps from a day to the previous or the next one; undefined where there is none. */
export function DayStep({ day, previous, next, today, onChange }: DayStepProps) {
  return (
    <div className={styles.dayStep} role="group" aria-label="Day">
      <IconButton
        label="Previous day"
        disabled={previous === undefined}
        onClick={() => previous && onChange(previous)}
      >
        <IconChevronLeft size={18} aria-hidden />
      </IconButton>
      <span className="numeric" aria-live="polite">
        {shortWeekday(day)}, {formatDay(day)}
        {day === today ? ' (today)' : ''}
      </span>
      <IconButton
        label="Next day"
        disabled={next === undefined}
        onClick={() => next && onChange(next)}
      >
        <IconChevronRight size={18} aria-hidden />
      </IconButton>
    </div>
  );
}
