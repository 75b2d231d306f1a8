import { inventoryApi, type InventoryTitle } from '@pos/contract/inventory';
import { allows } from '@pos/contract/permissions';
import { IconToggleLeft, IconToggleRight } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useRights } from '#web/lib/session.tsx';
import type { BulkAction, RowAction } from '#web/ui/table/description.ts';
import { useStatusToggle } from '#web/ui/use-status-toggle.ts';
import { useOpened } from '#web/ui/use-opened.ts';
import type { BulkTitlesProps } from './bulk-titles.tsx';
import { useChangeTitleStatus } from './inventory.data.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

// Loaded on demand: the list needs no dialog at first.
const BulkTitles = lazyPart(async () => (await import('./bulk-titles.tsx')).BulkTitles);

/**
 * Actions of a SUPER_ADMIN on titles: activate and deactivate everywhere, one or several at once.
 */
export function useTitleActions() {
  const mayChange = allows(inventoryApi.changeTitleStatus.access, useRights());
  const { opened: asked, open: setAsked, close } = useOpened<Omit<BulkTitlesProps, 'onClose'>>();
  const toggle = useStatusToggle('Title', useChangeTitleStatus().mutateAsync);
  const actionsOf = (title: InventoryTitle): RowAction[] => {
    const isActive = title.status === 'active';
    return [
      {
        label: isActive ? 'Deactivate' : 'Activate',
        icon: isActive ? IconToggleLeft : IconToggleRight,
        run: () => toggle(title, title.title),
      },
    ];
  };
  const bulk = (rows: readonly InventoryTitle[], onDone: () => void): BulkAction[] => [
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
  ];
  const dialog = asked && (
    <Suspense>
      <BulkTitles {...asked} onClose={close} />
    </Suspense>
  );
  return {
    actionsOf: mayChange ? actionsOf : undefined,
    bulk: mayChange ? bulk : undefined,
    dialog,
  };
}
