import { SettingsFields, type Settings } from '@pos/contract/imports/settings';
import { Version } from '@pos/contract/values';
import { useMemo, useRef, type MouseEvent, type ReactNode } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { Button } from '#web/ui/buttons/button.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useSaveMerged, wasCancelled, type ShownField } from '#web/ui/form/use-save-merged.tsx';
import { SettingsSection } from './settings-section.tsx';
import { readSettings, useUpdateSettings } from './settings.data.ts';
import { useMarkUnsaved } from './unsaved-groups.ts';
import * as cardStyles from '#web/ui/layout/card.module.css';
import * as styles from './settings.module.css';

type Names = keyof SettingsFields;

export type GroupProps = { settings: Settings; reload: () => void };
type SettingsGroupProps<Name extends Names> = GroupProps & {
  title: string;
  help: ReactNode;
  /** Settings of the group, with their labels for the conflict dialog. */
  fields: Record<Name, ShownField>;
  children: ReactNode;
};

/** Settings saved together, separately from other groups on the page. */
export function SettingsGroup<Name extends Names>({
  settings,
  reload,
  title,
  help,
  fields,
  children,
}: SettingsGroupProps<Name>) {
  const update = useUpdateSettings();
  const card = useRef<HTMLDivElement>(null);
  const toValues = (from: SettingsFields): Pick<SettingsFields, Name> =>
    Object.fromEntries(toNames(fields).map((name) => [name, from[name]])) as unknown as Pick<
      SettingsFields,
      Name
    >;
  const schema = useMemo(
    () =>
      SettingsFields.pick(
        Object.fromEntries(toNames(fields).map((name) => [name, true])) as Record<Names, true>,
      ).extend({ version: Version }),
    [fields],
  );
  const { save, dialog } = useSaveMerged({
    what: 'group of settings',
    record: settings,
    toValues,
    fields,
    read: () => readSettings(),
    update: (changes) => update.mutateAsync(changes),
    onDiscard: reload,
  });
  return (
    <SettingsSection title={title} help={help}>
      <Form
        schema={schema}
        values={{ ...toValues(settings), version: settings.version }}
        save={({ version: _, ...values }) => save(values)}
        onSaved={() => {
          toast.ok(`${title} saved`);
          keepFocus(card.current);
        }}
        onRefused={wasCancelled}
        submitLabel={`Save ${title.charAt(0).toLowerCase()}${title.slice(1)}`}
        draft={false}
      >
        <div ref={card} tabIndex={-1} className={`${cardStyles.card} ${styles.card}`}>
          <Unsaved />
          <div className="stack gap-20">{children}</div>
        </div>
      </Form>
      {dialog}
    </SettingsSection>
  );
}

function toNames<Name extends Names>(fields: Record<Name, ShownField>): Name[] {
  return Object.keys(fields) as Name[];
}

/** Moves the focus from the save button, which is hidden after saving, to the card. */
function keepFocus(card: HTMLElement | null): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLButtonElement && focused.type === 'submit') card?.focus();
}

/** Mark on a card with unsaved changes, and the way to drop them. Without it, nothing can be saved. */
function Unsaved() {
  const { isDirty } = useFormState();
  const { reset } = useFormContext();
  useMarkUnsaved(isDirty);
  if (!isDirty) return null;
  const discard = ({ currentTarget }: MouseEvent<HTMLButtonElement>): void => {
    currentTarget.form?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    reset();
  };
  return (
    <p className={styles.unsaved} data-part="unsaved">
      <span className={styles.dot} /> Not saved yet
      <Button size="sm" variant="tertiary" onClick={discard}>
        Discard
      </Button>
    </p>
  );
}
