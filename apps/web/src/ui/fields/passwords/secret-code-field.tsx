import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '../../buttons/button.tsx';
import { boxClass } from '../box-class.ts';
import { asText, Field, useField, type FieldProps } from '../field.tsx';
import * as boxStyles from '../box.module.css';

/**
 * Four masked digits. A stored code shows as `****`, cannot be revealed, and is kept until
 * something else is typed.
 */
export function SecretCodeField(field: FieldProps) {
  const wired = useField(field);
  const [isShown, setIsShown] = useState(false);
  const value = asText(wired.value);
  const ShowIcon = isShown ? IconEyeOff : IconEye;
  return (
    <Field field={field} wired={wired}>
      <span className={boxClass(wired.error, boxStyles.joined, 'numeric')}>
        <input
          {...wired.control}
          type={isShown ? 'text' : 'password'}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={value}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => wired.change(target.value)}
        />
        <IconButton
          label={isShown ? 'Hide code' : 'Show code'}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <ShowIcon size={18} stroke={1.75} aria-hidden />
        </IconButton>
      </span>
    </Field>
  );
}
