import type { Device, DevicesQuery, NewDevice } from '@pos/contract/devices';
import { useMutation } from '@tanstack/react-query';
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
