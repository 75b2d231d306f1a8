import {
  createContext,
  use,
  useEffect,
  useId,
  type ReactNode,
  type Ref,
  useState,
  useSyncExternalStore,
} from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { EndChoice } from '../form/form-memory.ts';
import { FieldMessages } from './field-messages.tsx';
import * as styles from './fields.module.css';

/**
 * Returns the value, but none newer than the press while the mouse button or finger is down: a
 * message that appears then would move the button from under the pointer, and the click would be
 * lost.
 */
function useHeldWhilePressed<T>(value: T): T {
  const pressed = useSyncExternalStore(watchPresses, () => isPressed);
  const [shown, setShown] = useState(value);
  if (pressed || shown === value) return shown;
  setShown(value);
  return value;
}

const watchers = new Set<() => void>();
let isPressed = false;

function watchPresses(watcher: () => void): () => void {
  if (watchers.size === 0) {
    document.addEventListener('pointerdown', press, true);
    for (const name of RELEASES) document.addEventListener(name, releaseAfterClick, true);
  }
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    document.removeEventListener('pointerdown', press, true);
    for (const name of RELEASES) document.removeEventListener(name, releaseAfterClick, true);
    isPressed = false;
  };
}

const RELEASES = ['pointerup', 'pointercancel'] as const;

const press = (): void => setPressed(true);

/** The click follows the release in the same task. */
const releaseAfterClick = (): void => void setTimeout(setPressed, 0, false);

function setPressed(value: boolean): void {
  if (isPressed === value) return;
  isPressed = value;
  for (const watcher of watchers) watcher();
}

/** Props of every field. `name` is the field's path in the contract's schema. */
export type FieldProps = {
  name: string;
  label: string;
  hint?: ReactNode;
  /** Gray text after the label: "optional", "4 digits". */
  note?: string;
  narrow?: boolean;
};

/** Labels of a form's fields by name, for the error summary and the save bar. */
export const FieldLabels = createContext<FieldRegistry>({
  add: () => undefined,
  lock: () => undefined,
  hold: () => () => false,
  settled: () => undefined,
});

type FieldRegistry = {
  add: (name: string, label: string) => void;
  /** Registers a field that is shown but can no longer be changed. */
  lock: (name: string, label: string) => void;
  /** Makes saving wait for a choice that was entered before its answer. */
  hold: () => EndChoice;
  settled: (name: string) => void;
};

/** Props that connect a control to the form, its label and its messages. */
export type Wired = {
  control: {
    id: string;
    name: string;
    ref: Ref<never>;
    onBlur: () => void;
    'aria-invalid': boolean;
    'aria-describedby': string | undefined;
  };
  value: unknown;
  change: (value: unknown) => void;
  error: string | undefined;
};

/**
 * Connects a control to the surrounding form: value, label, error and description. Trims text on
 * blur.
 */
export function useField({ name, label, hint }: FieldProps): Wired {
  const { field, fieldState } = useController({ name, control: useFormContext().control });
  const { add, settled } = use(FieldLabels);
  const id = useId();
  useEffect(() => add(name, label), [add, name, label]);
  const error = useHeldWhilePressed(fieldState.error?.message);
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return {
    control: {
      id,
      name,
      ref: field.ref as Ref<never>,
      onBlur: () => {
        const value: unknown = field.value;
        if (typeof value === 'string' && value !== value.trim()) field.onChange(value.trim());
        field.onBlur();
        settled(name);
      },
      'aria-invalid': Boolean(error),
      'aria-describedby': described || undefined,
    },
    value: field.value as unknown,
    change: field.onChange,
    error,
  };
}

type LabeledProps = { field: FieldProps; wired: Wired; children: ReactNode };

/** Label on top, then control, error and hint. */
export function Field({ field, wired, children }: LabeledProps) {
  const { id } = wired.control;
  return (
    <div className={field.narrow ? `${styles.field} ${styles.narrow}` : styles.field}>
      <label className={styles.label} htmlFor={id}>
        {field.label} {field.note && <span className={styles.optional}>{field.note}</span>}
      </label>
      {children}
      <FieldMessages id={id} error={wired.error} hint={field.hint} />
    </div>
  );
}

/** Form value as the text of an input. */
export function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
