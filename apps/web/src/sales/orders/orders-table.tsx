import { HeldOrdersQuery } from '@pos/contract/sales/held-orders';
import { type OrderRow, OrdersQuery, ordersApi } from '@pos/contract/sales/orders';
import {
  IconReceipt,
  IconPackageImport,
  IconPrinter,
  IconTruckDelivery,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useExport } from '#web/ui/exports/use-export.tsx';
import { useToday } from '#web/lib/api/company-day.ts';
import { afterRows } from '#web/lib/lists/list.ts';
import { useSearchState } from '#web/lib/lists/search-state.ts';
import { toTotal, type Total } from '#web/lib/lists/total.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { asidePart, lazyPart } from '#web/ui/messages/lazy-part.tsx';
import { useHasPanelRoom } from '#web/ui/overlays/panel.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { useViewTabs } from '#web/ui/table/views/view-tabs.ts';
import { type BulkOffer, useBulkDialog } from '#web/ui/table/rows/use-bulk-dialog.tsx';
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts';
import type { BulkOrdersProps } from './bulk-orders.tsx';
import { useOrderAddress } from './order-address.ts';
import {
  FAIR_ORDER_CARD,
  FAIR_ORDER_COLUMNS,
  ORDER_CARD,
  ORDER_COLUMNS,
} from './order-columns.tsx';
import { ordersList, heldOrdersList } from './orders.data.ts';

// Loaded on demand: the list needs no dialog at first.
const BulkOrders = lazyPart(() => import('./bulk-orders.tsx'), 'BulkOrders');

const SHIPPING = {
  access: ordersApi.updateFulfilment.access,
  fits: ({ shipToSchool }: OrderRow) => shipToSchool,
};
const OFFERS: readonly BulkOffer<BulkOrdersProps>[] = [
  { label: 'Mark as shipped', icon: IconTruckDelivery, ...SHIPPING, ask: { what: 'shipped' } },
  { label: 'Mark as delivered', icon: IconPackageImport, ...SHIPPING, ask: { what: 'delivered' } },
  { label: 'Print receipts', icon: IconPrinter, ask: { what: 'print' } },
];

/** Actions on several orders at once, and the dialog that runs them. */
const useBulkOrders = () => useBulkDialog(BulkOrders, OFFERS);

// Loaded after the list.
const loadOrder = () => import('./detail/order-panel.tsx');
const OrderPage = asidePart(loadOrder, 'OrderPage');
const OrderPanel = asidePart(loadOrder, 'OrderPanel');
const OrderSums = asidePart(() => import('./order-sums.tsx'), 'OrderSums');
const HeldOrders = asidePart(() => import('./held-orders.tsx'), 'HeldOrders');

/** Columns for cards or a table, without the fair if all orders are of the same one. */
function columnsFor(isPhone: boolean, isOneFair: boolean) {
  if (isPhone) return isOneFair ? FAIR_ORDER_CARD : ORDER_CARD;
  return isOneFair ? FAIR_ORDER_COLUMNS : ORDER_COLUMNS;
}

const NO_ORDERS = {
  title: 'No orders yet',
  text: 'Orders appear here once a register at a fair has sent them.',
  icon: IconReceipt,
};

function emptySinceReset(voided: string) {
  return {
    title: 'No orders since the reset',
    text: 'Earlier sales are voided.',
    icon: IconReceipt,
    actions: <ButtonLink to={voided}>Show voided orders</ButtonLink>,
  };
}

type View = { label: string; query: Pick<OrdersQuery, 'from' | 'to' | 'status' | 'fulfilment'> };

/** Presets of the list, each a set of filters in the address. */
function orderViews(day: string): View[] {
  return [
    { label: 'All', query: {} },
    { label: 'Today', query: { from: day, to: day } },
    { label: 'Unpaid', query: { status: ['open'] } },
    { label: 'Ship to school', query: { fulfilment: 'ship_to_school' } },
    { label: 'Refunds', query: { status: ['partially_refunded', 'refunded'] } },
  ];
}

type OrdersTableProps = { fairId?: string; timeZone?: string; wasReset?: boolean };

/**
 * Orders of all fairs or one, with the open order beside them (instead of them on a narrow screen).
 * All state is in the address: filters, `view=held` and `order`. `timeZone` decides which day is
 * today, defaulting to the company's zone; the empty list of a fair that `wasReset` links to its
 * voided orders.
 */
export function OrdersTable({ fairId, timeZone, wasReset = false }: OrdersTableProps) {
  const { query } = useSearchState(OrdersQuery);
  const { openId: openOrder, showsHeld, listAt, withRecord: withOrder } = useOrderAddress();
  const hasRoom = useHasPanelRoom();
  const { tool, chosen, dialog: exportDialog } = useExport('orders');
  const { bulk, dialog: bulkDialog } = useBulkOrders();
  const isPhone = useIsPhone();
  const day = useToday(timeZone);
  const fixed = fairId ? { fairId } : {};
  const scope = fairId ?? query.fairId;
  const tabs = useViewTabs(OrdersQuery, ordersList, orderViews(day), {
    shown: query,
    ...(scope && { scope: { fairId: scope } }),
    linkTo: listAt,
  }).map((tab) => ({ ...tab, current: tab.current && !showsHeld }));
  const held = useHeldCount(scope);

  if (openOrder && !hasRoom) return <OrderPage id={openOrder} fixed={fixed} />;
  // Early enough to be visible on a phone.
  tabs.splice(2, 0, {
    label: 'Held',
    to: listAt({ view: 'held' }),
    count: held,
    waits: true,
    current: showsHeld,
  });
  if (showsHeld) return <HeldOrders fairId={fairId} isOneFair={Boolean(scope)} views={tabs} />;
  return (
    <div className="stack">
      <DataTable
        name="orders"
        listKey="orders"
        schema={OrdersQuery}
        list={ordersList}
        fixed={fixed}
        columns={columnsFor(isPhone, Boolean(scope))}
        today={day}
        tool={tool}
        searchHint="Order, student, title, amount"
        rowId={({ id }) => id}
        rowName={({ orderNumber }) => orderNumber}
        rowLink={({ id }) => withOrder(id)}
        bulk={(rows, done) => [...bulk(rows, done), ...chosen({ ...query, ...fixed }, rows)]}
        views={tabs}
        announced={{ kinds: ['orders'], fairId, one: 'new order', many: 'new orders' }}
        totals={(_answer, shown) => <OrderSums query={shown} />}
        noMatch={({ search }) =>
          search && (
            <ButtonLink to={listAt({ view: 'held', search })}>Search held orders</ButtonLink>
          )
        }
        empty={wasReset ? emptySinceReset(listAt({ voided: 'include' })) : NO_ORDERS}
      />
      {exportDialog}
      {bulkDialog}
      {openOrder && <OrderPanel id={openOrder} fixed={fixed} />}
    </div>
  );
}

/**
 * Number of orders held at a fair or at all fairs, loaded after the rows; null while loading,
 * undefined if it failed.
 */
function useHeldCount(fairId: string | undefined): Total | null | undefined {
  const { queryKey, queryFn } = heldOrdersList(HeldOrdersQuery.parse({ limit: 10, fairId }));
  const { data, isPending } = useQuery({
    queryKey,
    queryFn: (context) => afterRows().then(() => queryFn(context)),
    select: (answer) => toTotal(answer.data),
  });
  return isPending ? null : data;
}
