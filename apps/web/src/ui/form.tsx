import { zodResolver } from '@hookform/resolvers/zod';
import {
  Suspense,
  useEffect,
  useMemo,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import {
  FormProvider,
  useForm,
  type DefaultValues,
  type FieldValues,
  type Resolver,
} from 'react-hook-form';
import type { z } from 'zod';
import { showRefusal } from '#web/lib/form-errors.ts';
import { withoutBlanks } from '#web/lib/form-values.ts';
import { holdUnsaved } from '#web/lib/unsaved.ts';
import { Button, ButtonLink } from './button.tsx';
import { KeptDraft } from './draft-offer.tsx';
import { FieldLabels } from './fields/field.tsx';
import { FormMemory } from './form-memory.ts';
import { FormFailure, FormSummary, SaveBar } from './form-messages.tsx';
import './form.css';
import { useDraft } from './use-draft.ts';
import { lazyPart } from './lazy-part.tsx';

// Loaded on demand: forms without a leave guard (login) do not need the dialog.
const loadGuard = async () => (await import('./leave-guard.tsx')).LeaveGuard;
const LeaveGuard = lazyPart(loadGuard);

/**
 * Initial form values: a value of the schema's input, or a blank (`''`, null, undefined) for every
 * field.
 */
export type FormValues<Schema extends z.ZodType> = {
  [Name in keyof z.input<Schema>]?: z.input<Schema>[Name] | '' | null | undefined;
};

type FormProps<Schema extends z.ZodType<FieldValues, FieldValues>, Answer> = {
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
  submitLabel: string;
  busyLabel?: string;
  /** Red button, for a dialog that deletes. */
  isDanger?: boolean;
  /** One of several forms on a page: its button is not the primary one. */
  isOneOfMany?: boolean;
  cancelTo?: string;
  /** Closes the dialog around the form. */
  onCancel?: () => void;
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
 * The form used everywhere: the contract's schema validates it (on blur once touched, everything on
 * submit), the server's field errors are shown on the fields, the summary at the top links to them,
 * Ctrl/⌘+S saves, leaving with changes asks first, and an expired session loses nothing.
 */
export function Form<Schema extends z.ZodType<FieldValues, FieldValues>, Answer>({
  schema,
  values,
  save,
  onSaved,
  onRefused,
  submitLabel,
  busyLabel = 'Saving…',
  isDanger = false,
  isOneOfMany = false,
  cancelTo,
  onCancel,
  saveWith = 'button',
  guard = true,
  draft: isDraftKept = guard,
  children,
}: FormProps<Schema, Answer>) {
  const resolver = useMemo(() => blankAware(schema), [schema]);
  const form = useForm<FieldValues, unknown, FieldValues>({
    resolver,
    defaultValues: values as DefaultValues<FieldValues>,
    mode: 'onTouched',
    shouldFocusError: true,
  });
  const { handleSubmit, reset, setFocus, trigger, getFieldState, clearErrors } = form;
  const { isDirty, isSubmitting, errors, submitCount, dirtyFields } = form.formState;
  // The bar saves the record of the address; other forms on the page are told apart by their
  // button.
  const draft = useDraft({
    form,
    values,
    part: saveWith === 'bar' ? '' : submitLabel,
    isKept: isDraftKept,
    isDirty,
  });
  const [labels, setLabels] = useState<Readonly<Record<string, string>>>({});
  const [memory] = useState(() => new FormMemory());
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

  const registry = useMemo(
    () => ({
      add: (name: string, label: string) => {
        memory.add(name);
        setLabels((known) => ({ ...known, [name]: label }));
      },
      lock: (name: string, label: string) => void memory.locked.set(name, label),
      // A rule over two fields is validated again when either of them loses focus.
      settled: (name: string) =>
        void trigger(memory.others(name).filter((other) => getFieldState(other).isTouched)),
    }),
    [memory, trigger, getFieldState],
  );
  const submit = handleSubmit(async (checked) => {
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
  const saveOnKey = (event: KeyboardEvent): void => {
    if ((event.ctrlKey || event.metaKey) && event.key === 's') {
      event.preventDefault();
      event.stopPropagation();
      if (!isSubmitting) void submit();
    }
  };
  // The submit of a form in a nested dialog bubbles here through React's tree.
  const sendAlone = (event: SyntheticEvent): void => {
    event.stopPropagation();
    void submit(event);
  };
  const cancel = (): void => {
    draft.giveUp();
    onCancel?.();
  };
  const changed = Object.keys(labels)
    .filter((name) => isIn(dirtyFields, name))
    .map((name) => labels[name] ?? name);
  const failure = submitCount > 0 && <FormFailure errors={errors} labels={labels} />;
  return (
    <FormProvider {...form}>
      <FieldLabels value={registry}>
        <form noValidate className="sections form-width" onKeyDown={saveOnKey} onSubmit={sendAlone}>
          <KeptDraft draft={draft} memory={memory} goTo={setFocus} />
          {submitCount > 0 && <FormSummary errors={errors} labels={labels} onGo={setFocus} />}
          {children}
          {saveWith === 'bar' ? (
            (isDirty || isSubmitting) && (
              <SaveBar
                changed={changed}
                submitLabel={submitLabel}
                busy={isSubmitting && busyLabel}
                onDiscard={() => reset()}
                failure={failure}
              />
            )
          ) : (
            <>
              {failure}
              <div className="form-buttons">
                <Button
                  type="submit"
                  variant={isDanger ? 'danger-solid' : isOneOfMany ? 'secondary' : 'primary'}
                  busy={isSubmitting && busyLabel}
                >
                  {submitLabel}
                </Button>
                {cancelTo && <ButtonLink to={cancelTo}>Cancel</ButtonLink>}
                {onCancel && <Button onClick={cancel}>Cancel</Button>}
              </div>
            </>
          )}
          {guard && isDirty && (
            <Suspense>
              <LeaveGuard changed={changed} mayLeave={memory.isSaved} onLeave={draft.giveUp} />
            </Suspense>
          )}
        </form>
      </FieldLabels>
    </FormProvider>
  );
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
