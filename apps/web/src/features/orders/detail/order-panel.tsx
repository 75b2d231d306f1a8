import type { OrdersQuery } from '@pos/contract/orders';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { IconButton } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Link } from '#web/ui/link.tsx';
import { AfterDelay, ErrorNotice, Skeleton } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useOrderAddress } from '../order-address.ts';
import { OrderNumber } from '../order-number.tsx';
import { orderDetails } from '../orders.data.ts';
import { useOrderNeighbours } from './order-neighbours.ts';
import { OrderView } from './order-view.tsx';
import './order.css';

type OpenOrderProps = { id: string; fixed: Partial<OrdersQuery> };

/** The open order beside the list. */
export function OrderPanel({ id, fixed }: OpenOrderProps) {
  const { data: order } = useQuery(orderDetails(id));
  const { open } = useOrderAddress();
  const close = (): void => {
    document.querySelector<HTMLElement>('a.rec[aria-current="page"]')?.focus();
    open(undefined);
  };
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

/** The open order in place of the list, where there is no room beside it. Within a fair's page the fair has the `h1`. */
export function OrderPage({ id, fixed }: OpenOrderProps) {
  const { data: order } = useQuery(orderDetails(id));
  const { withOrder } = useOrderAddress();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const Heading = fixed.fairId ? 'h2' : 'h1';
  return (
    <>
      <div className="order-head">
        <Link to={withOrder(undefined)} className="row">
          <IconChevronLeft size={16} aria-hidden /> {fixed.fairId ? 'Orders of this fair' : 'Orders'}
        </Link>
        <div className="row between wrap">
          <Heading ref={heading} tabIndex={-1}>
            {order ? <OrderNumber number={order.orderNumber} /> : 'Order'}
          </Heading>
          <OrderTools id={id} fixed={fixed} number={order?.orderNumber} />
        </div>
      </div>
      <section className="card order-card">
        <OrderBody id={id} level={fixed.fairId ? 'h3' : 'h2'} />
      </section>
    </>
  );
}

/** Copy the number; on to the order before and after. */
function OrderTools({ id, fixed, number }: OpenOrderProps & { number: string | undefined }) {
  const { previous, next } = useOrderNeighbours(id, fixed);
  return (
    <span className="row order-tools">
      {number && <CopyButton text={number} label="Copy order number" />}
      <IconButton label="Previous order" aria-disabled={!previous} onClick={previous}>
        <IconChevronLeft size={18} aria-hidden />
      </IconButton>
      <IconButton label="Next order" aria-disabled={!next} onClick={next}>
        <IconChevronRight size={18} aria-hidden />
      </IconButton>
    </span>
  );
}

function OrderBody({ id, level }: { id: string; level: 'h2' | 'h3' }): ReactNode {
  const { data: order, error, refetch } = useQuery(orderDetails(id));
  if (order) return <OrderView order={order} level={level} />;
  if (error) return <ErrorNotice what="The order" error={error} retry={() => void refetch()} />;
  return (
    <AfterDelay>
      {['60%', '85%', '70%', '90%', '75%', '40%'].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </AfterDelay>
  );
}
