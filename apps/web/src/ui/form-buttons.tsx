import type { MouseEvent } from 'react';
import { Button, ButtonLink } from './button.tsx';
import * as styles from './form.module.css';

/** Label of a busy form, unless it has its own. */
export const SAVING = 'Saving…';

export type FormButtonProps = {
  submitLabel: string;
  busyLabel?: string;
  /** Red button, for a dialog that deletes. */
  isDanger?: boolean;
  /** One of several forms on a page: its button is not the primary one. */
  isOneOfMany?: boolean;
  cancelTo?: string;
  /** Closes the dialog around the form. */
  onCancel?: (() => void) | undefined;
};

/**
 * Handlers for the box around a form's buttons: the focus stays in the field until the button is
 * released. Leaving the field earlier would show its message and move the button away from under
 * the pointer, and the click would be lost.
 */
export const FOCUS_ON_CLICK = {
  onMouseDown: (event: MouseEvent): void => event.preventDefault(),
  onClickCapture: ({ target }: MouseEvent): void =>
    (target as HTMLElement).closest<HTMLElement>('button, a')?.focus(),
};

/** Buttons at the end of a form: submit and, if it can be left, cancel. */
export function FormButtons({
  submitLabel,
  busyLabel = SAVING,
  isDanger = false,
  isOneOfMany = false,
  cancelTo,
  onCancel,
  isBusy,
}: FormButtonProps & { isBusy: boolean }) {
  return (
    <div className={styles.formButtons} data-part="form-buttons" {...FOCUS_ON_CLICK}>
      <Button
        type="submit"
        variant={isDanger ? 'danger-solid' : isOneOfMany ? 'secondary' : 'primary'}
        busy={isBusy && busyLabel}
      >
        {submitLabel}
      </Button>
      {cancelTo && <ButtonLink to={cancelTo}>Cancel</ButtonLink>}
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
    </div>
  );
}
