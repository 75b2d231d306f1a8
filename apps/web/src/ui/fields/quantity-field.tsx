import { parseDecimal } from '@pos/contract/values/decimals';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { ComponentProps, Ref } from 'react';
import { boxClass } from './box-class.ts';
import { Field, useField, type FieldProps } from './field.tsx';
import * as styles from './quantity.module.css';

type StepperProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'min' | 'ref'> & {
  /** Name of what is counted, for the labels of the two buttons: "One less of Matilda". */
  of?: string;
  /** A number, or the typed text if it is not one. */
  value: unknown;
  change: (value: unknown) => void;
  /** Limits of the buttons. */
  lowest: number;
  highest?: number;
  isWrong?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** Whole number between minus and plus buttons of touch size; ↑ and ↓ do the same by keyboard. */
export function Stepper({
  of,
  value,
  change,
  lowest,
  highest = Infinity,
  isWrong = false,
  ...input
}: StepperProps) {
  const number = typeof value === 'number' ? value : undefined;
  const step = (by: number): void =>
    change(
      Math.min(Math.max(Math.floor(number ?? lowest - (by > 0 ? 1 : 0)) + by, lowest), highest),
    );
  const suffix = of ? ` of ${of}` : '';
  return (
    <span className={boxClass(isWrong, styles.stepper)}>
      <button
        type="button"
        tabIndex={-1}
        aria-label={`One less${suffix}`}
        aria-disabled={number !== undefined && number <= lowest}
        onClick={() => step(-1)}
      >
        <IconMinus size={18} aria-hidden />
      </button>
      <input
        {...input}
        inputMode="numeric"
        autoComplete="off"
        value={typeof value === 'number' || typeof value === 'string' ? String(value) : ''}
        onChange={({ target }) =>
          change(
            target.value.trim() === '' ? undefined : (parseDecimal(target.value) ?? target.value),
          )
        }
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          step(event.key === 'ArrowUp' ? 1 : -1);
        }}
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label={`One more${suffix}`}
        aria-disabled={number !== undefined && number >= highest}
        onClick={() => step(1)}
      >
        <IconPlus size={18} aria-hidden />
      </button>
    </span>
  );
}

/**
 * Whole number of units. The form's value is a number, undefined while blank, or the text if it is
 * not a number.
 */
export function QuantityField({
  lowest = 1,
  highest = Infinity,
  ...field
}: FieldProps & { lowest?: number; highest?: number }) {
  const wired = useField(field);
  return (
    <Field field={field} wired={wired}>
      <Stepper
        {...wired.control}
        value={wired.value}
        change={wired.change}
        lowest={lowest}
        highest={highest}
        isWrong={Boolean(wired.error)}
      />
    </Field>
  );
}
