import type { Device } from '@pos/contract/devices';
import { IconQrcode, IconToggleLeft, IconToggleRight, IconUserShare } from '@tabler/icons-react';
import { Suspense, useCallback, useState } from 'react';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { type BulkOffer, useBulkDialog } from '#web/ui/table/use-bulk-dialog.tsx';
import type { BulkDevicesProps } from './bulk-devices.tsx';

// Loaded on demand: the list needs no dialog at first.
const DeviceLabels = lazyPart(async () => (await import('./device-labels.tsx')).DeviceLabels);
const BulkDevices = lazyPart(async () => (await import('./bulk-devices.tsx')).BulkDevices);

const OFFERS: readonly BulkOffer<BulkDevicesProps>[] = [
  { label: 'Reassign', icon: IconUserShare, ask: { what: 'reassign' } },
  { label: 'Activate', icon: IconToggleRight, ask: { what: 'activate' } },
  { label: 'Deactivate', icon: IconToggleLeft, ask: { what: 'deactivate' } },
];

/** Actions on several devices at once, and the dialog that runs them. */
export function useBulkDevices() {
  const { bulk, dialog } = useBulkDialog(BulkDevices, OFFERS);
  const [labelled, setLabelled] = useState<readonly Device[]>();
  const closeLabels = useCallback(() => setLabelled(undefined), []);
  return {
    bulk: (rows: readonly Device[], onDone: () => void) => [
      ...bulk(rows, onDone),
      { label: 'Print labels', icon: IconQrcode, run: () => setLabelled(rows) },
    ],
    dialog: (
      <>
        {dialog}
        <Suspense>
          {labelled && <DeviceLabels devices={labelled} onPrinted={closeLabels} />}
        </Suspense>
      </>
    ),
  };
}
