import { DayPicker } from 'react-day-picker';
import styles from './calendar.module.css';

type CalendarProps = { day: string | undefined; onPick: (day: string) => void };

const { month = '', caption = '', turn = '', weekday = '', cell = '', dayButton = '' } = styles;
const { outside = '', today = '', selected = '' } = styles;
const CLASSES = {
  month,
  month_caption: caption,
  button_previous: turn,
  button_next: turn,
  weekday,
  day: cell,
  day_button: dayButton,
  outside,
  today,
  selected,
};

/** Month calendar to pick a day from; weeks begin on Sunday. */
export function Calendar({ day, onPick }: CalendarProps) {
  const chosen = day === undefined ? undefined : toDate(day);
  return (
    <DayPicker
      mode="single"
      required
      fixedWeeks
      showOutsideDays
      navLayout="around"
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
