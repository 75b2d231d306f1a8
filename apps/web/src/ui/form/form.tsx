import { zodResolver } from '@hookform/resolvers/zod';
import {
  useEffect,
  useId,
  useMemo,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  use,
} from 'react';
import { FormProvider, useForm, type FieldValues, type Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { showRefusal } from '#web/lib/drafts/form-errors.ts';
import { withoutBlanks } from '#web/lib/drafts/form-values.ts';
import { holdUnsaved } from '#web/lib/drafts/unsaved.ts';
import { SavedDraft } from './draft-offer.tsx';
import { FieldLabels } from '../fields/field.tsx';
import type { FormMemory } from './form-memory.ts';
import { FormFailure, FormSummary, SaveBar } from './form-messages.tsx';
import * as styles from './form.module.css';
import { useDraft } from './use-draft.ts';
import { useFieldRegistry } from './use-field-registry.ts';
import { asidePart } from '../messages/lazy-part.tsx';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Button, ButtonLink } from '../buttons/button.tsx';
import { DialogFooterContext } from '../overlays/dialog-footer.tsx';

/** Label of a busy form, unless it has its own. */
const SAVING = 'Saving…';

type FormButtonProps = {
  /** A node may follow the values of the form. */
  submitLabel: ReactNode;
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
function FormButtons({
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

// Loaded on demand: forms without a leave guard (login) do not need the dialog.
const loadGuard = () => import('./leave-guard.tsx');
const LeaveGuard = asidePart(loadGuard, 'LeaveGuard');

/**
 * Initial form values: a value of the schema's input, or a blank (`''`, null, undefined) for every
 * field.
 */
export type FormValues<Schema extends z.ZodType> = {
  [Name in keyof z.input<Schema>]?: z.input<Schema>[Name] | '' | null | undefined;
};

export type FormProps<
  Schema extends z.ZodType<FieldValues, FieldValues>,
  Answer,
> = FormButtonProps & {
  schema: Schema;
  values: FormValues<Schema>;
  /** Sends the validated values. Its errors are shown on the fields or above the form. */
  save: (values: z.output<Schema>) => Promise<Answer>;
  /** Called after saving, for a toast or navigation. The form no longer counts as changed. */
  onSaved?: (answer: Answer) => void;
  /**
   * Called with a refusal before it is shown; returns true if it handled it (a conflict dialog).
   */
  onRefused?: (error: unknown) => boolean;
  /** `bar`: appears after a change, for editing. `button`: always visible, for adding. */
  saveWith?: 'bar' | 'button';
  /** Asks before leaving with unsaved changes. Default true. */
  guard?: boolean;
  /**
   * Keeps unsaved values, except passwords and codes, and offers them when the form is opened
   * again. Defaults to `guard`.
   */
  draft?: boolean;
  children: ReactNode;
};

/**
 * Form of every screen: the contract's schema validates it (on blur once touched, everything on
 * submit), the server's field errors are shown on the fields, the summary at the top links to them,
 * Ctrl/⌘+S saves, leaving with changes asks first, and an expired session loses nothing.
 */
export function Form<Schema extends z.ZodType<FieldValues, FieldValues>, Answer>({
  schema,
  values,
  save,
  onSaved,
  onRefused,
  saveWith = 'button',
  guard = true,
  draft: isDraftSaved = guard,
  children,
  ...buttons
}: FormProps<Schema, Answer>) {
  const formId = useId();
  const form = useSchemaForm(schema, values);
  const { handleSubmit, reset, setFocus, clearErrors } = form;
  const { isDirty, isSubmitting, errors, submitCount, dirtyFields } = form.formState;
  // The bar saves the record of the address; other forms on the page are told apart by their
  // button.
  const draft = useDraft({
    form,
    values,
    part: saveWith === 'bar' ? '' : toPart(buttons),
    isSaved: isDraftSaved,
    isDirty,
  });
  const { memory, labels, registry } = useFieldRegistry(form);
  useUnsaved({ isDirty, memory, guard });
  const send = handleSubmit(async (checked) => {
    clearErrors('root');
    try {
      const answer = await save(checked as z.output<Schema>);
      memory.setSaved(true);
      draft.settle();
      reset(form.getValues());
      onSaved?.(answer);
    } catch (error) {
      if (onRefused?.(error)) return;
      const first = showRefusal(form, error, memory.names);
      if (first) setFocus(first);
    }
  });
  const submit = (): void => memory.afterChoices(() => void send());
  // The submit of a form in a nested dialog bubbles here through React's tree.
  const sendAlone = (event: SyntheticEvent): void => {
    event.stopPropagation();
    event.preventDefault();
    submit();
  };
  const cancel = (): void => {
    draft.giveUp();
    buttons.onCancel?.();
  };
  const changed = Object.keys(labels)
    .filter((name) => isIn(dirtyFields, name))
    .map((name) => labels[name] ?? name);
  const failure = submitCount > 0 && <FormFailure errors={errors} labels={labels} />;
  return (
    <FormProvider {...form}>
      <FieldLabels value={registry}>
        <form
          id={formId}
          noValidate
          className={styles.form}
          onKeyDown={(event) => saveOnKey(event, () => !isSubmitting && submit())}
          onSubmit={sendAlone}
        >
          <SavedDraft draft={draft} memory={memory} goTo={setFocus} />
          {submitCount > 0 && <FormSummary errors={errors} labels={labels} onGo={setFocus} />}
          {children}
          {saveWith === 'bar' ? (
            (isDirty || isSubmitting) && (
              <SaveBar
                changed={changed}
                submitLabel={buttons.submitLabel}
                busy={isSubmitting && (buttons.busyLabel ?? SAVING)}
                onDiscard={() => reset()}
                failure={failure}
              />
            )
          ) : (
            <>
              {failure}
              <FormButtons
                {...buttons}
                formId={formId}
                isBusy={isSubmitting}
                onCancel={buttons.onCancel && cancel}
              />
            </>
          )}
          {guard && isDirty && (
            <LeaveGuard changed={changed} mayLeave={memory.isSaved} onLeave={draft.giveUp} />
          )}
        </form>
      </FieldLabels>
    </FormProvider>
  );
}

/** Text of the button, which tells the forms of a page apart. */
const toPart = ({ submitLabel, busyLabel = '' }: FormButtonProps): string =>
  typeof submitLabel === 'string' ? submitLabel : busyLabel;

/** Ctrl+S or ⌘+S saves the form. */
function saveOnKey(event: KeyboardEvent, save: () => void): void {
  if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return;
  event.preventDefault();
  event.stopPropagation();
  save();
}

function useSchemaForm(schema: z.ZodType<FieldValues, FieldValues>, values: FieldValues) {
  const resolver = useMemo(() => blankAware(schema), [schema]);
  return useForm<FieldValues, unknown, FieldValues>({
    resolver,
    defaultValues: values,
    mode: 'onTouched',
    shouldFocusError: true,
  });
}

type UnsavedOptions = { isDirty: boolean; memory: FormMemory; guard: boolean };

/** Marks the page as unsaved while the form has changes, and loads the leave guard. */
function useUnsaved({ isDirty, memory, guard }: UnsavedOptions): void {
  // Loaded before the first change: a deployment may remove the old file by then. A failure here is
  // retried with that change.
  useEffect(() => {
    if (guard) void loadGuard().catch(() => undefined);
  }, [guard]);
  useEffect(() => {
    if (!isDirty) return undefined;
    memory.setSaved(false);
    return holdUnsaved();
  }, [isDirty, memory]);
}

/** Resolver from the schema; first converts blank texts to the schema's empty values. */
export function blankAware(
  schema: z.ZodType<FieldValues, FieldValues>,
): Resolver<FieldValues, unknown, FieldValues> {
  const resolve: Resolver<FieldValues, unknown, FieldValues> = zodResolver(schema);
  return (values, context, options) => resolve(withoutBlanks(schema, values), context, options);
}

/** True if a dotted field name is among the changed fields or errors. */
function isIn(fields: object, name: string): boolean {
  return (
    name
      .split('.')
      .reduce<unknown>(
        (at, key) =>
          typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined,
        fields,
      ) !== undefined
  );
}
