import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useState, type Ref } from 'react';
import { formatDay, parseDay } from '#web/lib/time.ts';
import { IconButton } from '../button.tsx';
import { boxClass } from './box-class.ts';
import './fields.css';

// The calendar and its library come when somebody opens one.
const CalendarPopover = lazy(() => import('./calendar.tsx').then((module) => ({ default: module.CalendarPopover })));

type DayInputProps = {
  id?: string;
  name?: string;
  value: string;
  onChange: (text: string) => void;
  onBlur?: () => void;
  isWrong?: boolean;
  small?: boolean;
  'aria-label'?: string;
  'aria-invalid'?: boolean;
  'aria-describedby'?: string | undefined;
  ref?: Ref<never>;
};

/** The bare control of a day: a text with a calendar button. `onChange` gets the text as typed or the day picked. */
export function DayInput({ value, onChange, isWrong, small, onBlur, ...input }: DayInputProps) {
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const day = parseDay(value);
  const shown = typed !== '' && (typed === value || parseDay(typed) === value) ? typed : day ? formatDay(day) : value;
  return (
    <span className={boxClass(isWrong ? 'wrong' : undefined, 'joined', 'num', small && 'sm')}>
      <input
        {...input}
        inputMode="numeric"
        autoComplete="off"
        placeholder="MM/DD/YYYY"
        value={shown}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(target.value);
        }}
        onBlur={() => {
          setTyped('');
          onBlur?.();
        }}
      />
      <Suspense fallback={<CalendarButton onClick={() => undefined} isOpen />}>
        {isOpen ? (
          <CalendarPopover
            day={day}
            onPick={(picked) => {
              setTyped('');
              onChange(picked);
            }}
            onClose={() => setIsOpen(false)}
            button={<CalendarButton onClick={() => setIsOpen(false)} isOpen />}
          />
        ) : (
          <CalendarButton onClick={() => setIsOpen(true)} isOpen={false} />
        )}
      </Suspense>
    </span>
  );
}

function CalendarButton({ onClick, isOpen, ...props }: { onClick: () => void; isOpen: boolean }) {
  return (
    <IconButton {...props} label="Choose a date" aria-expanded={isOpen} onClick={onClick}>
      <IconCalendar size={18} stroke={1.75} aria-hidden />
    </IconButton>
  );
}
