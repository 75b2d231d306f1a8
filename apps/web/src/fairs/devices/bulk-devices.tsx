import type { Device } from '@pos/contract/fairs/devices';
import { pluralize } from '@pos/contract/values/counts';
import { BulkDialog, type BulkRows } from '#web/ui/form/bulk-dialog.tsx';
import { useChangeDeviceStatus, useReassignDevice } from './devices.data.ts';
import { ReassignForm } from './reassign.tsx';

export type BulkDevicesProps = BulkRows<Device> & { what: 'activate' | 'deactivate' | 'reassign' };

const devices = (count: number): string => pluralize(count, 'device', 'devices');

/** Dialog for one action on several devices. */
export function BulkDevices({ what, rows, onDone, onClose }: BulkDevicesProps) {
  const changeStatus = useChangeDeviceStatus().mutateAsync;
  const reassign = useReassignDevice().mutateAsync;
  const common = { rows, rowName: ({ deviceId }: Device) => deviceId, onDone, onClose };
  return what === 'reassign' ? (
    <BulkDialog
      {...common}
      title={`Reassign ${devices(rows.length)}`}
      doneWords={(count) => `${devices(count)} reassigned`}
      form={(start, close) => (
        <ReassignForm
          devices={rows}
          save={(adminId) => start((device) => reassign({ device, adminId }))}
          onClose={close}
        />
      )}
    />
  ) : (
    <BulkDialog
      {...common}
      title={`${what === 'activate' ? 'Activate' : 'Deactivate'} ${devices(rows.length)}`}
      doneWords={(count) => `${devices(count)} ${what}d`}
      call={({ id }) => changeStatus({ id, status: what === 'activate' ? 'active' : 'inactive' })}
    >
      {what === 'activate'
        ? 'Registers can log in and sell on them again.'
        : 'They can no longer sell. Orders they still send are held.'}
    </BulkDialog>
  );
}
