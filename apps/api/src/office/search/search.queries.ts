import type { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { PaymentStatus } from '@pos/contract/sales/payment-states';
import { MAX_HITS, type SearchKind } from '@pos/contract/office/search';
import type { Day } from '@pos/contract/values';
import { searchText } from '@pos/contract/values/search-text';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { inSnapshot } from '#api/db/snapshot.ts';
import { containing } from '#api/lists/search-text.ts';
import type { Sought } from './search.rules.ts';

/** Fields shown for each kind of search result. */
type Facts = {
  fair: { name: string; identifier: string; schoolName: string; startDate: Day };
  school: { name: string; city: string; state: string; fairs: number };
  order: {
    number: string;
    fairName: string;
    businessDay: Day;
    totalCents: number;
    state: 'booked' | 'voided' | 'held';
    heldState: string;
  };
  payment: {
    orderNumber: string | null;
    method: PaymentMethod;
    checkNumber: string | null;
    cardLast4: string | null;
    status: PaymentStatus;
    businessDay: Day;
    amountCents: number;
  };
  student: {
    number: string;
    firstName: string;
    lastName: string;
    grade: string;
    teacher: string;
    schoolName: string;
  };
  title: { title: string; author: string; sku: string; fairId: string | null };
  device: { deviceId: string; name: string };
  carton: { code: string; fairId: string; fairName: string };
  user: { name: string; email: string; roleName: string };
};

/** A record found. `isExact` is true if the text is its entire code. */
export type FoundRecord<Kind extends SearchKind> = {
  [Each in Kind]: { kind: Each; id: string; isExact: boolean; facts: Facts[Each] };
}[Kind];
export type AnyMatch = FoundRecord<SearchKind>;

/** Maximum matches ranked per kind with many records; of orders, all those of a large fair. */
const CANDIDATES = 200;
const ORDER_CANDIDATES = 2_000;
const STATEMENT_TIMEOUT_MS = 3_000;

const NONE = sql<SqlBool>`false`;
const noUuid = sql<string | null>`null::uuid`;
const any = (parts: readonly RawBuilder<SqlBool>[]) =>
  parts.length === 0 ? NONE : sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
/** SQL condition: a text of `search_text` contains every word, in any order. */
const holdsAll = (text: RawBuilder<unknown>, words: readonly string[]) =>
  sql<SqlBool>`(${sql.join(
    words.map((word) => sql`${text} like ${searchText(containing(word))}`),
    sql` and `,
  )})`;

/**
 * SQL: the orders whose number has the code, from `where` on. The end of a number has an index, newest
 * first; other parts are read in any order and ranked afterward.
 */
function ordersByNumber({
  code,
  isLong,
  numberEnd,
}: Pick<Sought, 'code' | 'isLong' | 'numberEnd'>): RawBuilder<unknown> {
  if (!code || !isLong) return sql`where ${NONE}`;
  if (!numberEnd)
    return sql`where order_number ilike ${containing(code)} limit ${ORDER_CANDIDATES}`;
  return sql`
    where right(order_number, 4) = ${numberEnd.slice(-4)} and order_number ilike ${`%${numberEnd}`}
    order by sold_at desc, id desc
    limit ${MAX_HITS + 1}`;
}

/** Branch of the query for each kind: columns `kind, id, is_exact, facts`, best match first. */
const BRANCHES: Record<
  SearchKind,
  (sought: Sought, fairId: string | undefined) => RawBuilder<unknown>
> = {
  fair: ({ words, whole }) => sql`
    select 'fair' kind, f.id, lower(f.identifier) = ${whole} is_exact,
      json_build_object(
        'name', f.name, 'identifier', f.identifier, 'schoolName', s.name,
        'startDate', f.start_date) facts
    from fairs f
    join schools s on s.id = f.school_id
    where ${holdsAll(
      sql`
        (search_text(f.name) || ' ' || lower(f.identifier) || ' ' || search_text(s.name) || ' '
          || lower(s.identifier))`,
      words,
    )}
    order by 3 desc, f.status, abs(f.start_date - current_date), f.id`,

  school: ({ words, whole }) => sql`
    select 'school', s.id, lower(s.identifier) = ${whole},
      json_build_object(
        'name', s.name, 'city', s.city, 'state', s.state,
        'fairs', (select count(*) from fairs f where f.school_id = s.id))
    from schools s
    where ${holdsAll(sql`(search_text(s.name) || ' ' || lower(s.identifier) || ' ' || search_text(s.city))`, words)}
    order by 3 desc, lower(s.name), s.id`,

  order: ({ whole, code, isLong, receipt, numberEnd, ...sought }) => sql`
    select 'order', c.id, c.is_exact,
      json_build_object(
        'number', c.number, 'fairName', f.name, 'businessDay', c.business_day,
        'totalCents', c.total_cents, 'state', c.state, 'heldState', c.held_state)
    from (
      (
        select id, order_number number,
          ${numberEnd ? sql.lit(true) : sql`lower(order_number) = ${code ?? ''}`} is_exact, fair_id,
          business_day, total_cents,
          case when voided_by_reset_id is null then 'booked' else 'voided' end state,
          '' held_state, sold_at
        from orders
        ${ordersByNumber({ ...sought, code, isLong, numberEnd })})
      union all
      select o.id, o.order_number, true, o.fair_id, o.business_day, o.total_cents,
        case when o.voided_by_reset_id is null then 'booked' else 'voided' end, '', o.sold_at
      from orders o
      join devices d on d.id = o.device_id
      where ${
        receipt
          ? sql`
            lower(d.device_id) = ${receipt.deviceId}
              and o.epoch = ${receipt.epoch}
              and o.sequence = ${receipt.sequence}
              and not o.sequence_repeated`
          : NONE
      }
      union all
      (
        select h.id, h.number, lower(h.number) = ${whole}, h.fair_id, h.business_day,
          h.total_cents, 'held', h.state, h.sold_at
        from (
          select held_orders.*, d.device_id || '-' || epoch || '-' || sequence number
          from held_orders
          join devices d on d.id = held_orders.device_id
          where held_orders.state in ('waiting', 'discarded')) h
        where ${isLong ? sql`h.number ilike ${containing(whole)}` : NONE}
        limit ${CANDIDATES})
    ) c
    join fairs f on f.id = c.fair_id
    order by c.is_exact desc, c.sold_at desc, c.id`,

  payment: (sought) => {
    const { code = '', isLong, last4, amountCents, numberEnd } = sought;
    const columns = sql`
      p.id, p.order_id, p.method, p.check_number, p.card_last4, p.status, p.business_day,
        p.amount_cents, p.paid_at`;
    const by = (isExact: boolean, where: RawBuilder<unknown>) =>
      sql`
        (
          select ${columns}, ${sql.lit(isExact)}::boolean is_exact
          from payments p
          where p.voided_by_reset_id is null and ${where}
          order by p.paid_at desc
          limit ${MAX_HITS + 1})`;
    const ways = [
      ...(code && isLong
        ? [
            by(
              numberEnd !== undefined,
              sql`p.order_id in (select id from orders ${ordersByNumber(sought)})`,
            ),
          ]
        : []),
      ...(code
        ? [by(true, sql`lower(p.check_number) = ${code}`), by(true, sql`p.processor_ref = ${code}`)]
        : []),
      ...(last4 ? [by(true, sql`p.card_last4 = ${last4}`)] : []),
      ...(amountCents !== undefined ? [by(true, sql`p.amount_cents = ${amountCents}`)] : []),
    ];
    return sql`
      select 'payment', c.id, bool_or(c.is_exact) is_exact,
        json_build_object(
          'orderNumber', o.order_number, 'method', c.method, 'checkNumber', c.check_number,
          'cardLast4', c.card_last4, 'status', c.status, 'businessDay', c.business_day,
          'amountCents', c.amount_cents)::jsonb
      from (${ways.length > 0 ? sql.join(ways, sql` union all `) : by(false, NONE)}) c
      left join orders o on o.id = c.order_id
      group by 2, 4, c.paid_at
      order by 3 desc, c.paid_at desc, 2`;
  },

  student: ({ words, whole, isLong }) => sql`
    select 'student', c.id, lower(c.student_number) = ${whole},
      json_build_object(
        'number', c.student_number, 'firstName', c.first_name, 'lastName', c.last_name,
        'grade', c.grade, 'teacher', c.teacher, 'schoolName', s.name)
    from (
      select *
      from students
      where ${
        isLong
          ? holdsAll(
              sql`search_text(student_number || ' ' || first_name || ' ' || last_name)`,
              words,
            )
          : NONE
      }
      limit ${CANDIDATES}) c
    join schools s on s.id = c.school_id
    order by 3 desc, c.status, lower(c.last_name), lower(c.first_name), c.id`,

  title: ({ words, articleNumbers, isLong }, fairId) => {
    const codes = articleNumbers.filter((number) => number.length >= 3);
    const isExact = any(
      articleNumbers.map(
        (number) =>
          sql<SqlBool>`
            (lower(c.sku) = ${number}
              or replace(lower(c.sku), '-', '') = ${number}
              or c.isbn13 = ${number}
              or c.upc = ${number}) is true`,
      ),
    );
    const text = sql`
      search_text(
        title || ' ' || author || ' ' || replace(sku, '-', '') || ' ' || coalesce(isbn13, '') || ' '
          || coalesce(upc, ''))`;
    return sql`
      select 'title', c.id, ${isExact},
        json_build_object(
          'title', c.title, 'author', c.author, 'sku', c.sku, 'fairId', (
            select fl.fair_id
            from fair_lines fl
            join fairs f on f.id = fl.fair_id
            where fl.title_id = c.id
            order by
              coalesce(fl.fair_id = ${fairId ? sql`${fairId}::uuid` : noUuid}, false) desc,
              f.start_date desc, f.id
            limit 1))
      from (
        select *
        from titles
        where ${
          isLong
            ? any([holdsAll(text, words), ...codes.map((number) => holdsAll(text, [number]))])
            : NONE
        }
        limit ${CANDIDATES}) c
      order by 3 desc, c.status, lower(c.title), c.id`;
  },

  device: ({ words, whole }) => sql`
    select 'device', d.id, lower(d.device_id) = ${whole},
      json_build_object('deviceId', d.device_id, 'name', d.name)
    from devices d
    where d.deleted_at is null and ${holdsAll(sql`search_text(d.device_id || ' ' || d.name)`, words)}
    order by 3 desc, d.status, lower(d.device_id), d.id`,

  carton: ({ code, isLong }) => sql`
    select 'carton', c.id, lower(c.code) = ${code ?? ''},
      json_build_object('code', c.code, 'fairId', f.id, 'fairName', f.name)
    from (
      select *
      from cartons
      where ${code && isLong ? sql`code ilike ${containing(code)}` : NONE}
      limit ${CANDIDATES}) c
    join fairs f on f.id = c.fair_id
    order by 3 desc, f.start_date desc, lower(c.code)`,

  user: ({ words, whole }) => sql`
    select 'user', a.id, lower(a.email) = ${whole},
      json_build_object(
        'name', a.first_name || ' ' || a.last_name, 'email', a.email, 'roleName', r.name)
    from admins a
    join roles r on r.id = a.role_id
    where a.deleted_at is null
      and ${holdsAll(sql`search_text(a.first_name || ' ' || a.last_name || ' ' || a.email)`, words)}
    order by 3 desc, a.status, lower(a.last_name), lower(a.first_name), a.id`,
};

/**
 * Reads the best matches of each kind in one statement, at most one more per kind than is shown.
 */
export async function findRecords(
  db: Db,
  kinds: readonly SearchKind[],
  sought: Sought,
  fairId: string | undefined,
): Promise<AnyMatch[]> {
  const branches = kinds.map(
    (kind) =>
      sql`
        (
          select b.kind::text, b.id, b.is_exact, b.facts::jsonb
          from (
            ${BRANCHES[kind](sought, fairId)} limit ${MAX_HITS + 1}) b(kind, id, is_exact, facts))`,
  );
  const { rows } = await inSnapshot(db, STATEMENT_TIMEOUT_MS, (snapshot) =>
    sql<AnyMatch>`${sql.join(branches, sql` union all `)}`.execute(snapshot),
  );
  return rows;
}
