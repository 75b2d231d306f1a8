import { OrdersFilters, type OrdersQuery } from '@pos/contract/orders';
import { useQuery } from '@tanstack/react-query';
import { countOf, formatCents } from '#web/lib/money.ts';
import { orderTotals } from './orders.data.ts';

/** What the orders that match come to before tax, as reports count them. Read when the list stands. */
export function OrderSums({ query: { page: _page, limit: _limit, sort: _sort, ...filters } }: { query: OrdersQuery }) {
  const { data } = useQuery(orderTotals(OrdersFilters.parse(filters)));
  if (!data || (data.sold === 0 && data.refundedNetCents === 0)) return null;
  const { sold, refundedNetCents, netCents, averageCents } = data;
  return (
    <span className="order-sums" title="Before tax. Unpaid, cancelled and voided orders are left out.">
      {filters.dayOf !== 'refund' && (
        <>
          <span>
            Net sales <b className="md">{formatCents(netCents)}</b>
          </span>
          <span>
            {countOf(sold, 'order', 'orders')}, average <b className="md">{formatCents(averageCents)}</b>
          </span>
        </>
      )}
      {refundedNetCents > 0 && (
        <span>
          Refunds <b className="md">{formatCents(-refundedNetCents)}</b>
        </span>
      )}
    </span>
  );
}
