import { inventoryApi, type InventoryTitle } from '@pos/contract/stock/inventory';
import { allows } from '@pos/contract/permissions';
import { titlesApi } from '@pos/contract/stock/titles';
import { IconEdit, IconToggleLeft, IconToggleRight } from '@tabler/icons-react';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRights } from '#web/lib/session/session.tsx';
import type { RowAction } from '#web/ui/table/description.ts';
import { useStatusToggle } from '#web/ui/form/use-status-toggle.ts';
import { type BulkOffer, useBulkDialog } from '#web/ui/table/rows/use-bulk-dialog.tsx';
import type { BulkTitlesProps } from './bulk-titles.tsx';
import { useChangeTitleStatus } from './inventory.data.ts';
import { lazyPart } from '#web/ui/messages/lazy-part.tsx';

// Loaded on demand: the list needs no dialog at first.
const BulkTitles = lazyPart(() => import('./bulk-titles.tsx'), 'BulkTitles');

const { access } = inventoryApi.changeTitleStatus;
type ToggledTitle = Pick<InventoryTitle, 'id' | 'title' | 'status'>;

const OFFERS: readonly BulkOffer<BulkTitlesProps>[] = [
  { label: 'Activate', icon: IconToggleRight, ask: { status: 'active' } },
  { label: 'Deactivate', icon: IconToggleLeft, ask: { status: 'inactive' } },
];

/**
 * Actions on titles: activate and deactivate everywhere, one or several at once, and edit from a
 * list. Undefined without the right.
 */
export function useTitleActions() {
  const rights = useRights();
  const mayChange = allows(access, rights);
  const { bulk, dialog } = useBulkDialog(BulkTitles, OFFERS);
  const toggle = useStatusToggle('Title', useChangeTitleStatus().mutateAsync);
  const getActions = (title: ToggledTitle): RowAction[] => {
    const isActive = title.status === 'active';
    return [
      {
        label: isActive ? 'Deactivate' : 'Activate',
        icon: isActive ? IconToggleLeft : IconToggleRight,
        run: () => toggle(title, title.title),
      },
    ];
  };
  const withEdit = (title: InventoryTitle): RowAction[] => [
    { label: 'Edit', icon: IconEdit, to: pathTo('edit-title', { id: title.id }) },
    ...getActions(title),
  ];
  return {
    getActions: mayChange ? getActions : undefined,
    rowActions: allows(titlesApi.update.access, rights) ? withEdit : undefined,
    bulk: mayChange ? bulk : undefined,
    dialog,
  };
}
