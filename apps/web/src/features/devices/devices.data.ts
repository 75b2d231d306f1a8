import type { Device, DeviceChanges, DevicesQuery, NewDevice } from '@pos/contract/devices';
import type { RecordStatus } from '@pos/contract/values';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { choicesOf } from '#web/lib/choices.ts';
import type { ListQuery } from '#web/lib/list.ts';
import { useOnceKey } from '#web/lib/once-key.ts';

export const devicesList = (query: DevicesQuery): ListQuery<Device> => ({
  queryKey: ['devices', 'list', query],
  queryFn: ({ signal }) => api.devices.list({ query }, { signal }),
});

/** Active devices to choose from, by ID or name: "REG-01 · Library tablet". */
export const deviceChoices = choicesOf('devices', api.devices.getDevices);

export function useAddDevice() {
  const keyOf = useOnceKey();
  return useMutation({
    mutationFn: (body: NewDevice) => api.devices.add({ body }, { idempotencyKey: keyOf(body) }),
    meta: { refreshes: [['devices']] },
  });
}

/** One device for its form: read anew when the form opens and then left alone, so that nothing is read over what is typed. */
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

/** One device as it is now, beside its form: read again when live events tell of devices. */
export const deviceNow = (id: string) =>
  queryOptions({
    queryKey: ['devices', 'details', id],
    queryFn: ({ signal }) => readDevice(id, signal),
  });

/** What a changed device makes stale: the lists, what fairs show of their devices, and what was recorded of it. */
const REFRESHES = [['devices'], ['fairs'], ['activity']];

export function useUpdateDevice(id: string) {
  return useMutation({
    mutationFn: async (body: DeviceChanges) =>
      (await api.devices.update({ params: { id }, body })).data,
    meta: { refreshes: REFRESHES },
  });
}

/** Gives a device to another admin or to nobody, everything else as it was read. */
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

/** Makes a pairing code. An earlier one of the device ends. */
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
