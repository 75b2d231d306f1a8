import type { Fair } from '@pos/contract/fairs/fairs';
import { pluralize } from '@pos/contract/values/counts';
import { BulkDialog, type BulkRows } from '#web/ui/form/bulk-dialog.tsx';
import { useChangeFairStatus } from './fairs.data.ts';

export type BulkFairsProps = BulkRows<Fair> & { status: Fair['status'] };

const fairs = (count: number): string => pluralize(count, 'fair', 'fairs');

/** Activates or deactivates several fairs; one that needs a confirmation is skipped and named. */
export function BulkFairs({ status, rows, onDone, onClose }: BulkFairsProps) {
  const { mutateAsync: change } = useChangeFairStatus();
  const verb = status === 'active' ? 'Activate' : 'Deactivate';
  return (
    <BulkDialog
      rows={rows}
      rowName={({ name }) => name}
      title={`${verb} ${fairs(rows.length)}`}
      doneWords={(count) => `${fairs(count)} ${verb.toLowerCase()}d`}
      call={({ id }) => change({ id, status })}
      onDone={onDone}
      onClose={onClose}
    >
      {status === 'active'
        ? 'They can be selected again, and their registers can sell.'
        : 'They can no longer be selected. Fairs that are live or closed out are skipped and named.'}
    </BulkDialog>
  );
}
