import type { Device, DeviceChanges, NewDevice } from '@pos/contract/fairs/devices';
import type { RecordStatus } from '@pos/contract/values';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { formQuery, useChange } from '#web/lib/api/calls.ts';
import { listQuery } from '#web/lib/lists/list.ts';

export const devicesList = listQuery(['devices', 'list'], api.devices.list);

export const useAddDevice = () =>
  useChange([['devices']], (body: NewDevice, once) => api.devices.add(...once({ body })));

/** One device for its form. */
export const deviceForForm = (id: string) =>
  formQuery(['device-form', id], ({ signal }) => readDevice(id, signal));

export async function readDevice(id: string, signal?: AbortSignal): Promise<Device> {
  return (await api.devices.getById({ params: { id } }, signal && { signal })).data;
}

/** One device in its current state, next to its form: refetched on live events. */
export const deviceNow = (id: string) =>
  queryOptions({
    queryKey: ['devices', 'details', id],
    queryFn: ({ signal }) => readDevice(id, signal),
  });

/** Queries that a changed device makes stale: lists, devices shown on fairs, and activity. */
const REFRESHES = [['devices'], ['fairs'], ['activity']];

export const useUpdateDevice = (id: string) =>
  useChange(REFRESHES, (body: DeviceChanges) => api.devices.update({ params: { id }, body }));

/** Gives a device to another admin or to nobody; everything else stays as read. */
export const useReassignDevice = () =>
  useChange(
    [...REFRESHES, ['device-form']],
    ({
      device: { id, deviceId, name, purchaseDate, warrantyDate, model, version },
      adminId,
    }: {
      device: Device;
      adminId: string | null;
    }) =>
      api.devices.update({
        params: { id },
        body: { deviceId, name, purchaseDate, warrantyDate, model, adminId, version },
      }),
  );

export const useChangeDeviceStatus = () =>
  useChange(
    [...REFRESHES, ['device-form']],
    ({ id, status }: { id: string; status: RecordStatus }) =>
      api.devices.changeStatus({ params: { id }, body: { status } }),
  );

export const useDeleteDevice = () =>
  useChange(REFRESHES, (id: string) => api.devices.delete({ params: { id } }));

/** Creates a pairing code; ends an earlier one of the device. */
export const useMakePairingCode = (id: string) =>
  useChange([['devices'], ['activity']], () => api.devices.pairingCode({ params: { id } }));

export const useForgetPairing = () =>
  useChange([...REFRESHES, ['device-form']], (id: string) =>
    api.devices.forgetPairing({ params: { id } }),
  );
