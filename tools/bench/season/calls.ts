import { addDays } from '@pos/api/time/days.ts';
import type pg from 'pg';

/** One call that is measured: ours, the bare handler's for the same answer (where there is one), and what is expected of the two. */
export type BenchCall = { name: string; ours: string; bare?: string; atLeast?: number };

/** The calls on the season that the database holds: its newest fairs, an order in its middle. */
export async function seasonCalls(db: pg.Client): Promise<BenchCall[]> {
  const { rows: [fair] } = await db.query<{ id: string; identifier: string; school: string; startDate: string; endDate: string }>(
    'select f.id, f.identifier, s.identifier as school, f.start_date::text as "startDate", f.end_date::text as "endDate" from fairs f join schools s on s.id = f.school_id where f.order_count > 0 order by f.end_date desc, f.id limit 1',
  );
  const { rows: [all] } = await db.query<{ orders: number }>('select sum(order_count)::int as orders from fairs');
  const { rows: [order] } = await db.query<{ id: string; orderNumber: string; businessDay: string }>(
    'select id, order_number as "orderNumber", business_day::text as "businessDay" from orders order by sold_at desc offset $1 limit 1', [Math.floor((all?.orders ?? 0) / 2)],
  );
  if (!fair || !order || !all) throw new Error('The database holds no season. Run npm run bench:load first.');
  const from = addDays(order.businessDay, -13);
  const range = `from=${from}&to=${order.businessDay}`;
  const deepPage = Math.max(2, Math.min(25_000, Math.floor(all.orders / 20) - 1));
  const report = (type: string) => `/v1/reports?reportType=${type}&schoolIdentifier=${fair.school}&fairIdentifier=${fair.identifier}&startDate=${fair.startDate}&endDate=${fair.endDate}`;
  return [
    { name: 'orders', ours: '/v1/orders', bare: '/orders', atLeast: 0.6 },
    { name: 'orders, against count(*)', ours: '/v1/orders', bare: '/orders/counted', atLeast: 30 },
    { name: 'orders of a fair', ours: `/v1/orders?fairId=${fair.id}`, bare: `/orders/of-fair?fairId=${fair.id}`, atLeast: 0.6 },
    { name: 'orders refunded in two weeks', ours: `/v1/orders?${range}&status=refunded&status=partially_refunded`, bare: `/orders/filtered?${range}`, atLeast: 0.6 },
    { name: 'orders by number', ours: `/v1/orders?search=${order.orderNumber}`, bare: `/orders/number?search=${order.orderNumber}`, atLeast: 0.6 },
    { name: `orders, page ${deepPage.toLocaleString('en-US')}`, ours: `/v1/orders?page=${deepPage}`, bare: `/orders/page?offset=${(deepPage - 1) * 20}`, atLeast: 0.6 },
    { name: 'one order', ours: `/v1/orders/getById/${order.id}`, bare: `/order?id=${order.id}`, atLeast: 0.6 },
    { name: 'payments', ours: '/v1/payments', bare: '/payments', atLeast: 0.6 },
    { name: 'fair inventory', ours: `/v1/inventory/fair-inventory?fairId=${fair.id}`, bare: `/fair-inventory?fairId=${fair.id}`, atLeast: 0.6 },
    { name: 'orders by title', ours: '/v1/orders?search=Frosty%20Canoe%20in%20Winter' },
    { name: 'orders by student', ours: '/v1/orders?search=Ada%20Ambergate' },
    { name: 'orders by amount', ours: '/v1/orders?search=25.98' },
    { name: 'payments by last four digits', ours: '/v1/payments?search=4242' },
    { name: 'students', ours: '/v1/students' },
    { name: 'fairs', ours: '/v1/fairs' },
    { name: 'dashboard', ours: '/v1/dashboard' },
    ...['SALES_SUMMARY', 'DAILY_SALES', 'ITEM_SALES', 'LAST_COPY', 'FAIR_RETURN_REPORT', 'SHIP_TO_SCHOOL', 'SALES_ORDER_PER_ITEM'].map((type) => ({ name: `${type} of a fair`, ours: report(type) })),
  ];
}
