import { parseDay } from '@pos/contract/values/days';
import { DayInput } from './day-input.tsx';
import { Field, useField, type FieldProps } from '../field.tsx';

/**
 * Date field, typed as MM/DD/YYYY or picked. The value is `YYYY-MM-DD`; an invalid date stays as
 * typed, for the schema to report.
 */
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
