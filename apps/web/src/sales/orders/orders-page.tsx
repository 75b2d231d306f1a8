import { OrdersQuery } from '@pos/contract/sales/orders';
import { holds } from '@pos/contract/permissions';
import { listAt } from '#web/lib/lists/list.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { useHasPanelRoom } from '#web/ui/overlays/panel.tsx';
import { useOrderAddress } from './order-address.ts';
import { OrdersTable } from './orders-table.tsx';
import { ordersList } from './orders.data.ts';

export function OrdersPage() {
  const { openOrder } = useOrderAddress();
  const hasRoom = useHasPanelRoom();
  const readsStudents = holds(useRights(), 'Students', 'read_only');
  const isList = !openOrder || hasRoom;
  return (
    <>
      {isList && <PageHead title="Orders" />}
      <div className="stack">
        {isList && !readsStudents && (
          <Notice kind="quiet">
            You can view orders but not students. Names, grades and teachers are hidden, and the
            search does not find them.
          </Notice>
        )}
        <OrdersTable />
      </div>
    </>
  );
}
OrdersPage.firstRead = (params: Record<string, unknown>) => listAt(OrdersQuery, ordersList, params);
