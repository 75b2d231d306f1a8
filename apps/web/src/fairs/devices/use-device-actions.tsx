import { devicesApi, type Device } from '@pos/contract/fairs/devices';
import { allows } from '@pos/contract/permissions';
import { pluralize } from '@pos/contract/values/counts';
import {
  IconEdit,
  IconHistory,
  IconPlugConnectedX,
  IconQrcode,
  IconToggleLeft,
  IconToggleRight,
  IconTrash,
  IconUserShare,
} from '@tabler/icons-react';
import { type ReactNode } from 'react';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import type { RowAction } from '#web/ui/table/description.ts';
import { toast } from '#web/ui/messages/toast.tsx';
import { useStatusToggle } from '#web/ui/form/use-status-toggle.ts';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { useChangeDeviceStatus, useDeleteDevice, useForgetPairing } from './devices.data.ts';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';

// Loaded on demand: the list needs no form at first.
const DeviceLabels = asidePart(() => import('./device-labels.tsx'), 'DeviceLabels');
const ReassignDialog = asidePart(() => import('./reassign.tsx'), 'ReassignDialog');

type OpenDialog = { what: 'delete' | 'forget' | 'reassign' | 'label'; device: Device };

/**
 * Actions on a device other than editing, and the dialog that confirms those that cannot be undone.
 */
export function useDeviceActions(onDeleted?: () => void) {
  const mayEdit = allows(devicesApi.update.access, useRights());
  const { opened: asked, open: setAsked, close } = useOpened<OpenDialog>();
  const toggle = useStatusToggle('Device', useChangeDeviceStatus().mutateAsync);
  const askToForget = (device: Device): void => setAsked({ what: 'forget', device });
  const getActions = (device: Device): RowAction[] => {
    if (!mayEdit) return [];
    const isActive = device.status === 'active';
    return [
      {
        label: isActive ? 'Deactivate' : 'Activate',
        icon: isActive ? IconToggleLeft : IconToggleRight,
        run: () => toggle(device, device.deviceId),
      },
      { label: 'Reassign', icon: IconUserShare, run: () => setAsked({ what: 'reassign', device }) },
      {
        label: 'Forget pairing',
        icon: IconPlugConnectedX,
        ...(!device.paired && { blocked: 'No tablet is paired' }),
        run: () => askToForget(device),
      },
      { label: 'Print label', icon: IconQrcode, run: () => setAsked({ what: 'label', device }) },
      {
        label: 'Delete',
        icon: IconTrash,
        danger: true,
        run: () => setAsked({ what: 'delete', device }),
      },
    ];
  };
  const dialog = asked && renderDialog(asked, close, onDeleted);
  return { getActions, askToForget, dialog };
}

function renderDialog(
  { what, device }: OpenDialog,
  close: () => void,
  onDeleted: (() => void) | undefined,
): ReactNode {
  switch (what) {
    case 'delete':
      return <DeleteDevice device={device} onDeleted={onDeleted} onClose={close} />;
    case 'forget':
      return <ForgetPairing device={device} onClose={close} />;
    case 'label':
      return <DeviceLabels devices={[device]} onPrinted={close} />;
    case 'reassign':
      return <ReassignDialog device={device} onClose={close} />;
  }
}

/** Items of a row's menu: open, then the actions. */
export function deviceRowActions({ id }: Device, actions: readonly RowAction[]): RowAction[] {
  const edit = pathTo('edit-device', { id });
  return [
    { label: 'Edit', icon: IconEdit, to: edit },
    ...actions.slice(0, -1),
    { label: 'View activity', icon: IconHistory, to: `${edit}?tab=activity` },
    ...actions.slice(-1),
  ];
}

type DeleteDeviceProps = {
  device: Device;
  onDeleted: (() => void) | undefined;
  onClose: () => void;
};

function DeleteDevice({ device, onDeleted, onClose }: DeleteDeviceProps) {
  const remove = useDeleteDevice();
  const confirm = async (): Promise<void> => {
    await remove.mutateAsync(device.id);
    toast.ok({ title: 'Device deleted', detail: device.deviceId });
    onDeleted?.();
  };
  return (
    <ConfirmDialog
      title={`Delete device ${device.deviceId}?`}
      confirmLabel={`Delete ${device.deviceId}`}
      busyLabel="Deleting…"
      isDanger
      confirm={confirm}
      onClose={onClose}
    >
      Its past orders stay in reports. A register can no longer log in with this ID. This cannot be
      undone.
    </ConfirmDialog>
  );
}

function ForgetPairing({ device, onClose }: { device: Device; onClose: () => void }) {
  const forget = useForgetPairing();
  const confirm = async (): Promise<void> => {
    await forget.mutateAsync(device.id);
    toast.ok({
      title: 'Pairing forgotten',
      detail: `Use a pairing code on the page of ${device.deviceId} to pair a new tablet.`,
    });
  };
  return (
    <ConfirmDialog
      title={`Forget the pairing of ${device.deviceId}?`}
      confirmLabel="Forget pairing"
      confirm={confirm}
      onClose={onClose}
    >
      <p>
        The paired tablet is logged out at once and can no longer log in as {device.deviceId}. A new
        pairing code pairs it or another tablet.
      </p>
      {device.unsentOrders > 0 && (
        <p>
          It last reported {pluralize(device.unsentOrders, 'unsent order', 'unsent orders')}. Let it
          send them first.
        </p>
      )}
    </ConfirmDialog>
  );
}
