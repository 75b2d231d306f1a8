import type { InventoryTitle } from '@pos/contract/stock/inventory';
import type { RecordStatus } from '@pos/contract/values';
import { pluralize } from '@pos/contract/values/counts';
import { BulkDialog, type BulkRows } from '#web/ui/form/bulk-dialog.tsx';
import { useChangeTitleStatus } from './inventory.data.ts';

export type BulkTitlesProps = BulkRows<InventoryTitle> & { status: RecordStatus };

const titles = (count: number): string => pluralize(count, 'title', 'titles');

/** Activates or deactivates several titles everywhere. */
export function BulkTitles({ status, rows, onDone, onClose }: BulkTitlesProps) {
  const change = useChangeTitleStatus().mutateAsync;
  const verb = status === 'active' ? 'Activate' : 'Deactivate';
  return (
    <BulkDialog
      rows={rows}
      rowName={({ title, sku }) => `${title} (${sku})`}
      title={`${verb} ${titles(rows.length)}`}
      doneWords={(count) => `${titles(count)} ${verb.toLowerCase()}d`}
      call={({ id }) => change({ id, status })}
      onDone={onDone}
      onClose={onClose}
    >
      {status === 'active'
        ? 'They can be added to fairs and shipped again.'
        : 'They can no longer be added to fairs or shipped. Fairs that have them keep them.'}
    </BulkDialog>
  );
}
