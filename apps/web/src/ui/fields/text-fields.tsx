import { IconEye, IconEyeOff, IconInfoCircle } from '@tabler/icons-react';
import { useState, type ComponentProps, type KeyboardEvent } from 'react';
import { IconButton } from '../buttons/button.tsx';
import { boxClass } from './box-class.ts';
import { asText, Field, useField, type FieldProps } from './field.tsx';
import * as boxStyles from './box.module.css';

type InputProps = Pick<
  ComponentProps<'input'>,
  'type' | 'autoComplete' | 'inputMode' | 'maxLength' | 'placeholder' | 'readOnly' | 'spellCheck'
>;

/** Single-line text. `prefix` stands before it and is not part of the value: "+1". */
export function TextField({
  name,
  label,
  hint,
  note,
  narrow,
  prefix,
  mono,
  ...input
}: FieldProps & InputProps & { prefix?: string; mono?: boolean }) {
  const field = {
    name,
    label,
    ...(hint !== undefined && { hint }),
    ...(note && { note }),
    ...(narrow && { narrow }),
  };
  const wired = useField(field);
  const control = {
    ...input,
    ...wired.control,
    value: asText(wired.value),
    onChange: ({ target }: { target: HTMLInputElement }) => wired.change(target.value),
  };
  return (
    <Field field={field} wired={wired}>
      {prefix ? (
        <span className={boxClass(wired.error)}>
          <span className={`${boxStyles.affix} numeric`}>{prefix}</span>
          <input {...control} />
        </span>
      ) : (
        <input {...control} className={boxClass(wired.error, mono && 'monospace')} />
      )}
    </Field>
  );
}

/** Multi-line text. */
export function TextareaField({ rows = 3, ...field }: FieldProps & { rows?: number }) {
  const wired = useField(field);
  return (
    <Field field={field} wired={wired}>
      <textarea
        {...wired.control}
        rows={rows}
        className={boxClass(wired.error)}
        value={asText(wired.value)}
        onChange={({ target }) => wired.change(target.value)}
      />
    </Field>
  );
}

/**
 * Password with a show/hide button, and a hint while Caps Lock is on. Never trimmed while typing.
 */
export function PasswordField({
  autoComplete,
  ...field
}: FieldProps & { autoComplete: 'current-password' | 'new-password' }) {
  const wired = useField(field);
  const [isShown, setIsShown] = useState(false);
  const [isCapsLockOn, setIsCapsLockOn] = useState(false);
  const watchCapsLock = (event: KeyboardEvent): void =>
    setIsCapsLockOn(event.getModifierState('CapsLock'));
  const ShowIcon = isShown ? IconEyeOff : IconEye;
  return (
    <Field field={field} wired={wired}>
      <span className={boxClass(wired.error, boxStyles.joined)}>
        <input
          {...wired.control}
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          spellCheck={false}
          autoCapitalize="none"
          value={asText(wired.value)}
          onChange={({ target }) => wired.change(target.value)}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
        />
        <IconButton
          label={isShown ? 'Hide password' : 'Show password'}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <ShowIcon size={18} stroke={1.75} aria-hidden />
        </IconButton>
      </span>
      {isCapsLockOn && (
        <p className="caption row" role="status">
          <IconInfoCircle size={14} aria-hidden /> Caps Lock is on
        </p>
      )}
    </Field>
  );
}
