import { ApiError } from '@pos/contract/client';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import type { FairChanges } from '@pos/contract/fairs/fair-changes';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { useAsk } from '#web/ui/hooks/use-ask.ts';
import { SaveCancelled, useSaveMerged } from '#web/ui/form/use-save-merged.tsx';
import { readFair, useUpdateFair } from '../fairs.data.ts';
import { FAIR_FIELDS, toFairFormValues, type FairFormValues } from './fair-values.tsx';

/**
 * Saves a changed fair. Asks first about changes that need confirmation: sold orders keep their
 * tax. If somebody else saved meanwhile, merges both versions. `onDiscard`: the user takes the
 * current fair.
 */
export function useSaveFair(fair: FairDetails, onDiscard: () => void) {
  const update = useUpdateFair(fair.id);
  const { ask, dialog: question } = useAsk();

  const updateAfterAsking = async (
    changes: FairFormValues & { version: number },
  ): Promise<FairDetails> => {
    try {
      return await update.mutateAsync(changes);
    } catch (error) {
      if (!(error instanceof ApiError) || error.refusal.code !== 'CONFIRMATION_NEEDED') throw error;
      const warnings = error.refusal.warnings ?? [];
      const isSure = await ask<boolean>((answer) => (
        <ConfirmDialog
          title="Save these changes?"
          confirmLabel="Save changes"
          confirm={async () => answer(true)}
          onClose={() => answer(false)}
        >
          {warnings.map(({ code, text }) => (
            <p key={code}>{text}</p>
          ))}
        </ConfirmDialog>
      ));
      if (!isSure) throw new SaveCancelled();
      return await update.mutateAsync({ ...changes, confirm: true });
    }
  };
  const { save, dialog } = useSaveMerged({
    what: 'fair',
    record: fair,
    toValues: toFairFormValues,
    fields: FAIR_FIELDS,
    read: () => readFair(fair.id),
    update: updateAfterAsking,
    onDiscard,
  });

  return {
    save: ({ version: _, confirm: __, ...changes }: FairChanges) =>
      save({ ...toFairFormValues(fair), ...changes } as FairFormValues),
    dialog: (
      <>
        {dialog}
        {question}
      </>
    ),
  };
}
