import { createServer, type IncomingMessage } from 'node:http';
import process from 'node:process';
import pg from 'pg';

/**
 * What the product is measured against: a Node handler on `pg` with the best SQL for the same answers, prepared, without identity, rights,
 * contract or log. Started as a process of its own with DATABASE_URL and PORT; `BARE_PATHS` are its calls.
 */
pg.types.setTypeParser(20, Number);
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16, options: '-c timezone=UTC' });

type Answer = (url: URL, body: string) => Promise<unknown>;
const query = async (name: string, text: string, values: unknown[] = []) => (await pool.query({ name, text, values })).rows;

const ORDER_COLUMNS = `
  o.id, o.order_number as "orderNumber", o.sold_at as "soldAt", o.business_day::text as "businessDay", o.fair_id as "fairId", f.name as "fairName", s.name as "schoolName", f.time_zone as "timeZone",
  o.customer_type as "customerType", o.units, o.gross_cents as "grossCents", o.discount_cents as "discountCents", o.subtotal_cents as "subtotalCents", o.tax_cents as "taxCents", o.total_cents as "totalCents",
  o.methods, o.payment_status as "paymentStatus", o.status, o.ship_to_school as "shipToSchool", o.tax_exempt as "taxExempt", d.device_id as "deviceId", o.flags, v.reset_at as "voidedAt",
  o.refunded_net_cents + o.refunded_tax_cents as "refundedCents", coalesce(o.customer_name, t.first_name || ' ' || t.last_name) as "customerName", t.student_number as "studentNumber", t.grade, t.teacher`;
const ORDER_JOINS = 'join fairs f on f.id = o.fair_id join schools s on s.id = o.school_id join devices d on d.id = o.device_id left join students t on t.id = o.student_id left join fair_resets v on v.id = o.voided_by_reset_id';
const newest = (where: string, end = 'limit 20') => `select ${ORDER_COLUMNS} from (select * from orders where voided_by_reset_id is null ${where} order by sold_at desc, id desc ${end}) o ${ORDER_JOINS} order by o.sold_at desc, o.id desc`;
const KEPT_ALL = `select ((select sum(orders) from season_order_totals where business_day is null and status is null) + (select coalesce(sum(orders), 0) from order_total_changes))::bigint as count`;

const list = async (rows: Promise<unknown[]>, count: Promise<{ count: number }[]>) => {
  const [results, [total]] = await Promise.all([rows, count]);
  return { data: { results, page: 1, limit: 20, totalPages: Math.ceil((total?.count ?? 0) / 20), totalResults: total?.count ?? 0 } };
};

