import { useState } from 'react';
import { DayPicker } from 'react-day-picker';
import * as styles from './calendar.module.css';

type CalendarProps = { day: string | undefined; onPick: (day: string) => void };

const CLASSES = {
  month: styles.month ?? '',
  month_caption: styles.caption ?? '',
  dropdowns: styles.choices ?? '',
  dropdown: styles.choice ?? '',
  caption_label: 'visually-hidden',
  button_previous: styles.turn ?? '',
  button_next: styles.turn ?? '',
  weekday: styles.weekday ?? '',
  day: styles.cell ?? '',
  day_button: styles.dayButton ?? '',
  outside: styles.outside ?? '',
  today: styles.today ?? '',
  selected: styles.selected ?? '',
};

/** Years to choose from, before and after the current one. */
const YEARS = { before: 30, after: 10 };

/** Month calendar to pick a day from; weeks begin on Sunday, months and years are lists. */
export function Calendar({ day, onPick }: CalendarProps) {
  const chosen = day === undefined ? undefined : toDate(day);
  const [year] = useState(() => new Date().getFullYear());
  return (
    <DayPicker
      mode="single"
      required
      fixedWeeks
      showOutsideDays
      navLayout="around"
      captionLayout="dropdown"
      startMonth={new Date(Math.min(year - YEARS.before, chosen?.getFullYear() ?? year), 0)}
      endMonth={new Date(Math.max(year + YEARS.after, chosen?.getFullYear() ?? year), 11)}
      selected={chosen}
      {...(chosen && { defaultMonth: chosen })}
      onSelect={(picked) => onPick(fromDate(picked))}
      classNames={CLASSES}
    />
  );
}

/** The calendar's Date of a day, in the browser's zone, in which the calendar also reads it. */
function toDate(day: string): Date {
  const [year = 0, inYear = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, inYear - 1, date);
}

function fromDate(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}
