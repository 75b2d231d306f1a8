import { zodResolver } from '@hookform/resolvers/zod';
import {
  lazy,
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

// Pages without a form that can be left half-done (login) do not load the dialog.
const loadGuard = () =>
  import('./leave-guard.tsx').then((module) => ({ default: module.LeaveGuard }));
const LeaveGuard = lazy(loadGuard);

/** What a form opens with: a value of the schema's input, or a blank (`''`, null, undefined) for every field. */
export type FormValues<Schema extends z.ZodType> = {
  [Name in keyof z.input<Schema>]?: z.input<Schema>[Name] | '' | null | undefined;
};

type FormProps<Schema extends z.ZodType<FieldValues, FieldValues>, Answer> = {
  schema: Schema;
  values: FormValues<Schema>;
  /** Sends the checked values. What it throws lands on the fields or on top of the form. */
  save: (values: z.output<Schema>) => Promise<Answer>;
  /** After saving: say so, go on. The form no longer counts as changed. */
  onSaved?: (answer: Answer) => void;
  /** Is told of a refusal before it is shown; answers true when it dealt with it (a conflict dialog). */
  onRefused?: (error: unknown) => boolean;
  submitLabel: string;
  busyLabel?: string;
  /** In a dialog that destroys: the button is red. */
  isDanger?: boolean;
  /** One of several forms of a page: its button is not the view's orange one. */
  isOneOfMany?: boolean;
  cancelTo?: string;
  /** In a dialog: closes it. */
  onCancel?: () => void;
  /** `bar`: appears when something is changed, for editing. `button`: always there, for adding. */
  saveWith?: 'bar' | 'button';
  /** Asks before a changed form is left. Default true. */
  guard?: boolean;
  /** Keeps what is not saved, passwords and codes apart, and offers it when the form is opened again. Default as `guard`. */
  draft?: boolean;
  children: ReactNode;
};

/**
 * The one way of a form: the contract's schema checks it (on blur once touched, everything on submit), the server's
 * field errors land on the fields, the summary on top links to them, Ctrl/⌘+S saves, leaving a changed form is asked, and
 * a session that ends costs nothing of it.
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
  // The bar saves the record of the address; other forms on the page are told apart by their button.
  const draft = useDraft({
    form,
    values,
    part: saveWith === 'bar' ? '' : submitLabel,
    isKept: isDraftKept,
    isDirty,
  });
  const [labels, setLabels] = useState<Readonly<Record<string, string>>>({});
  const [memory] = useState(() => new FormMemory());
  // Before the first change: a guard that is fetched with it is missing where a new version comes just then. What fails here is fetched again with that change.
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
      // A rule over two fields is checked again when either of them is left.
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
  // A form in a dialog over this one: its submit reaches here through React's tree.
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

/** The schema as the form's resolver, blank texts first brought into the shape that the schema means. */
export function blankAware(
  schema: z.ZodType<FieldValues, FieldValues>,
): Resolver<FieldValues, unknown, FieldValues> {
  const resolve: Resolver<FieldValues, unknown, FieldValues> = zodResolver(schema);
  return (values, context, options) => resolve(withoutBlanks(schema, values), context, options);
}

/** True when a dotted field name is among the changed or wrong ones. */
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
