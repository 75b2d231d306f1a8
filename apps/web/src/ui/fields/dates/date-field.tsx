import { parseDay } from '@pos/contract/values/days';
import { DayInput } from './day-input.tsx';
import { Field, useField, type FieldProps } from '../field.tsx';

/**
 * Date field, typed as MM/DD/YYYY or picked. The value is `YYYY-MM-DD`; an invalid date stays as
 * typed, for the schema to report.
 */
export function DateField(field: FieldProps) {
  const wired = useField(field);
  const value = typeof wired.value === 'string' ? wired.value : '';
  const change = (text: string): void => wired.change(parseDay(text) ?? text);
  return (
    <Field field={field} wired={wired}>
      <DayInput {...wired.control} value={value} onChange={change} isWrong={Boolean(wired.error)} />
    </Field>
  );
}
