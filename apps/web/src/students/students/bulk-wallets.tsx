import type { StudentRow, WalletStatus } from '@pos/contract/students/students';
import { pluralize } from '@pos/contract/values/counts';
import { BulkDialog, type BulkRows } from '#web/ui/form/bulk-dialog.tsx';
import { listName } from './student-words.ts';
import { useChangeWalletStatuses } from './students.data.ts';

export type BulkWalletsProps = BulkRows<StudentRow> & { status: WalletStatus };

const wallets = (count: number): string => pluralize(count, 'eWallet', 'eWallets');

/** Freezes or unfreezes the eWallets of several students. */
export function BulkWallets({ status, rows, onDone, onClose }: BulkWalletsProps) {
  const { mutateAsync: change } = useChangeWalletStatuses();
  const freezes = status === 'frozen';
  return (
    <BulkDialog
      rows={rows}
      rowName={listName}
      title={`${freezes ? 'Freeze' : 'Unfreeze'} ${wallets(rows.length)}`}
      doneWords={(count) => `${wallets(count)} ${freezes ? 'frozen' : 'unfrozen'}`}
      call={({ id }) => change({ id, status })}
      onDone={onDone}
      onClose={onClose}
    >
      {freezes
        ? 'They cannot be used for purchases or paid out until they are unfrozen. Money can still be added.'
        : 'They can be used for purchases and paid out again.'}
    </BulkDialog>
  );
}
