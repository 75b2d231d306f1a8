import { fairsApi, type Fair } from '@pos/contract/fairs';
import { allows } from '@pos/contract/permissions';
import { IconToggleLeft, IconToggleRight } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useRights } from '#web/lib/session.tsx';
import type { BulkAction } from '#web/ui/table/description.ts';
import { useOpened } from '#web/ui/use-opened.ts';
import type { BulkFairsProps } from './bulk-fairs.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

// Loaded on demand: the list needs no dialog at first.
const BulkFairs = lazyPart(async () => (await import('./bulk-fairs.tsx')).BulkFairs);

/** Actions on several fairs at once, and the dialog that runs them. */
export function useBulkFairs() {
  const mayChange = allows(fairsApi.changeStatus.access, useRights());
  const { opened: asked, open: setAsked, close } = useOpened<Omit<BulkFairsProps, 'onClose'>>();
  const bulk = (rows: readonly Fair[], onDone: () => void): BulkAction[] =>
    mayChange
      ? [
          {
            label: 'Activate',
            icon: IconToggleRight,
            run: () => setAsked({ status: 'active', rows, onDone }),
          },
          {
            label: 'Deactivate',
            icon: IconToggleLeft,
            run: () => setAsked({ status: 'inactive', rows, onDone }),
          },
        ]
      : [];
  const dialog = asked && (
    <Suspense>
      <BulkFairs {...asked} onClose={close} />
    </Suspense>
  );
  return { bulk, dialog };
}
