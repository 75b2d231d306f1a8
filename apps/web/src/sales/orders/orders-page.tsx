import { OrdersQuery } from '@pos/contract/sales/orders';
import { holds } from '@pos/contract/permissions';
import { addedOrdersApi } from '@pos/contract/sales/office/added-orders';
import { IconPlus } from '@tabler/icons-react';
import { pathTo } from '#web/lib/api/paths.ts';
import { stringifySearch } from '#web/lib/lists/search-params.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { listAt } from '#web/lib/lists/list.ts';
import { Allowed, useRights } from '#web/lib/session/session.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { useHasPanelRoom } from '#web/ui/overlays/panel.tsx';
import { useOrderAddress } from './order-address.ts';
import { OrdersTable } from './orders-table.tsx';
import { ordersList } from './orders.data.ts';

export function OrdersPage() {
  const { openId: openOrder } = useOrderAddress();
  const hasRoom = useHasPanelRoom();
  const readsStudents = holds(useRights(), 'Students', 'read_only');
  const isList = !openOrder || hasRoom;
  return (
    <>
      {isList && <PageHead title="Orders" actions={<AddOrder />} />}
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

/** Opens the form for a sale on paper, at the fair that the list shows. */
function AddOrder() {
  const { fairId } = useSearchParams();
  return (
    <Allowed to={addedOrdersApi.add}>
      <ButtonLink to={`${pathTo('orders')}/add${stringifySearch({ fairId })}`} variant="primary">
        <IconPlus size={16} stroke={2} aria-hidden /> Add order
      </ButtonLink>
    </Allowed>
  );
}

OrdersPage.firstRead = (params: Record<string, unknown>) => listAt(OrdersQuery, ordersList, params);
