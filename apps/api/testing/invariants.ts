import { PAYMENT_MOVES } from '@pos/contract/payment-states';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { FIRST_STATUSES } from '#api/features/payments/payments.service.ts';
import { closeOut } from './close-out-invariants.ts';
import { type Invariant, REPORTED } from './invariant.ts';
import { keptInvariants } from './kept-invariants.ts';
import { ledgers } from './ledger-invariants.ts';
import { stock } from './stock-invariants.ts';

const moves = [
  ...FIRST_STATUSES.map((to) => `(null, '${to}')`),
  ...Object.entries(PAYMENT_MOVES).flatMap(([from, targets]) =>
    targets.map((to) => `('${from}', '${to}')`),
  ),
];

const INVARIANTS: Invariant[] = [
  ...ledgers,
  ...keptInvariants,
  {
    code: 'I04',
    promise: "The lines' net make the subtotal, their tax the tax, both the total.",
    query: `select o.id, o.order_number from orders o left join order_lines l on l.order_id = o.id group by o.id
            having coalesce(sum(l.net_cents), 0) <> o.subtotal_cents or coalesce(sum(l.tax_cents), 0) <> o.tax_cents or o.subtotal_cents + o.tax_cents <> o.total_cents`,
  },
  {
    code: 'I05',
    promise:
      'Payments completed, under review or refunded, with what is uncollected, make the total of a reported order.',
    query: `select o.id, o.order_number, o.total_cents from orders o
            left join payments p on p.order_id = o.id and p.purpose = 'sale' and p.status in ('completed', 'under_review', 'refunded')
            where o.status in ${REPORTED} group by o.id having coalesce(sum(p.amount_cents), 0) + o.uncollected_cents <> o.total_cents`,
  },
  ...stock,
  ...closeOut,
  {
    code: 'I09',
    promise: 'No gap below the acknowledged sequence of a device and epoch.',
    query: `select e.device_id, e.epoch, e.acknowledged_sequence from device_epochs e
            left join (select device_id, epoch, sequence from orders union select device_id, epoch, sequence from held_orders) s
              on s.device_id = e.device_id and s.epoch = e.epoch and s.sequence <= e.acknowledged_sequence
            group by e.device_id, e.epoch having count(s.sequence) <> e.acknowledged_sequence`,
  },
  {
    code: 'I10',
    promise: "A device's control totals = what is held from it, once it has handed everything in.",
    query: `select t.device_id, t.epoch, t.business_day, t.reported_orders, t.reported_cents, count(s.*) as held, coalesce(sum(s.total_cents), 0) as held_cents
            from device_day_totals t
            join devices d on d.id = t.device_id and d.unsent_orders = 0
            join device_epochs e on e.device_id = t.device_id and e.epoch = t.epoch and e.acknowledged_sequence = e.highest_sequence
            left join (
              select device_id, epoch, business_day, total_cents from held_orders
              union all select device_id, epoch, business_day, total_cents from orders o where not exists (select 1 from held_orders h where h.order_id = o.id)
            ) s on s.device_id = t.device_id and s.epoch = t.epoch and s.business_day = t.business_day
            group by t.device_id, t.epoch, t.business_day having count(s.*) <> t.reported_orders or coalesce(sum(s.total_cents), 0) <> t.reported_cents`,
  },
  {
    code: 'I11',
    promise: 'At most one live refresh token in a family.',
    query:
      'select session_id from refresh_tokens where used_at is null group by session_id having count(*) > 1',
  },
  {
    code: 'I12',
    promise: 'No live refresh token of an inactive admin.',
    query: `select t.session_id from refresh_tokens t join sessions s on s.id = t.session_id join admins a on a.id = s.admin_id
            where t.used_at is null and s.revoked_at is null and t.expires_at > now() and (a.status = 'inactive' or a.deleted_at is not null)`,
  },
  {
    code: 'I13',
    promise:
      'Payment events make exactly the moves of domain 4.1, each from where the one before ended.',
    query: `select * from (
              select id, payment_id, from_status, to_status, lag(to_status) over (partition by payment_id order by seq) as before from payment_events
            ) e where from_status is distinct from before or not exists (select 1 from (values ${moves.join(', ')}) as legal (a, b) where a is not distinct from from_status and b = to_status)`,
  },
  {
    code: 'I14',
    promise: "A payment's status = that of its last event.",
    query: `select p.id, p.status from payments p where p.status is distinct from (select e.to_status from payment_events e where e.payment_id = p.id order by e.seq desc limit 1)`,
  },
  ...(['wallet', 'ave_dollar'] as const).map((ledger): Invariant => ({
    code: 'I15',
    promise:
      'A stored-value payment that is completed or refunded has exactly one debit, of its amount; one that never was completed has none.',
    query: `select p.id, p.status, p.amount_cents, count(e.id) as debits from payments p left join ${ledger}_entries e on e.payment_id = p.id and e.type = 'spend'
            where p.purpose = 'sale' and p.method = ${ledger === 'wallet' ? 5 : 6} group by p.id
            having (p.status in ('completed', 'refunded') and (count(e.id) <> 1 or sum(e.amount_cents) <> -p.amount_cents))
              or (count(e.id) > 0 and not exists (select 1 from payment_events v where v.payment_id = p.id and v.to_status = 'completed'))`,
  })),
  {
    code: 'I16',
    promise: 'Each job that is done and makes a file has it.',
    query: `select id, kind, status, file_name from jobs where status in ('succeeded', 'partial') and ((file_name is null) <> (file is null and stored_file is null) or finished_at is null or progress <> 100)`,
  },
  {
    code: 'I17',
    promise: 'No running job with a lease older than a minute.',
    query: `select id, kind, lease_until from jobs where status = 'running' and (lease_until is null or lease_until < now() - interval '1 minute')`,
  },
  {
    code: 'I18',
    promise:
      'The sealed part of the audit hash chain is unbroken, and no entry stays unsealed for more than two minutes.',
    query: `select * from (
              select s.position, s.activity_id, case
                when row_number() over chain <> s.position then 'gap'
                when s.hash is distinct from sha256(coalesce(lag(s.hash) over chain, '') || activity_line(a)) then 'broken' end as wrong
              from activity_seals s left join activity a on a.id = s.activity_id window chain as (order by s.position)
            ) c where wrong is not null
            union all
            select null, a.id, 'unsealed' from activity a where a.at < now() - interval '2 minutes' and not exists (select 1 from activity_seals s where s.activity_id = a.id)`,
  },
  {
    code: 'I19',
    promise: 'There is an active SUPER_ADMIN.',
    query: `select 1 where not exists (select 1 from admins a join roles r on r.id = a.role_id where r.is_system and a.status = 'active' and a.deleted_at is null)`,
  },
  {
    code: 'I20',
    promise: "An order's tax = half-up of its taxable base at its rate.",
    query: `select o.id, o.order_number, o.tax_cents from orders o left join order_lines l on l.order_id = o.id and l.taxable and not o.tax_exempt
            group by o.id having o.tax_cents <> floor((coalesce(sum(l.net_cents), 0) * o.tax_rate_ppm + 500000) / 1000000)`,
  },
  {
    code: 'K01',
    promise: "A fair's order count and net sales = their recount.",
    query: `select f.id, f.identifier, f.order_count, f.net_cents from fairs f left join orders o on o.fair_id = f.id and o.voided_by_reset_id is null group by f.id
            having f.order_count <> count(o.id) or f.net_cents <> coalesce(sum(o.subtotal_cents - o.refunded_net_cents) filter (where o.status in ${REPORTED}), 0)`,
  },
  {
    code: 'K02',
    promise:
      'What was refunded of an order = its refunds = its lines; its tenders gave it back but for what was never collected.',
    query: `select o.id, o.order_number from orders o
            cross join lateral (select o.refunded_net_cents + o.refunded_tax_cents as refunded, (select coalesce(sum(p.refunded_cents), 0) from payments p where p.order_id = o.id) as given_back) t
            where o.status <> 'cancelled' and (t.refunded <> (select coalesce(sum(r.total_cents), 0) from refunds r where r.order_id = o.id)
              or t.refunded <> (select coalesce(sum(l.refunded_net_cents + l.refunded_tax_cents), 0) from order_lines l where l.order_id = o.id)
              or t.given_back <> (select coalesce(sum(x.amount_cents), 0) from refunds r join refund_tenders x on x.refund_id = r.id where r.order_id = o.id)
              or t.given_back > t.refunded or t.refunded - t.given_back > o.uncollected_cents
              or exists (select 1 from refunds r where r.order_id = o.id and r.total_cents < (select coalesce(sum(x.amount_cents), 0) from refund_tenders x where x.refund_id = r.id)))`,
  },
  {
    code: 'K03',
    promise: 'A canceled order keeps no money and owes none.',
    query: `select o.id, o.order_number from orders o where o.status = 'cancelled'
              and (o.uncollected_cents <> 0 or exists (select 1 from payments p where p.order_id = o.id and (p.status not in ('failed', 'cancelled', 'refunded') or (p.status = 'refunded' and p.refunded_cents <> p.amount_cents))))`,
  },
  {
    code: 'K13',
    promise: 'No refund waits for an order that was voided, canceled or discarded.',
    query: `select h.id, h.client_refund_id, h.reason, o.status, o.voided_by_reset_id from held_refunds h
            left join orders o on o.client_order_id = h.client_order_id
            where h.state = 'waiting' and (o.status = 'cancelled' or o.voided_by_reset_id is not null
              or o.id is null and exists (select from held_orders d where d.client_order_id = h.client_order_id::text and d.state = 'discarded')
                and not exists (select from held_orders w where w.client_order_id = h.client_order_id::text and w.state = 'waiting'))`,
  },
];

