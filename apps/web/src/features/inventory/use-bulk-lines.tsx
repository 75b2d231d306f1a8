import type { FairLine } from '@pos/contract/inventory';
import { IconToggleLeft, IconToggleRight, IconTrash } from '@tabler/icons-react';
import { Suspense } from 'react';
import type { BulkAction } from '#web/ui/table/description.ts';
import { useOpened } from '#web/ui/use-opened.ts';
import type { BulkLinesProps } from './bulk-lines.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

// Loaded on demand: the list needs no dialog at first.
const BulkLines = lazyPart(async () => (await import('./bulk-lines.tsx')).BulkLines);

/** Actions on several titles of a fair at once, and the dialog that runs them. */
export function useBulkLines() {
  const { opened: asked, open: setAsked, close } = useOpened<Omit<BulkLinesProps, 'onClose'>>();
  const bulk = (rows: readonly FairLine[], onDone: () => void): BulkAction[] => [
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
    { label: 'Delete…', icon: IconTrash, run: () => setAsked({ what: 'delete', rows, onDone }) },
  ];
  const dialog = asked && (
    <Suspense>
      <BulkLines {...asked} onClose={close} />
    </Suspense>
  );
  return { bulk, dialog };
}
