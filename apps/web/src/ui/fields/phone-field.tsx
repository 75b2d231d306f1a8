import { useState } from 'react';
import { phoneAsTyped, phoneDigits } from '#web/lib/input/phone-digits.ts';
import { boxClass } from './box-class.ts';
import { asText, Field, useField, type FieldProps } from './field.tsx';
import * as boxStyles from './box.module.css';

/**
 * US phone number after its fixed country code, formatted while typing. The value is only its
 * digits.
 */
export function PhoneField(field: FieldProps) {
  const wired = useField(field);
  const [typed, setTyped] = useState<string>();
  const digits = asText(wired.value);
  const change = ({ value, selectionStart }: HTMLInputElement): void => {
    const next = phoneDigits(value);
    // Formatting in the middle of a number would move the cursor.
    setTyped(selectionStart === value.length ? undefined : value);
    wired.change(next);
  };
  return (
    <Field field={field} wired={wired}>
      <span className={boxClass(wired.error, 'numeric')}>
        <span className={boxStyles.affix}>+1</span>
        <input
          {...wired.control}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          placeholder="(555) 123-4567"
          value={typed ?? phoneAsTyped(digits)}
          onChange={({ target }) => change(target)}
          onBlur={() => {
            setTyped(undefined);
            wired.control.onBlur();
          }}
        />
      </span>
    </Field>
  );
}
