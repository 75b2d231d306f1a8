import { ApiError } from '@pos/contract/client';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { draftOrigin, giveUpDraft } from '#web/lib/drafts/drafts.ts';
import { mergeChanges } from '#web/lib/drafts/merge.ts';
import { formatAgo } from '#web/lib/input/time.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { useAsk } from '../hooks/use-ask.ts';
import { draftName } from './use-draft.ts';

/** Thrown when the person closed the dialog: the form stays as it is. */
export class SaveCancelled extends Error {}

/** For a form's `onRefused`: true if the person canceled, so that no error is shown. */
export const wasCancelled = (error: unknown): boolean => error instanceof SaveCancelled;

/** Label and display of a field in the conflict dialog; without `show` its text. */
export type ShownField = { label: string; show?: (value: unknown) => ReactNode };

type SaveMerged<Row extends { version: number }, Values extends object> = {
  /** Lowercase name of the record: "user". */
  what: string;
  record: Row;
  /** Form values of a record. */
  toValues: (record: Row) => Values;
  fields: Record<keyof Values & string, ShownField>;
  read: () => Promise<Row>;
  update: (changes: Values & { version: number }) => Promise<Row>;
  /** The person takes the current record. */
  onDiscard: () => void;
};

type Decision = { save: ReadonlySet<string> } | 'discard' | 'cancel';

/** Record that a person's changes began with. */
type Base<Values> = { values: Values; version: number };

/**
 * Saves a changed record; if somebody else saved meanwhile, merges both versions, asking about
 * clashes. A draft based on an older version of the record is compared with that version.
 */
export function useSaveMerged<Row extends { version: number }, Values extends object>({
  what,
  record,
  toValues,
  fields,
  read,
  update,
  onDiscard,
}: SaveMerged<Row, Values>) {
  const { ask, dialog } = useAsk();
  const { pathname } = useLocation();
  const draft = draftName(pathname);

  const toBase = (row: Row): Base<Values> => ({ values: toValues(row), version: row.version });

  const save = async (values: Values, base: Base<Values>): Promise<Row> => {
    try {
      return await update({ ...values, version: base.version });
    } catch (error) {
      if (!(error instanceof ApiError) || error.refusal.code !== 'STALE_VERSION') throw error;
      return merged(values, base, error.refusal.changedBy ?? 'Someone', error.refusal.changedAt);
    }
  };

  const merged = async (
    yours: Values,
    base: Base<Values>,
    changedBy: string,
    changedAt: string | undefined,
  ): Promise<Row> => {
    const now = await read();
    const { merged: both, clashes } = mergeChanges(base.values, yours, toValues(now));
    const shown = (name: keyof Values & string, value: unknown): ReactNode =>
      fields[name].show?.(value) ??
      (value === null || value === undefined || value === '' ? 'Nothing' : String(value));
    const decision = await ask<Decision>((answer) => (
      <ConflictDialog
        title={`${changedBy} changed this ${what}${changedAt ? ` ${formatAgo(changedAt)}` : ''}.`}
        fields={clashes.map(({ name, yours: mine, theirs }) => ({
          name,
          label: fields[name].label,
          yours: shown(name, mine),
          theirs: shown(name, theirs),
        }))}
        onSave={(taken) => answer({ save: taken })}
        onDiscard={() => answer('discard')}
        onClose={() => answer('cancel')}
      />
    ));
    if (decision === 'discard') {
      giveUpDraft(draft);
      onDiscard();
    }
    if (decision === 'discard' || decision === 'cancel') throw new SaveCancelled();
    const taken = Object.fromEntries(
      clashes
        .filter(({ name }) => decision.save.has(name))
        .map(({ name, theirs }) => [name, theirs]),
    );
    return save({ ...both, ...taken }, toBase(now));
  };

  const begin = (): Base<Values> => {
    const { values, version } = toBase(record);
    const older = draftOrigin(draft);
    return { values: { ...values, ...older?.base }, version: older?.version ?? version };
  };

  return { save: (values: Values) => save(values, begin()), dialog };
}
