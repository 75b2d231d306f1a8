import { formatDay, parseDay } from '@pos/contract/values/days';
import { IconCalendar } from '@tabler/icons-react';
import { Suspense, useRef, useState, type ComponentProps, type Ref } from 'react';
import { IconButton } from '../button.tsx';
import { boxClass } from './box-class.ts';
import './fields.css';
import { lazyPart } from '../lazy-part.tsx';

// Loaded on demand: the calendar and its library.
const CalendarPopover = lazyPart(async () => (await import('./calendar.tsx')).CalendarPopover);

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

/**
 * Date input without a label: a text box with a calendar button. `onChange` gets the text as typed
 * or the day picked.
 */
export function DayInput({ value, onChange, isWrong, small, onBlur, ...input }: DayInputProps) {
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLSpanElement>(null);
  const day = parseDay(value);
  const shown =
    typed !== '' && (typed === value || parseDay(typed) === value)
      ? typed
      : day
        ? formatDay(day)
        : value;
  return (
    <span
      ref={box}
      className={boxClass(isWrong ? 'wrong' : undefined, 'joined', 'num', small && 'sm')}
    >
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
      {isOpen ? (
        <Suspense fallback={<CalendarButton />}>
          <CalendarPopover
            day={day}
            onPick={(picked) => {
              setTyped('');
              onChange(picked);
            }}
            onClose={() => {
              setIsOpen(false);
              // The button that opened the calendar was replaced, so focus cannot return to it.
              if (document.activeElement === document.body)
                box.current?.querySelector('input')?.focus();
            }}
            button={(props) => <CalendarButton {...props} />}
          />
        </Suspense>
      ) : (
        <CalendarButton
          onClick={() => setIsOpen(true)}
          aria-expanded={false}
          aria-haspopup="dialog"
        />
      )}
    </span>
  );
}

function CalendarButton(props: Omit<ComponentProps<'button'>, 'className'>) {
  return (
    <IconButton {...props} label="Choose a date">
      <IconCalendar size={18} stroke={1.75} aria-hidden />
    </IconButton>
  );
}
