import { formatScaled, parseDecimal, parseScaled } from '@pos/contract/values/decimals';
import { useState } from 'react';
import { boxClass } from './box-class.ts';
import { Field, useField, type FieldProps } from './field.tsx';
import * as boxStyles from './box.module.css';

type NumberFieldProps = FieldProps & {
  prefix?: string;
  suffix?: string;
  /** Number of decimals of an amount; other numbers stay as typed. Default 0. */
  decimals?: number;
  /**
   * Makes the value an integer of the smallest unit (cents with 2 decimals) instead of the number
   * as typed.
   */
  scaled?: boolean;
  /** Number that counts while the field is blank, written like the value. */
  fallback?: number | undefined;
};

/**
 * Number input. The form's value is a number, undefined while blank, or the text itself if it is
 * not a valid number: the schema's message then says what is expected.
 */
export function NumberField({
  prefix,
  suffix,
  decimals = 0,
  scaled = false,
  fallback,
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
      <span className={boxClass(wired.error, 'numeric')}>
        {prefix && <span className={boxStyles.affix}>{prefix}</span>}
        <input
          {...wired.control}
          inputMode={decimals > 0 ? 'decimal' : 'numeric'}
          autoComplete="off"
          placeholder={fallback === undefined ? undefined : writeNumber(fallback, decimals, scaled)}
          // The typed text stays while it still equals the form's value.
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
        {suffix && <span className={boxStyles.affix}>{suffix}</span>}
      </span>
    </Field>
  );
}

function writeNumber(value: number, decimals: number, scaled: boolean): string {
  // Amounts show both decimals; rates drop trailing zeros.
  if (scaled) return formatScaled(value, decimals, decimals > 2);
  return String(value).replace('-', '−');
}
