import type { Device, DeviceChanges, DevicesQuery, NewDevice } from '@pos/contract/fairs/devices';
import type { RecordStatus } from '@pos/contract/values';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { makeChoices } from '#web/lib/lists/choices.ts';
import type { ListQuery } from '#web/lib/lists/list.ts';
import { useOnceKey } from '#web/lib/api/once-key.ts';

export const devicesList = (query: DevicesQuery): ListQuery<Device> => ({
  queryKey: ['devices', 'list', query],
  queryFn: ({ signal }) => api.devices.list({ query }, { signal }),
});

/** Active devices to choose from, by ID or name: "REG-01 · Library tablet". */
export const deviceChoices = makeChoices('devices', api.devices.getDevices);

export function useAddDevice() {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: (body: NewDevice) => api.devices.add({ body }, { idempotencyKey: toKey(body) }),
    meta: { refreshes: [['devices']] },
  });
}

/**
 * One device for its form: read when it opens and never refetched, so that typed text is not
 * overwritten.
 */
export const deviceForForm = (id: string) =>
  queryOptions({
    queryKey: ['device-form', id],
    queryFn: ({ signal }) => readDevice(id, signal),
    gcTime: 0,
    staleTime: Infinity,
  });

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

export function useUpdateDevice(id: string) {
  return useMutation({
    mutationFn: async (body: DeviceChanges) =>
      (await api.devices.update({ params: { id }, body })).data,
    meta: { refreshes: REFRESHES },
  });
}

/** Gives a device to another admin or to nobody; everything else stays as read. */
export function useReassignDevice() {
  return useMutation({
    mutationFn: ({
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
    meta: { refreshes: [...REFRESHES, ['device-form']] },
  });
}

export function useChangeDeviceStatus() {
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: RecordStatus }) =>
      api.devices.changeStatus({ params: { id }, body: { status } }),
    meta: { refreshes: [...REFRESHES, ['device-form']] },
  });
}

export function useDeleteDevice() {
  return useMutation({
    mutationFn: (id: string) => api.devices.delete({ params: { id } }),
    meta: { refreshes: REFRESHES },
  });
}

/** Creates a pairing code; ends an earlier one of the device. */
export function useMakePairingCode(id: string) {
  return useMutation({
    mutationFn: async () => (await api.devices.pairingCode({ params: { id } })).data,
    meta: { refreshes: [['devices'], ['activity']] },
  });
}

export function useForgetPairing() {
  return useMutation({
    mutationFn: (id: string) => api.devices.forgetPairing({ params: { id } }),
    meta: { refreshes: [...REFRESHES, ['device-form']] },
  });
}
