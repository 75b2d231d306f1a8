import { parseDecimal } from '@pos/contract/values/decimals';
import { useId, useState, type KeyboardEvent } from 'react';
import { boxClass } from '#web/ui/fields/box-class.ts';
import { FieldMessages } from '#web/ui/fields/field-messages.tsx';
import * as boxStyles from '#web/ui/fields/box.module.css';
import * as fieldStyles from '#web/ui/fields/fields.module.css';
import * as styles from './editor.module.css';

/** Applies a value, or returns an error message. */
type Take<Value> = (value: Value) => string | undefined;

/** Keeps typed text while it is invalid, with the error. */
function useTyped<Value>(take: Take<Value>) {
  const [typed, setTyped] = useState<{ text: string; error: string | undefined }>();
  const id = useId();
  const type = (text: string, value: Value | undefined, unreadable: string): void =>
    setTyped({ text, error: value === undefined ? unreadable : take(value) });
  const settle = (): void => setTyped((now) => (now?.error ? now : undefined));
  const control = {
    id,
    'aria-invalid': Boolean(typed?.error),
    'aria-describedby': typed?.error ? `${id}-error` : undefined,
    onBlur: settle,
  };
  return { id, typed, type, setTyped, control };
}

type NumberInputProps = { label: string; value: number; onChange: Take<number> };

/** Number of points or lines; ↑ and ↓ change it by 1, with Shift by 10. */
export function NumberInput({ label, value, onChange }: NumberInputProps) {
  const { id, typed, type, setTyped, control } = useTyped(onChange);
  const step = (event: KeyboardEvent): void => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = Math.round((value + by * (event.shiftKey ? 10 : 1)) * 100) / 100;
    if (onChange(next) === undefined) setTyped(undefined);
  };
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...control}
        className={boxClass(typed?.error, boxStyles.small, 'numeric')}
        inputMode="decimal"
        autoComplete="off"
        value={typed?.text ?? String(value)}
        onKeyDown={step}
        onChange={({ target }) => type(target.value, parseDecimal(target.value), 'Enter a number.')}
      />
      <FieldMessages id={id} error={typed?.error} hint={undefined} />
    </div>
  );
}

type TextInputProps = { label: string; value: string; onChange: Take<string> };

export function TextInput({ label, value, onChange }: TextInputProps) {
  const { id, typed, type, control } = useTyped(onChange);
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        {...control}
        className={boxClass(typed?.error)}
        rows={3}
        value={typed?.text ?? value}
        onChange={({ target }) => type(target.value, target.value, '')}
      />
      <FieldMessages id={id} error={typed?.error} hint={undefined} />
    </div>
  );
}

/** Color, picked or typed as `#RRGGBB`. */
export function ColorInput({ value, onChange }: { value: string; onChange: Take<string> }) {
  const { id, typed, type, control } = useTyped(onChange);
  const [refused, setRefused] = useState<string>();
  const error = typed?.error ?? refused;
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        Color
      </label>
      <span className="row">
        <input
          type="color"
          className={styles.colorBox}
          aria-label="Pick a color"
          value={value}
          onChange={({ target }) => setRefused(onChange(target.value))}
        />
        <input
          {...control}
          className={boxClass(error, boxStyles.small, 'monospace')}
          autoComplete="off"
          spellCheck={false}
          value={typed?.text ?? value}
          onChange={({ target }) => type(target.value, target.value, '')}
        />
      </span>
      <FieldMessages id={id} error={error} hint={undefined} />
    </div>
  );
}

type SelectInputProps = {
  label: string;
  value: string;
  choices: readonly (readonly [value: string, label: string])[];
  onChange: Take<string>;
};

export function SelectInput({ label, value, choices, onChange }: SelectInputProps) {
  const id = useId();
  const [error, setError] = useState<string>();
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={boxClass(error, boxStyles.small)}
        value={value}
        aria-invalid={Boolean(error)}
        aria-describedby={error && `${id}-error`}
        onChange={({ target }) => setError(onChange(target.value))}
      >
        {choices.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
      <FieldMessages id={id} error={error} hint={undefined} />
    </div>
  );
}
