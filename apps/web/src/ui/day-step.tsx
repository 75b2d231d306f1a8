import { addDays, formatDay, shortWeekday } from '@pos/contract/values/days';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { IconButton } from './button.tsx';
import * as styles from './day-step.module.css';

/** Steps through days, up to `last` and, if given, back to `first`. */
export function DayStep({
  day,
  first,
  last,
  today,
  onChange,
}: {
  day: string;
  first?: string | undefined;
  last: string | undefined;
  today: string | undefined;
  onChange: (day: string) => void;
}) {
  return (
    <div className={styles.dayStep} role="group" aria-label="Day">
      <IconButton
        label="Previous day"
        disabled={first !== undefined && day <= first}
        onClick={() => onChange(addDays(day, -1))}
      >
        <IconChevronLeft size={18} aria-hidden />
      </IconButton>
      <span className="numeric" aria-live="polite">
        {shortWeekday(day)}, {formatDay(day)}
        {day === today ? ' (today)' : ''}
      </span>
      <IconButton
        label="Next day"
        disabled={last === undefined || day >= last}
        onClick={() => onChange(addDays(day, 1))}
      >
        <IconChevronRight size={18} aria-hidden />
      </IconButton>
    </div>
  );
}
