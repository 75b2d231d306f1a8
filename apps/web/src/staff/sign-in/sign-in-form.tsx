import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import {
  FormProvider,
  useForm,
  type DefaultValues,
  type FieldValues,
  type Resolver,
} from 'react-hook-form';
import type { z } from 'zod';
import { showRefusal } from '#web/lib/drafts/form-errors.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';

type SignInFormProps<Schema extends z.ZodType<FieldValues, FieldValues>> = {
  title: string;
  intro?: ReactNode;
  schema: Schema;
  values: z.input<Schema>;
  /** Fields shown; errors on any other field appear above the form. */
  fields: readonly string[];
  send: (values: z.output<Schema>) => Promise<void>;
  submitLabel: string;
  busyLabel: string;
  /** Content below the button. */
  foot?: ReactNode;
  children: ReactNode;
};

/**
 * Short form for sign-in pages: shows errors once a field was touched, and the server's errors on
 * their fields or above the form.
 */
export function SignInForm<Schema extends z.ZodType<FieldValues, FieldValues>>({
  title,
  intro,
  schema,
  values,
  fields,
  send,
  submitLabel,
  busyLabel,
  foot,
  children,
}: SignInFormProps<Schema>) {
  const resolver: Resolver<FieldValues, unknown, FieldValues> = zodResolver(
    schema as z.ZodType<FieldValues, FieldValues>,
  );
  const form = useForm<FieldValues, unknown, FieldValues>({
    resolver,
    defaultValues: values as DefaultValues<FieldValues>,
    mode: 'onTouched',
  });
  const { isSubmitting, errors } = form.formState;
  const submit = form.handleSubmit(async (checked) => {
    form.clearErrors('root');
    try {
      await send(checked as z.output<Schema>);
    } catch (error) {
      const first = showRefusal(form, error, new Set(fields));
      if (first) form.setFocus(first);
    }
  });
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {intro && <p className="subdued">{intro}</p>}
        </div>
        {errors.root?.message && <Notice kind="bad">{errors.root.message}</Notice>}
        {children}
        <Button type="submit" variant="primary" block busy={isSubmitting && busyLabel}>
          {submitLabel}
        </Button>
        {foot}
      </form>
    </FormProvider>
  );
}
