import { IconAlertTriangle } from '@tabler/icons-react';
import { use } from 'react';
import { Button, ButtonLink } from '../buttons/button.tsx';
import { DialogFooterContext } from '../overlays/dialog-footer.tsx';
import * as styles from './form.module.css';

/** Label of a busy form, unless it has its own. */
export const SAVING = 'Saving…';

export type FormButtonProps = {
  submitLabel: string;
  busyLabel?: string;
  /** Red button with a warning sign, for what cannot be undone. */
  isDanger?: boolean;
  /** One of several forms on a page: its button is not the primary one. */
  isOneOfMany?: boolean;
  cancelTo?: string;
  /** Closes the dialog around the form. */
  onCancel?: (() => void) | undefined;
};

/**
 * Buttons of a form: submit and, if it can be left, cancel. At the end of the form, or in the footer
 * of the dialog around it with the action last.
 */
export function FormButtons({
  submitLabel,
  busyLabel = SAVING,
  isDanger = false,
  isOneOfMany = false,
  cancelTo,
  onCancel,
  isBusy,
  formId,
}: FormButtonProps & { isBusy: boolean; formId: string }) {
  const footer = use(DialogFooterContext);
  const submit = (
    <Button
      type="submit"
      form={formId}
      variant={isDanger ? 'danger-solid' : isOneOfMany ? 'secondary' : 'primary'}
      busy={isBusy && busyLabel}
    >
      {isDanger && <IconAlertTriangle size={16} stroke={1.75} aria-hidden />}
      {submitLabel}
    </Button>
  );
  const cancel = (
    <>
      {cancelTo && <ButtonLink to={cancelTo}>Cancel</ButtonLink>}
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
    </>
  );
  if (footer && !isOneOfMany)
    return footer.put(
      <div className={styles.dialogButtons} data-part="form-buttons">
        {cancel}
        {submit}
      </div>,
    );
  return (
    <div className="row wrapping" data-part="form-buttons">
      {submit}
      {cancel}
    </div>
  );
}
