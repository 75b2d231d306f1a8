import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { Dialog } from '../overlays/dialog.tsx';
import type { DialogProps } from '../overlays/modal-box.tsx';
import { Form, type FormProps } from './form.tsx';

type FormDialogProps<Schema extends z.ZodType<FieldValues, FieldValues>, Answer> = Omit<
  FormProps<Schema, Answer>,
  'guard' | 'onCancel'
> &
  Pick<DialogProps, 'title' | 'size' | 'onClose'>;

/**
 * Dialog with nothing but a form, its fields below each other. Cancel and Esc close it without asking
 * about what was typed.
 */
export function FormDialog<Schema extends z.ZodType<FieldValues, FieldValues>, Answer>({
  title,
  size,
  onClose,
  children,
  ...form
}: FormDialogProps<Schema, Answer>) {
  return (
    <Dialog title={title} {...(size && { size })} onClose={onClose}>
      <Form {...form} guard={false} onCancel={onClose}>
        <div className="stack gap-20">{children}</div>
      </Form>
    </Dialog>
  );
}