const ANSWERS: Record<string, Answer> = {
  '/orders': () => list(query('orders', newest('')), query('orders-total', KEPT_ALL)),
  '/orders/counted': () => list(query('orders', newest('')), query('orders-count', 'select count(*) from orders where voided_by_reset_id is null')),
  '/orders/of-fair': (url) => {
    const fairId = [url.searchParams.get('fairId')];
    return list(query('orders-fair', newest('and fair_id = $1'), fairId), query('orders-fair-total', 'select coalesce(sum(orders), 0)::bigint as count from order_sums where fair_id = $1', fairId));
  },
  '/orders/filtered': (url) => {
    const range = [url.searchParams.get('from'), url.searchParams.get('to')];
    const where = `and business_day between $1 and $2 and sold_at >= $1::date - interval '14 hours' and sold_at < $2::date + interval '36 hours' and status in ('refunded', 'partially_refunded')`;
    const total = `select ((select coalesce(sum(orders), 0) from season_order_totals where business_day between $1 and $2 and status in ('refunded', 'partially_refunded')) + (select coalesce(sum(orders), 0) from order_total_changes where business_day between $1 and $2 and status in ('refunded', 'partially_refunded')))::bigint as count`;
    return list(query('orders-filtered', newest(where), range), query('orders-filtered-total', total, range));
  },
  '/orders/number': (url) => {
    const text = [`%${url.searchParams.get('search')}%`];
    return list(query('orders-number', newest('and order_number ilike $1'), text), query('orders-number-total', 'select count(*) from orders where order_number ilike $1 and voided_by_reset_id is null', text));
  },
  '/orders/page': (url) => list(query('orders-page', newest('', 'offset $1 limit 20'), [url.searchParams.get('offset')]), query('orders-total', KEPT_ALL)),
  '/order': async (url) => {
    const id = [url.searchParams.get('id')];
    const [[order], lines, payments, refunds] = await Promise.all([
      query('order', `select ${ORDER_COLUMNS}, o.client_order_id as "clientOrderId", o.epoch, o.sequence, o.received_at as "receivedAt", o.tax_rate_ppm as "taxRatePpm", o.uncollected_cents as "uncollectedCents", a.first_name || ' ' || a.last_name as "cashierName" from orders o ${ORDER_JOINS} join admins a on a.id = o.cashier_id where o.id = $1`, id),
      query('order-lines', 'select * from order_lines where order_id = $1 order by line_no', id),
      query('order-payments', 'select id, method, type, status, amount_cents, tendered_cents, change_cents, refunded_cents, check_number, card_brand, card_last4, processor_ref, paid_at from payments where order_id = $1 order by id', id),
      query('order-refunds', 'select * from refunds where order_id = $1 order by created_at', id),
    ]);
    return { data: { ...(order as object), lines, payments, refunds } };
  },
  '/payments': () =>
    list(
      query(
        'payments',
        `select p.*, f.name as fair_name, s.name as school_name, o.order_number, d.device_id as device, coalesce(f.time_zone, s.time_zone) as time_zone, coalesce(o.customer_name, t.first_name || ' ' || t.last_name) as customer_name, t.student_number
           from (select * from payments where voided_by_reset_id is null order by paid_at desc, id desc limit 20) p join schools s on s.id = p.school_id left join fairs f on f.id = p.fair_id left join orders o on o.id = p.order_id
           left join devices d on d.id = p.device_id left join students t on t.id = coalesce(o.student_id, p.student_id) order by p.paid_at desc, p.id desc`,
      ),
      query('payments-total', 'select ((select sum(payments) from season_payment_totals where business_day is null and status is null) + (select coalesce(sum(payments), 0) from payment_total_changes))::bigint as count'),
    ),
  '/fair-inventory': (url) => {
    const fairId = [url.searchParams.get('fairId')];
    return list(
      query(
        'fair-lines',
        `select l.*, t.sku, t.isbn13, t.title, t.author, t.category, t.taxable, array(select c.code from cartons c join carton_contents x on x.carton_id = c.id where c.fair_id = l.fair_id and x.title_id = l.title_id) as cartons
           from fair_lines l join titles t on t.id = l.title_id where l.fair_id = $1 order by lower(t.title), l.id limit 20`,
        fairId,
      ),
      query('fair-lines-total', 'select count(*) from fair_lines where fair_id = $1', fairId),
    );
  },
  '/intake': async (_url, body) => {
    const { orders, lines, payments, events, movements } = JSON.parse(body) as Record<'orders' | 'lines' | 'payments' | 'events' | 'movements', object[]>;
    const client = await pool.connect();
    try {
      await client.query('begin');
      for (const [table, rows] of [['orders', orders], ['order_lines', lines], ['payments', payments], ['payment_events', events], ['stock_movements', movements]] as const) {
        const columns = Object.keys(rows[0] ?? {}).join(', ');
        await client.query({ name: `insert-${table}`, text: `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`, values: [JSON.stringify(rows)] });
      }
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
    return { stored: orders.length };
  },
};

createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const answer = ANSWERS[url.pathname];
  void (async () => {
    try {
      if (!answer) throw new Error(`There is no ${url.pathname}.`);
      const body = JSON.stringify(await answer(url, request.method === 'POST' ? await bodyOf(request) : ''));
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) }).end(body);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  })();
}).listen(Number(process.env['PORT']), '127.0.0.1', () => process.stdout.write('ready\n'));

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
