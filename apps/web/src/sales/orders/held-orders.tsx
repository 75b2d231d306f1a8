import { ordersApi } from '@pos/contract/sales/orders';
import { type HeldOrder, HeldOrdersQuery } from '@pos/contract/sales/held-orders';
import { allows, holds } from '@pos/contract/permissions';
import { IconCheck, IconClockPause, IconTrash, type Icon } from '@tabler/icons-react';
import { useExport } from '#web/ui/exports/use-export.tsx';
import { useSearchState } from '#web/lib/lists/search-state.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import type { Tab } from '#web/ui/layout/page-head.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { RowAction } from '#web/ui/table/description.ts';
import { Notice } from '#web/ui/messages/notice.tsx';
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { HELD_CARD, heldColumns } from './held-columns.tsx';
import { HeldContents } from './held-contents.tsx';
import { DiscardDialog, ReleaseDialog } from './held-dialogs.tsx';
import { heldReceiptLine } from './held-words.ts';
import { useOrderAddress } from './order-address.ts';
import { heldOrdersList } from './orders.data.ts';

/** Decision about a held order, in the row's menu and in the opened row. */
type Decision = RowAction & { icon: Icon; run: () => void };

/** Buttons in an opened row for what can be decided about its order. */
function HeldDecisions({ decisions }: { decisions: readonly Decision[] }) {
  if (decisions.length === 0) return null;
  return (
    <div className="row wrapping">
      {decisions.map(({ label, icon: DecisionIcon, danger, blocked, run }) => (
        <Button
          key={label}
          size="sm"
          variant={danger ? 'danger' : 'secondary'}
          disabled={Boolean(blocked)}
          title={blocked}
          onClick={run}
        >
          <DecisionIcon size={16} aria-hidden /> {label}
        </Button>
      ))}
    </div>
  );
}

/** Links to the other lists that may have the order that no held one matches. */
function OtherSearches({ shown: { search, state } }: { shown: HeldOrdersQuery }) {
  const { listAt } = useOrderAddress();
  if (!search) return null;
  return (
    <>
      {state !== 'discarded' && (
        <ButtonLink to={listAt({ view: 'held', state: 'discarded', search })}>
          Search discarded orders
        </ButtonLink>
      )}
      <ButtonLink to={listAt({ search })}>Search booked orders</ButtonLink>
    </>
  );
}

type HeldOrdersProps = {
  fairId: string | undefined;
  /** The switcher may have chosen the fair. */
  isOneFair: boolean;
  views: readonly Tab[];
};

/**
 * Orders from registers that could not be booked as they are (domain 4.4): to view, release or
 * discard.
 */
export function HeldOrders({ fairId, isOneFair, views }: HeldOrdersProps) {
  const isPhone = useIsPhone();
  const rights = useRights();
  const mayDecide = allows(ordersApi.decideHeld.access, rights);
  const readsStudents = holds(rights, 'Students', 'read_only');
  const { query } = useSearchState(HeldOrdersQuery);
  const { listAt } = useOrderAddress();
  const { tool, dialog: exportDialog } = useExport('held-orders');
  const {
    opened: deciding,
    open: setDeciding,
    close,
  } = useOpened<{ held: HeldOrder; decision: 'release' | 'discard' }>();
  const toRelease = (held: HeldOrder): Decision => ({
    label: 'Release…',
    icon: IconCheck,
    ...(held.fairIsFinished && { blocked: 'Revert the close-out of its fair first' }),
    run: () => setDeciding({ held, decision: 'release' }),
  });
  const getActions = (held: HeldOrder): Decision[] =>
    held.state === 'waiting'
      ? [
          ...(held.booked ? [toRelease(held)] : []),
          {
            label: 'Discard…',
            icon: IconTrash,
            danger: true,
            run: () => setDeciding({ held, decision: 'discard' }),
          },
        ]
      : [];
  return (
    <div className="stack">
      {query.state === 'waiting' && (
        <Notice kind="quiet">
          Registers sold these orders, but the books do not take them as they are. They are not
          counted in reports until released. Open one to see why, then release or discard it.
        </Notice>
      )}
      <DataTable
        name="held orders"
        listKey="held-orders"
        schema={HeldOrdersQuery}
        list={heldOrdersList}
        {...(fairId && { fixed: { fairId } })}
        columns={
          isPhone ? HELD_CARD : heldColumns(isOneFair, query.state, (id) => listAt({ order: id }))
        }
        tool={tool}
        searchHint={`Receipt, ${readsStudents ? 'student' : 'register'}, fair, amount`}
        rowId={({ id }) => id}
        rowName={heldReceiptLine}
        rowActions={mayDecide && query.state === 'waiting' ? getActions : undefined}
        unfold={{
          label: (held) => `Content of ${heldReceiptLine(held)}`,
          content: (held) => (
            <HeldContents
              held={held}
              decisions={<HeldDecisions decisions={mayDecide ? getActions(held) : []} />}
            />
          ),
        }}
        views={views}
        home={listAt({ view: 'held' })}
        noMatch={(shown) => <OtherSearches shown={shown} />}
        empty={{
          title: 'No held orders',
          text: 'All orders sent by the registers have been booked.',
          icon: IconClockPause,
          actions: (
            <ButtonLink to={listAt({ view: 'held', state: 'released' })}>
              View released orders
            </ButtonLink>
          ),
        }}
      />
      {exportDialog}
      {deciding?.decision === 'release' && <ReleaseDialog held={deciding.held} onClose={close} />}
      {deciding?.decision === 'discard' && <DiscardDialog held={deciding.held} onClose={close} />}
    </div>
  );
}
