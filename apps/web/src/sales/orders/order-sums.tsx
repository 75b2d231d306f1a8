import { OrdersFilters, type OrdersQuery } from '@pos/contract/sales/orders';
import { pluralize, formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { useQuery } from '@tanstack/react-query';
import { toFilters } from '#web/lib/lists/page-turn.ts';
import { orderTotals } from './orders.data.ts';
import * as styles from './orders.module.css';

/** Net totals of the matching orders, computed as in reports. Loaded after the list. */
export function OrderSums({ query }: { query: OrdersQuery }) {
  const filters = toFilters(query);
  const { data } = useQuery(orderTotals(OrdersFilters.parse(filters)));
  if (!data || (data.sold === 0 && data.notSold === 0 && data.refundedNetCents === 0)) return null;
  const { sold, notSold, refundedNetCents, netCents, averageCents } = data;
  return (
    <span
      className={styles.orderSums}
      title="Before tax. Unpaid, canceled and voided orders are left out."
    >
      {filters.dayOf !== 'refund' && (
        <>
          <span>
            Net sales <b className="medium">{formatCents(netCents)}</b>
          </span>
          <span>
            {soldText(sold, notSold)}, average <b className="medium">{formatCents(averageCents)}</b>
          </span>
        </>
      )}
      {refundedNetCents > 0 && (
        <span>
          Refunds <b className="medium">{formatCents(-refundedNetCents)}</b>
        </span>
      )}
    </span>
  );
}

/** Number of listed orders included in these sums; unpaid and canceled ones are only listed. */
function soldText(sold: number, notSold: number): string {
  const all = pluralize(sold + notSold, 'order', 'orders');
  return notSold === 0
    ? all
    : `${formatCount(sold)} of ${all} (${formatCount(notSold)} not counted)`;
}
