import type { Device } from '@pos/contract/devices';
import { IconQrcode, IconToggleLeft, IconToggleRight, IconUserShare } from '@tabler/icons-react';
import { Suspense, useCallback, useState } from 'react';
import type { BulkAction } from '#web/ui/table/description.ts';
import { useOpened } from '#web/ui/use-opened.ts';
import type { BulkDevicesProps } from './bulk-devices.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

// Loaded on demand: the list needs no dialog at first.
const DeviceLabels = lazyPart(async () => (await import('./device-labels.tsx')).DeviceLabels);
const BulkDevices = lazyPart(async () => (await import('./bulk-devices.tsx')).BulkDevices);

/** Actions on several devices at once, and the dialog that runs them. */
export function useBulkDevices() {
  const { opened: asked, open: setAsked, close } = useOpened<Omit<BulkDevicesProps, 'onClose'>>();
  const [labelled, setLabelled] = useState<readonly Device[]>();
  const closeLabels = useCallback(() => setLabelled(undefined), []);
  const bulk = (rows: readonly Device[], onDone: () => void): BulkAction[] => [
    {
      label: 'Reassign',
      icon: IconUserShare,
      run: () => setAsked({ what: 'reassign', rows, onDone }),
    },
    {
      label: 'Activate',
      icon: IconToggleRight,
      run: () => setAsked({ what: 'activate', rows, onDone }),
    },
    {
      label: 'Deactivate',
      icon: IconToggleLeft,
      run: () => setAsked({ what: 'deactivate', rows, onDone }),
    },
    { label: 'Print labels', icon: IconQrcode, run: () => setLabelled(rows) },
  ];
  const dialog = (
    <Suspense>
      {asked && <BulkDevices {...asked} onClose={close} />}
      {labelled && <DeviceLabels devices={labelled} onPrinted={closeLabels} />}
    </Suspense>
  );
  return { bulk, dialog };
}
