import { Button, ButtonLink } from './button.tsx';

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
    <div className="form-buttons">
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
