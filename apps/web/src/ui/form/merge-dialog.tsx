import { NewMerge } from '@pos/contract/students/merges';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { AsyncSelectField } from '../fields/combo/combo-fields.tsx';
import { FormDialog } from './form-dialog.tsx';
import type { Choices, ComboOption } from '../values/options.ts';

type MergeDialogProps<Option extends ComboOption, Kept> = {
  title: string;
  choices: Choices<Option>;
  placeholder: string;
  submitLabel: string;
  save: (merge: NewMerge) => Promise<Kept>;
  onSaved: (kept: Kept) => void;
  onClose: () => void;
  /** Shows what the merge with the chosen duplicate will do. */
  consequences: (mergedId: string) => ReactNode;
};

/** Merges a duplicate into the record that stays, after showing what moves. */
export function MergeDialog<Option extends ComboOption, Kept>({
  title,
  choices,
  placeholder,
  submitLabel,
  save,
  onSaved,
  onClose,
  consequences,
}: MergeDialogProps<Option, Kept>) {
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      schema={NewMerge}
      values={{ mergedId: '' }}
      save={save}
      onSaved={(kept) => {
        onSaved(kept);
        onClose();
      }}
      submitLabel={submitLabel}
      busyLabel="Merging…"
    >
      <AsyncSelectField
        name="mergedId"
        label="Duplicate"
        choices={choices}
        placeholder={placeholder}
      />
      <OfChosen consequences={consequences} />
    </FormDialog>
  );
}

function OfChosen({ consequences }: { consequences: (mergedId: string) => ReactNode }) {
  const mergedId: unknown = useWatch({ name: 'mergedId' });
  return typeof mergedId === 'string' && mergedId !== '' ? consequences(mergedId) : null;
}