/** Thrown for broken invariants, as opposed to a database that could not be queried. */
export class BrokenInvariants extends Error {
  constructor(broken: readonly string[]) {
    super(`Invariants are broken:\n${broken.join('\n')}`);
  }
}

/**
 * Throws with the offending rows if an invariant does not hold. All are checked in one snapshot.
 * `except` skips those that hold only while registers are idle.
 */
export async function checkInvariants(db: Db, except: readonly string[] = []): Promise<void> {
  const broken = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const found: string[] = [];
      for (const { code, promise, query } of INVARIANTS.filter(
        (invariant) => !except.includes(invariant.code),
      )) {
        const { rows } = await sql.raw<Record<string, unknown>>(`${query} limit 5`).execute(tx);
        if (rows.length > 0)
          found.push(
            `${code} ${promise}\n${rows.map((row) => `  ${JSON.stringify(row)}`).join('\n')}`,
          );
      }
      return found;
    });
  if (broken.length > 0) throw new BrokenInvariants(broken);
}

/**
 * I08: every order acknowledged in a device's own journal is stored, as an order or as a held
 * order. Throws with those that are not.
 */
export async function checkJournal(db: Db, acknowledged: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select j.id from unnest(${acknowledged.map((id) => id.toLowerCase())}::text[]) as j(id)
    where not exists (select 1 from orders o where o.client_order_id = j.id::uuid) and not exists (select 1 from held_orders h where h.client_order_id = j.id)`.execute(
    db,
  );
  if (rows.length > 0)
    throw new Error(
      `I08 ${rows.length} acknowledged orders are not stored: ${rows
        .slice(0, 5)
        .map((row) => row.id)
        .join(', ')}`,
    );
}
