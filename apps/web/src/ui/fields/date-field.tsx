import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { formatDay, parseDay } from '#web/lib/time.ts';
import { IconButton } from '../button.tsx';
import { boxClass, Field, useField, type FieldProps } from './field.tsx';

// The calendar and its library come when somebody opens one.
const CalendarPopover = lazy(() => import('./calendar.tsx').then((module) => ({ default: module.CalendarPopover })));

/** A day, typed as MM/DD/YYYY or picked. The value is `YYYY-MM-DD`; what is no day stays as typed, for the schema to say so. */
export function DateField({ onPick, ...field }: FieldProps & { onPick?: (day: string) => void }) {
  const wired = useField(field);
  const value = typeof wired.value === 'string' ? wired.value : '';
  const change = (text: string): void => {
    const day = parseDay(text);
    wired.change(day ?? text);
    if (day) onPick?.(day);
  };
  return (
    <Field field={field} wired={wired}>
      <DayInput {...wired.control} value={value} onChange={change} isWrong={Boolean(wired.error)} />
    </Field>
  );
}

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
  ref?: React.Ref<never>;
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
