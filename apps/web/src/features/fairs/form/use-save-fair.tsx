import { ApiError } from '@pos/contract/client';
import type { FairChanges, FairDetails } from '@pos/contract/fairs';
import { api } from '#web/lib/api.ts';
import { mergeChanges } from '#web/lib/merge.ts';
import { formatAgo } from '#web/lib/time.ts';
import { ConflictDialog } from '#web/ui/conflict-dialog.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { useAsk } from '#web/ui/use-ask.ts';
import { useUpdateFair } from '../fairs.data.ts';
import { FAIR_FIELDS, formValuesOf, type FairFormValues } from './fair-conflict.tsx';

/** The person thought better of it in a dialog: the form stays as it is. */
export class SaveCancelled extends Error {}

type Decision = { save: ReadonlySet<string> } | 'discard' | 'cancel';

/**
 * Saves a changed fair. What has to be confirmed is asked (sold orders keep their tax); where somebody else saved
 * meanwhile, yours and theirs are merged as the person decides. `onDiscard`: they take the fair as it is now.
 */
export function useSaveFair(fair: FairDetails, onDiscard: () => void) {
  const update = useUpdateFair(fair.id);
  const { ask, dialog } = useAsk();

  const save = async (changes: FairChanges, base: FairDetails): Promise<FairDetails> => {
    try {
      return (await update.mutateAsync({ ...changes, version: base.version })).data;
    } catch (error) {
      const refusal = error instanceof ApiError ? error.refusal : undefined;
      if (refusal?.code === 'CONFIRMATION_NEEDED') return confirmed(changes, base, (refusal.warnings ?? []).map((warning) => warning.text));
      if (refusal?.code === 'STALE_VERSION') return merged(changes, base, refusal);
      throw error;
    }
  };

  const confirmed = async (changes: FairChanges, base: FairDetails, warnings: readonly string[]): Promise<FairDetails> => {
    const isSure = await ask<boolean>((answer) => (
      <ConfirmDialog title="Save these changes?" confirmLabel="Save changes" confirm={async () => answer(true)} onClose={() => answer(false)}>
        {warnings.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
      </ConfirmDialog>
    ));
    if (!isSure) throw new SaveCancelled();
    return save({ ...changes, confirm: true }, base);
  };

  const merged = async (changes: FairChanges, base: FairDetails, { changedBy = 'Somebody', changedAt }: { changedBy?: string | undefined; changedAt?: string | undefined }): Promise<FairDetails> => {
    const { data: now } = await api.fairs.getById({ params: { id: fair.id } });
    const { version: _, confirm: __, ...given } = changes;
    const yours = { ...formValuesOf(base), ...given } as FairFormValues;
    const theirs = formValuesOf(now);
    const { merged: both, clashes } = mergeChanges(formValuesOf(base), yours, theirs);
    const decision = await ask<Decision>((answer) => (
      <ConflictDialog
        title={`${changedBy} changed this fair${changedAt ? ` ${formatAgo(changedAt)}` : ''}.`}
        fields={clashes.map(({ name, ...values }) => ({ name, label: FAIR_FIELDS[name].label, yours: FAIR_FIELDS[name].show(values.yours), theirs: FAIR_FIELDS[name].show(values.theirs) }))}
        onSave={(taken) => answer({ save: taken })}
        onDiscard={() => answer('discard')}
        onClose={() => answer('cancel')}
      />
    ));
    if (decision === 'discard') onDiscard();
    if (decision === 'discard' || decision === 'cancel') throw new SaveCancelled();
    const taken = Object.fromEntries(clashes.filter(({ name }) => decision.save.has(name)).map((clash) => [clash.name, clash.theirs]));
    return save({ ...both, ...taken, version: now.version }, now);
  };

  return { save: (changes: FairChanges) => save(changes, fair), dialog };
}
