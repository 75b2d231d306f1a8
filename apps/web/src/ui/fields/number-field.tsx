import { useState } from 'react';
import { formatScaled, parseDecimal, parseScaled } from '#web/lib/number-text.ts';
import { boxClass } from './box-class.ts';
import { Field, useField, type FieldProps } from './field.tsx';

type NumberFieldProps = FieldProps & {
  prefix?: string;
  suffix?: string;
  /** How many decimals the amount has; other numbers keep what is typed. Default 0. */
  decimals?: number;
  /** The value is an integer of the smallest unit (cents with 2 decimals), not the number as typed. */
  scaled?: boolean;
};

/**
 * A number, typed. The form's value is a number, or undefined while the field is blank, or the text itself while it is
 * no such number: the schema's sentence then says what is wanted.
 */
export function NumberField({
  prefix,
  suffix,
  decimals = 0,
  scaled = false,
  ...field
}: NumberFieldProps) {
  const wired = useField(field);
  const [typed, setTyped] = useState('');
  const read = (text: string): unknown => {
    if (text.trim() === '') return undefined;
    return (scaled ? parseScaled(text, decimals) : parseDecimal(text)) ?? text;
  };
  const written =
    typeof wired.value === 'number'
      ? writeNumber(wired.value, decimals, scaled)
      : typeof wired.value === 'string'
        ? wired.value
        : '';
  return (
    <Field field={field} wired={wired}>
      <span className={boxClass(wired.error, 'num')}>
        {prefix && <span className="pre">{prefix}</span>}
        <input
          {...wired.control}
          inputMode={decimals > 0 ? 'decimal' : 'numeric'}
          autoComplete="off"
          // What was typed stays as typed for as long as it means the value that the form holds.
          value={read(typed) === wired.value && typed !== '' ? typed : written}
          onChange={({ target }) => {
            setTyped(target.value);
            wired.change(read(target.value));
          }}
          onBlur={() => {
            setTyped('');
            wired.control.onBlur();
          }}
        />
        {suffix && <span className="pre">{suffix}</span>}
      </span>
    </Field>
  );
}

function writeNumber(value: number, decimals: number, scaled: boolean): string {
  // Amounts show both decimals; the zeros of a rate say nothing.
  if (scaled) return formatScaled(value, decimals, decimals > 2);
  return String(value).replace('-', '−');
}
