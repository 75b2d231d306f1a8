import { type Cashier, cashiersApi } from '@pos/contract/fairs/cashiers';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { allows } from '@pos/contract/permissions';
import { RECORD_STATUS } from '@pos/contract/record-status';
import { IconUserOff, IconUserCheck, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { Allowed, useRights } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { lazyPart } from '#web/ui/messages/lazy-part.tsx';
import { Empty, ErrorNotice, Skeleton } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { ActionMenu } from '#web/ui/overlays/menu.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import type { RowAction } from '#web/ui/table/description.ts';
import * as tableStyles from '#web/ui/table/table.module.css';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { HiddenHead, TableHead } from '#web/ui/layout/table-head.tsx';
import { fairCashiers, useUpdateCashier } from './cashiers.data.ts';
import * as styles from './cashiers.module.css';

// Loaded on demand: the dialogs are for editors.
const dialogs = () => import('./cashier-dialogs.tsx');
const AddCashiersDialog = lazyPart(dialogs, 'AddCashiersDialog');
const EditCashierDialog = lazyPart(dialogs, 'EditCashierDialog');
const RemoveCashierDialog = lazyPart(dialogs, 'RemoveCashierDialog');

type OpenDialog = { what: 'add' } | { what: 'edit' | 'remove'; cashier: Cashier };

/** Cashiers of a fair; editors of fairs add, change and remove them. */
export function CashiersCard({ fair }: { fair: FairDetails }) {
  const { data: cashiers, error, refetch } = useQuery(fairCashiers(fair.id));
  const { opened: asked, open, close } = useOpened<OpenDialog>();
  const addButton = fair.closeOutState === 'open' && (
    <Allowed to={cashiersApi.add}>
      <Button size="sm" onClick={() => open({ what: 'add' })}>
        Add cashiers…
      </Button>
    </Allowed>
  );
  return (
    <Card
      title="Cashiers"
      {...(cashiers && { count: cashiers.length })}
      intro="Volunteers who sell at this fair with a name and a code, without an account."
      aside={cashiers && cashiers.length > 0 && addButton}
      rows
    >
      {cashiers?.length === 0 && (
        <Empty
          title="No cashiers"
          text="People of staff can work the registers. Add volunteers who only sell here."
          icon={IconUsers}
          actions={addButton}
        />
      )}
      {cashiers && cashiers.length > 0 && <CashierTable cashiers={cashiers} ask={open} />}
      {!cashiers && !error && <Skeleton height={120} />}
      {!cashiers && error && (
        <ErrorNotice what="Cashiers" error={error} retry={() => void refetch()} />
      )}
      {cashiers && asked && (
        <Suspense>
          <AskedDialog asked={asked} fairId={fair.id} present={cashiers} onClose={close} />
        </Suspense>
      )}
    </Card>
  );
}

type DialogProps = {
  asked: OpenDialog;
  fairId: string;
  present: readonly Cashier[];
  onClose: () => void;
};

function AskedDialog({ asked, fairId, present, onClose }: DialogProps) {
  if (asked.what === 'add')
    return <AddCashiersDialog fairId={fairId} present={present} onClose={onClose} />;
  return asked.what === 'edit' ? (
    <EditCashierDialog cashier={asked.cashier} onClose={onClose} />
  ) : (
    <RemoveCashierDialog cashier={asked.cashier} onClose={onClose} />
  );
}

type TableProps = { cashiers: readonly Cashier[]; ask: (asked: OpenDialog) => void };

function CashierTable({ cashiers, ask }: TableProps) {
  const edits = allows(cashiersApi.update.access, useRights());
  return (
    <div className={styles.table}>
      <table className={tableStyles.table}>
        <caption className="visually-hidden">Cashiers of this fair</caption>
        <TableHead heads={['Name', 'Status']}>
          {edits && <HiddenHead>Actions</HiddenHead>}
        </TableHead>
        <tbody>
          {cashiers.map((cashier) => (
            <tr key={cashier.id}>
              <td data-private>{cashier.name}</td>
              <td>
                <StatusPill status={RECORD_STATUS[cashier.status]} quiet />
              </td>
              {edits && (
                <td className="align-right">
                  <CashierMenu cashier={cashier} ask={ask} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CashierMenu({ cashier, ask }: { cashier: Cashier; ask: (asked: OpenDialog) => void }) {
  const update = useUpdateCashier(cashier.id);
  const { name, version } = cashier;
  const isActive = cashier.status === 'active';
  const setStatus = (status: Cashier['status']): void =>
    update.mutate(
      { name, status, version },
      {
        onSuccess: () =>
          toast.ok({
            title: status === 'active' ? 'Cashier activated' : 'Cashier deactivated',
            detail: name,
          }),
        onError: (error) =>
          toast.bad({ title: 'The cashier was not changed', detail: failureText(error).message }),
      },
    );
  const actions: RowAction[] = [
    {
      label: 'Edit…',
      icon: IconPencil,
      run: () => ask({ what: 'edit', cashier }),
    },
    isActive
      ? { label: 'Deactivate', icon: IconUserOff, run: () => setStatus('inactive') }
      : { label: 'Activate', icon: IconUserCheck, run: () => setStatus('active') },
    {
      label: 'Remove…',
      icon: IconTrash,
      danger: true,
      run: () => ask({ what: 'remove', cashier }),
    },
  ];
  return <ActionMenu label={`Actions for ${name}`} actions={actions} />;
}
