import { formatDay, parseDay } from '@pos/contract/values/days';
import { IconCalendar } from '@tabler/icons-react';
import { useState, type Ref } from 'react';
import { IconButton } from '../../buttons/button.tsx';
import { lazyPart } from '../../messages/lazy-part.tsx';
import { Popover } from '../../overlays/popover.tsx';
import { boxClass } from '../box-class.ts';
import * as boxStyles from '../box.module.css';

// Loaded on demand: the calendar and its library.
const Calendar = lazyPart(() => import('./calendar.tsx'), 'Calendar');

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
  const day = parseDay(value);
  const shown =
    typed !== '' && (typed === value || parseDay(typed) === value)
      ? typed
      : day
        ? formatDay(day)
        : value;
  return (
    <span className={boxClass(isWrong, boxStyles.joined, 'numeric', small && boxStyles.small)}>
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
      <Popover
        label="Calendar"
        align="end"
        button={(props) => (
          <IconButton {...props} label="Choose a date">
            <IconCalendar size={18} stroke={1.75} aria-hidden />
          </IconButton>
        )}
      >
        {(close) => (
          <Calendar
            day={day}
            onPick={(picked) => {
              setTyped('');
              onChange(picked);
              close();
            }}
          />
        )}
      </Popover>
    </span>
  );
}
