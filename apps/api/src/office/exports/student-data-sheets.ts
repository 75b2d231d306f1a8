import { PAYMENT_METHODS, type PaymentMethod } from '@pos/contract/sales/payment-methods';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { streamRows } from '#api/db/row-stream.ts';
import type { ListToExport } from '#api/lists/list.ts';
import type { WrittenColumn, WrittenValue } from '#api/spreadsheets/writing/written.ts';

/** A column of a sheet: its SQL, heading and kind. Times are local times of the school. */
type Column = readonly [sql: string, header: string, kind: WrittenColumn['kind'] | 'method'];
type Sheet = { name: string; from: RawBuilder<unknown>; sort: string; columns: readonly Column[] };

const NUMBER: Column = ['s.student_number', 'Student number', 'text'];
/** Local time of the school in the form of a workbook. */
const local = (instant: string) =>
  `to_char(${instant} at time zone c.time_zone, 'YYYY-MM-DD"T"HH24:MI:SS')`;

/** Students, their parents and eWallets, from `of`, the part that is common to all sheets. */
const peopleSheets = (of: RawBuilder<unknown>): readonly Sheet[] => [
  {
    name: 'Students',
    from: sql`${of} left join wallets w on w.student_id = s.id
      left join students m on m.id = s.merged_into`,
    sort: 's.student_number',
    columns: [
      NUMBER,
      ['s.first_name', 'First name', 'text'],
      ['s.last_name', 'Last name', 'text'],
      ['s.grade', 'Grade', 'text'],
      ['s.teacher', 'Teacher', 'text'],
      ["coalesce(s.facts_family_id, '')", 'FACTS family', 'text'],
      ['s.status', 'Status', 'text'],
      ["coalesce(m.student_number, '')", 'Merged into', 'text'],
      ["coalesce(w.status, '')", 'eWallet', 'text'],
      ['coalesce(w.balance_cents, 0)', 'eWallet balance', 'money'],
      [local('s.created_at'), 'Added', 'datetime'],
      [local('s.updated_at'), 'Changed', 'datetime'],
    ],
  },
  {
    name: 'Parents',
    from: sql`${of} join student_parents sp on sp.student_id = s.id
      join parents p on p.id = sp.parent_id`,
    sort: 's.student_number, p.name, p.id',
    columns: [
      NUMBER,
      ['p.name', 'Parent', 'text'],
      ['p.email', 'Email', 'text'],
      ['p.phone', 'Phone', 'text'],
    ],
  },
  {
    name: 'eWallet entries',
    from: sql`${of} join wallets w on w.student_id = s.id
      join wallet_entries e on e.wallet_id = w.id`,
    sort: 's.student_number, e.seq',
    columns: [
      NUMBER,
      ['e.business_day::text', 'Day', 'date'],
      [local('e.at'), 'Booked', 'datetime'],
      ['e.type', 'Entry', 'text'],
      ['e.amount_cents', 'Amount', 'money'],
      ['e.balance_after_cents', 'Balance', 'money'],
      ['e.actor', 'By', 'text'],
      ['e.note', 'Note', 'text'],
    ],
  },
];

/** Orders of the students with their lines, and payments. */
const salesSheets = (of: RawBuilder<unknown>): readonly Sheet[] => [
  {
    name: 'Orders',
    from: sql`${of} join orders o on o.student_id = s.id join fairs f on f.id = o.fair_id`,
    sort: 's.student_number, o.sold_at, o.id',
    columns: [
      NUMBER,
      ['o.order_number', 'Order', 'text'],
      ['f.identifier', 'Fair', 'text'],
      [local('o.sold_at'), 'Sold', 'datetime'],
      ["coalesce(o.customer_name, '')", 'Customer', 'text'],
      ['o.status', 'Status', 'text'],
      ['o.units', 'Units', 'integer'],
      ['o.subtotal_cents', 'Subtotal', 'money'],
      ['o.tax_cents', 'Sales tax', 'money'],
      ['o.total_cents', 'Total', 'money'],
      ['o.refunded_net_cents + o.refunded_tax_cents', 'Refunded', 'money'],
    ],
  },
  {
    name: 'Order lines',
    from: sql`${of} join orders o on o.student_id = s.id join order_lines l on l.order_id = o.id`,
    sort: 's.student_number, o.sold_at, o.id, l.line_no',
    columns: [
      NUMBER,
      ['o.order_number', 'Order', 'text'],
      ["coalesce(l.sku, '')", 'SKU/ISBN', 'isbn'],
      ['l.title', 'Title', 'text'],
      ['l.quantity', 'Quantity', 'integer'],
      ['l.net_cents', 'Net', 'money'],
      ['l.tax_cents', 'Sales tax', 'money'],
    ],
  },
  {
    name: 'Payments',
    from: sql`${of} join payments p on p.student_id = s.id
      or p.order_id in (select o.id from orders o where o.student_id = s.id)
      left join orders o on o.id = p.order_id`,
    sort: 's.student_number, p.paid_at, p.id',
    columns: [
      NUMBER,
      ["case p.purpose when 'sale' then 'Sale' else 'eWallet top-up' end", 'Purpose', 'text'],
      ["coalesce(o.order_number, '')", 'Order', 'text'],
      ['p.method', 'Method', 'method'],
      ['p.status', 'Status', 'text'],
      ['p.amount_cents', 'Amount', 'money'],
      ['p.refunded_cents', 'Refunded', 'money'],
      ["coalesce(p.check_number, '')", 'Check number', 'text'],
      ["coalesce(p.card_last4, '')", 'Card', 'text'],
      [local('p.paid_at'), 'Paid', 'datetime'],
    ],
  },
];

/**
 * Returns the sheets with everything that is stored about the students of a school: records, parents,
 * eWallets, orders and payments. Each row has the student number.
 */
export async function studentDataSheets(snapshot: Db, schoolId: string): Promise<ListToExport[]> {
  const of = sql`
    (select * from students where school_id = ${schoolId} and erased_at is null) s
    join schools c on c.id = s.school_id`;
  const sheets: ListToExport[] = [];
  for (const { name, from, sort, columns } of [...peopleSheets(of), ...salesSheets(of)]) {
    const values = sql.raw(columns.map(([value]) => value).join(', '));
    const query = sql<{ cells: (string | number | null)[] }>`
      select json_build_array(${values}) as cells from ${from} order by ${sql.raw(sort)}`;
    const counted = await sql<{ total: number }>`
      select count(*)::int as total from ${from}`.execute(snapshot);
    sheets.push({
      name,
      columns: columns.map(([, header, kind]) => ({
        header,
        kind: kind === 'method' ? 'text' : kind,
      })),
      total: counted.rows[0]!.total,
      rows: streamRows(snapshot, { compile: () => query.compile(snapshot) }),
      cells: (row) =>
        (row as { cells: (string | number | null)[] }).cells.map((value, index): WrittenValue =>
          columns[index]![2] === 'method' ? PAYMENT_METHODS[value as PaymentMethod] : value,
        ),
    });
  }
  return sheets;
}
