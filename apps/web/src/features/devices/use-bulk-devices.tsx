import type { Device } from '@pos/contract/devices';
import { IconToggleLeft, IconToggleRight, IconUserShare } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { BulkAction } from '#web/ui/table/description.ts';
import type { BulkDevicesProps } from './bulk-devices.tsx';

// The list loads no dialog before somebody wants it.
const BulkDevices = lazy(() => import('./bulk-devices.tsx').then((module) => ({ default: module.BulkDevices })));

/** What can be done with several devices at once, and the dialog that does it. */
export function useBulkDevices() {
  const [asked, setAsked] = useState<Omit<BulkDevicesProps, 'onClose'>>();
  const bulk = (rows: readonly Device[], onDone: () => void): BulkAction[] => [
    { label: 'Reassign', icon: IconUserShare, run: () => setAsked({ what: 'reassign', rows, onDone }) },
    { label: 'Activate', icon: IconToggleRight, run: () => setAsked({ what: 'activate', rows, onDone }) },
    { label: 'Deactivate', icon: IconToggleLeft, run: () => setAsked({ what: 'deactivate', rows, onDone }) },
  ];
  const dialog = asked && (
    <Suspense>
      <BulkDevices {...asked} onClose={() => setAsked(undefined)} />
    </Suspense>
  );
  return { bulk, dialog };
}
