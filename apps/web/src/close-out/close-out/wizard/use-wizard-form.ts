import type { CloseOut } from '@pos/contract/close-out/close-out';
import { useMemo } from 'react';
import { useForm, type FieldValues } from 'react-hook-form';
import { blankAware } from '#web/ui/form/form.tsx';
import { useDraft } from '#web/ui/form/use-draft.ts';
import { NOT_BEGUN, wizardSchema } from './wizard-form.ts';

/** Single form over all steps of the wizard, with its draft. */
export function useWizardForm(closeOut: CloseOut) {
  const schema = useMemo(() => wizardSchema(closeOut), [closeOut]);
  const resolver = useMemo(() => blankAware(schema), [schema]);
  const form = useForm<FieldValues, unknown, FieldValues>({
    resolver,
    defaultValues: NOT_BEGUN,
    mode: 'onTouched',
  });
  const { isDirty } = form.formState;
  const draft = useDraft({ form, values: NOT_BEGUN, part: 'close-out', isSaved: true, isDirty });
  const { trigger, getFieldState } = form;
  const registry = useMemo(
    () => ({
      add: () => undefined,
      lock: () => undefined,
      hold: () => () => false,
      settled: (name: string) =>
        void (
          name.startsWith('counted') &&
          getFieldState('overShortReason').isTouched &&
          trigger('overShortReason')
        ),
    }),
    [trigger, getFieldState],
  );
  return { form, draft, registry };
}
