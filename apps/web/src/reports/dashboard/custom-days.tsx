import { MAX_DAYS } from '@pos/contract/reports/dashboard';
import { daysBetween, parseDay } from '@pos/contract/values/days';
import { useId, useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { DayInput } from '#web/ui/fields/dates/day-input.tsx';
import { FieldMessages } from '#web/ui/fields/field-messages.tsx';
import * as styles from './dashboard.module.css';
import * as fieldStyles from '#web/ui/fields/fields.module.css';

/** Date range, both days included. */
export function CustomDays({
  days,
  onChoose,
}: {
  days: { from: string; to: string } | undefined;
  onChoose: (days: { from: string; to: string }) => void;
}) {
  const id = useId();
  const [from, setFrom] = useState(days?.from ?? '');
  const [to, setTo] = useState(days?.to ?? '');
  const [error, setError] = useState('');
  const choose = (): void => {
    const first = parseDay(from);
    const last = parseDay(to);
    if (!first || !last) setError('Enter both days as MM/DD/YYYY.');
    else if (last < first) setError('The last day is before the first.');
    else if (daysBetween(first, last) >= MAX_DAYS) setError(`Choose at most ${MAX_DAYS} days.`);
    else onChoose({ from: first, to: last });
  };
  return (
    <form
      className={styles.customDays}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        choose();
      }}
    >
      <label className={fieldStyles.label} htmlFor={`${id}-from`}>
        From
      </label>
      <DayInput
        id={`${id}-from`}
        value={from}
        onChange={setFrom}
        isWrong={error !== ''}
        aria-invalid={error !== ''}
        aria-describedby={`${id}-error`}
      />
      <label className={fieldStyles.label} htmlFor={`${id}-to`}>
        To
      </label>
      <DayInput
        id={`${id}-to`}
        value={to}
        onChange={setTo}
        isWrong={error !== ''}
        aria-invalid={error !== ''}
        aria-describedby={`${id}-error`}
      />
      <FieldMessages id={id} error={error || undefined} hint={undefined} />
      <Button type="submit" variant="primary" block>
        Show these days
      </Button>
    </form>
  );
}
