import { LISTS_WITH_NAMES } from '@pos/contract/office/exports';
import { NewView, type ListKey, type View } from '@pos/contract/staff/views';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { z } from 'zod';
import { ConfirmDialog } from '../../overlays/dialog.tsx';
import { SwitchField } from '../../fields/choice-fields.tsx';
import { TextField } from '../../fields/text-fields.tsx';
import { FormDialog } from '../../form/form-dialog.tsx';
import { toast } from '../../messages/toast.tsx';
import { useSaveMerged, wasCancelled, type ShownField } from '../../form/use-save-merged.tsx';
import type { Column } from '../description.ts';
import { useColumnOrder, useHiddenColumns, viewsKey } from '../columns/shown-columns.ts';
import {
  toViewChanges,
  readView,
  useAddView,
  useDeleteView,
  useUpdateView,
  viewsQuery,
} from './views.data.ts';

const Saved = z.strictObject({
  name: NewView.shape.name,
  isTeam: z.boolean(),
  keepsColumns: z.boolean(),
});
const Edited = z.strictObject({ name: NewView.shape.name, isTeam: z.boolean() });

const FIELDS: Record<'name' | 'isTeam', ShownField> = {
  name: { label: 'Name' },
  isTeam: { label: 'Share with the team', show: (value) => (value ? 'Yes' : 'No') },
};

const SHARED = 'Everyone with access to this list sees it. You and SUPER_ADMIN can change it.';

type SaveViewProps = {
  list: ListKey;
  query: Record<string, unknown>;
  /** All columns of the list. */
  columns: readonly Column<never>[];
  /** View that the list began with. */ view: View | undefined;
  onSaved: (view: View) => void;
  onClose: () => void;
};

/** Saves the current filters and sort under a name. */
export function SaveViewDialog(props: SaveViewProps) {
  const { list, query, columns, view, onSaved, onClose } = props;
  const hidden = useHiddenColumns(list, columns, view);
  const order = useColumnOrder(list, view);
  const { mutateAsync } = useAddView(list);
  const client = useQueryClient();
  const save = async ({ name, isTeam, keepsColumns }: z.output<typeof Saved>): Promise<View> => {
    const own = keepsColumns
      ? { hiddenColumns: [...hidden], columnOrder: [...order] }
      : { hiddenColumns: null, columnOrder: null };
    const added = await mutateAsync({ list, name, query, ...own, isTeam });
    await client.ensureQueryData(viewsQuery(list));
    return added;
  };
  const saved = (added: View): void => {
    toast.ok('View saved');
    onClose();
    onSaved(added);
  };
  return (
    <FormDialog
      title="Save view"
      onClose={onClose}
      schema={Saved}
      values={{ name: '', isTeam: false, keepsColumns: Boolean(view?.hiddenColumns) }}
      save={save}
      onSaved={saved}
      submitLabel="Save view"
    >
      <p className="subdued">
        Save current filters and sort as a tab of this list. The fair is not saved: the view applies
        to any fair.
        {LISTS_WITH_NAMES.some((one) => one === list) &&
          ' The search is not saved either, as it may be a name.'}
      </p>
      <TextField name="name" label="Name" autoComplete="off" maxLength={40} />
      <SwitchField
        name="keepsColumns"
        label="Include current columns"
        hint="Otherwise everyone sees their own columns."
      />
      <SwitchField name="isTeam" label="Share with the team" hint={SHARED} />
    </FormDialog>
  );
}

/** Renames a view and changes if it is shared with the team. */
export function EditViewDialog({ view, onClose }: { view: View; onClose: () => void }) {
  const { mutateAsync } = useUpdateView(view);
  const client = useQueryClient();
  // Values that this form does not ask for stay as last saved by anyone.
  const standing = useRef(view);
  const { save, dialog } = useSaveMerged({
    what: 'view',
    record: view,
    toValues: ({ name, isTeam }: View) => ({ name, isTeam }),
    fields: FIELDS,
    read: async () => (standing.current = await readView(view.id)),
    update: (changes) => mutateAsync({ ...toViewChanges(standing.current), ...changes }),
    onDiscard: () => {
      void client.invalidateQueries({ queryKey: viewsKey(view.list) });
      onClose();
    },
  });
  const saved = (): void => {
    toast.ok('View updated');
    onClose();
  };
  return (
    <>
      <FormDialog
        title={`Rename or share “${view.name}”`}
        onClose={onClose}
        schema={Edited}
        values={{ name: view.name, isTeam: view.isTeam }}
        save={save}
        onSaved={saved}
        onRefused={wasCancelled}
        submitLabel="Save"
      >
        <TextField name="name" label="Name" autoComplete="off" maxLength={40} />
        <SwitchField
          name="isTeam"
          label="Share with the team"
          hint={view.isOwn ? SHARED : `Without it only ${view.madeBy} sees this view.`}
        />
      </FormDialog>
      {dialog}
    </>
  );
}

type DeleteViewDialogProps = { view: View; onDeleted: () => void; onClose: () => void };

export function DeleteViewDialog({ view, onDeleted, onClose }: DeleteViewDialogProps) {
  const { mutateAsync } = useDeleteView(view);
  const confirm = async (): Promise<void> => {
    await mutateAsync();
    toast.ok('View deleted');
    onDeleted();
  };
  return (
    <ConfirmDialog
      title={`Delete the view “${view.name}”?`}
      confirmLabel="Delete view"
      busyLabel="Deleting…"
      isDanger
      confirm={confirm}
      onClose={onClose}
    >
      {view.isTeam
        ? 'It disappears for the whole team. Its records are not affected.'
        : 'Its records are not affected.'}
    </ConfirmDialog>
  );
}
