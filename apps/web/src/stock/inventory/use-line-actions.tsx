import { inventoryApi, type FairLine } from '@pos/contract/stock/inventory';
import { allows } from '@pos/contract/permissions';
import {
  IconAdjustmentsHorizontal,
  IconArrowsExchange,
  IconClipboardCheck,
  IconToggleLeft,
  IconToggleRight,
  IconTrash,
} from '@tabler/icons-react';
import { Suspense } from 'react';
import { CLOSED_OUT } from '#web/fairs/fairs/fairs.data.ts';
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts';
import { useRights } from '#web/lib/session/session.tsx';
import type { RowAction } from '#web/ui/table/description.ts';
import { useStatusToggle } from '#web/ui/form/use-status-toggle.ts';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { useChangeLineStatus } from './inventory.data.ts';
import { lazyPart } from '#web/ui/messages/lazy-part.tsx';

// Loaded on demand: the list needs no form at first.
const AdjustPanel = lazyPart(() => import('./adjust-panel.tsx'), 'AdjustPanel');
const DeleteLineDialog = lazyPart(() => import('./delete-line-dialog.tsx'), 'DeleteLineDialog');
const TransferDialog = lazyPart(() => import('./transfer-dialog.tsx'), 'TransferDialog');
const ReturnCountDialog = lazyPart(
  () => import('./counting/return-count-dialog.tsx'),
  'ReturnCountDialog',
);

type OpenDialog = { what: 'adjust' | 'transfer' | 'count' | 'delete'; line: FairLine };

/**
 * Actions on one title of a fair and their forms: counts and movements with the duty to adjust
 * stock, the rest with edit Fairs.
 */
export function useLineActions(fairId: string, isClosedOut: boolean) {
  const rights = useRights();
  const isPhone = useIsPhone();
  const mayAdjust = allows(inventoryApi.update.access, rights);
  const mayEdit = allows(inventoryApi.changeStatus.access, rights);
  const { opened: asked, open: setAsked, close } = useOpened<OpenDialog>();
  const toggle = useStatusToggle('Title', useChangeLineStatus().mutateAsync);
  const adjust = (line: FairLine): void => setAsked({ what: 'adjust', line });
  const ask = (what: OpenDialog['what'], line: FairLine) => (): void => setAsked({ what, line });
  const editActions = (line: FairLine): RowAction[] => {
    const isActive = line.status === 'active';
    const frozen = isClosedOut && { blocked: CLOSED_OUT };
    return [
      {
        label: isActive ? 'Deactivate' : 'Activate',
        icon: isActive ? IconToggleLeft : IconToggleRight,
        ...frozen,
        run: () => toggle(line, line.title),
      },
      {
        label: 'Delete',
        icon: IconTrash,
        danger: true,
        ...(line.soldQty > 0 && { blocked: 'It was sold at this fair. Deactivate it instead' }),
        ...frozen,
        run: ask('delete', line),
      },
    ];
  };
  const getActions = (line: FairLine): RowAction[] => {
    const frozen = isClosedOut && { blocked: CLOSED_OUT };
    // A return not counted before the close-out can be counted later.
    const counted = isClosedOut && line.countedReturnQty !== null && { blocked: CLOSED_OUT };
    return [
      // Rows of a table have a button of their own.
      ...(isPhone || isClosedOut
        ? [
            {
              label: 'Adjust',
              icon: IconAdjustmentsHorizontal,
              ...frozen,
              run: ask('adjust', line),
            },
          ]
        : []),
      {
        label: 'Transfer to another fair',
        icon: IconArrowsExchange,
        ...(line.onHand === 0 && { blocked: 'Nothing is on hand' }),
        ...frozen,
        run: ask('transfer', line),
      },
      { label: 'Count the return', icon: IconClipboardCheck, ...counted, run: ask('count', line) },
      ...(mayEdit ? editActions(line) : []),
    ];
  };
  const dialog = asked && (
    <Suspense>
      {asked.what === 'adjust' && (
        <AdjustPanel fairId={fairId} line={asked.line} onStep={adjust} onClose={close} />
      )}
      {asked.what === 'transfer' && (
        <TransferDialog fairId={fairId} line={asked.line} onClose={close} />
      )}
      {asked.what === 'count' && <ReturnCountDialog line={asked.line} onClose={close} />}
      {asked.what === 'delete' && <DeleteLineDialog line={asked.line} onClose={close} />}
    </Suspense>
  );
  return {
    mayAdjust,
    mayEdit,
    getActions: mayAdjust ? getActions : undefined,
    dialog,
    adjust,
    adjusting: asked?.what === 'adjust' ? asked.line.id : undefined,
  };
}
