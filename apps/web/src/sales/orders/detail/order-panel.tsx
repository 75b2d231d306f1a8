import { OrdersQuery } from '@pos/contract/sales/orders';
import { useQuery } from '@tanstack/react-query';
import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { Panel } from '#web/ui/overlays/panel.tsx';
import { RecordBody, RecordPage } from '#web/ui/layout/record.tsx';
import { StepButtons } from '#web/ui/buttons/step-buttons.tsx';
import { useNeighbors } from '#web/ui/table/use-neighbors.ts';
import { useOrderAddress } from '../order-address.ts';
import { OrderNumber } from '../order-number.tsx';
import { orderDetails, ordersList } from '../orders.data.ts';
import { OrderView } from './order-view.tsx';
import * as styles from './order.module.css';

type OpenOrderProps = { id: string; fixed: Partial<OrdersQuery> };

/** Open order beside the list. */
export function OrderPanel({ id, fixed }: OpenOrderProps) {
  const { data: order } = useQuery(orderDetails(id));
  const { close } = useOrderAddress();
  return (
    <Panel
      title={order ? <OrderNumber number={order.orderNumber} /> : 'Order'}
      onClose={close}
      actions={<OrderTools id={id} fixed={fixed} number={order?.orderNumber} />}
    >
      <OrderBody id={id} level="h3" />
    </Panel>
  );
}

/**
 * Open order in place of the list where there is no room beside it. On a fair's page the fair has
 * the `h1`.
 */
export function OrderPage({ id, fixed }: OpenOrderProps) {
  const { data: order } = useQuery(orderDetails(id));
  const { withRecord } = useOrderAddress();
  const isPart = fixed.fairId !== undefined;
  return (
    <RecordPage
      back={{ to: withRecord(undefined), label: isPart ? 'Orders of this fair' : 'Orders' }}
      title={order ? <OrderNumber number={order.orderNumber} /> : 'Order'}
      tools={<OrderTools id={id} fixed={fixed} number={order?.orderNumber} />}
      level={isPart ? 'h2' : 'h1'}
    >
      <OrderBody id={id} level={isPart ? 'h3' : 'h2'} />
    </RecordPage>
  );
}

/** Copies the number; links to the previous and next order. */
function OrderTools({ id, fixed, number }: OpenOrderProps & { number: string | undefined }) {
  const { open } = useOrderAddress();
  const neighbors = useNeighbors({
    id,
    schema: OrdersQuery,
    list: ordersList,
    fixed,
    open: (order, changes) => open(order.id, changes),
  });
  return (
    <span className={`row ${styles.tools}`}>
      {number && <CopyButton text={number} label="Copy order number" />}
      <StepButtons what="order" id={id} {...neighbors} />
    </span>
  );
}

function OrderBody({ id, level }: { id: string; level: 'h2' | 'h3' }) {
  return (
    <RecordBody query={useQuery(orderDetails(id))} what="The order">
      {(order) => <OrderView order={order} level={level} />}
    </RecordBody>
  );
}
