import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { closeOut } from './close-out-invariants.ts';
import type { Invariant } from './invariant.ts';
import { ledgers } from './ledger-invariants.ts';
import { orderInvariants } from './order-invariants.ts';
import { paymentInvariants } from './payment-invariants.ts';
import { stock } from './stock-invariants.ts';
import { totalsInvariants, differing } from './totals-invariants.ts';

/** Stored numbers of rows that lists show equal their recount. */
const countInvariants: readonly Invariant[] = [
  {
    code: 'K11',
    promise: 'The kept numbers of students by school and status = their recount.',
    query: differing(
      'school_id, status',
      ['students'],
      'select school_id, status, students from student_counts',
      'select school_id, status, 1 as students from students',
    ),
  },
];

/** SQL: the day of order `o` of fair `f` by the register's clock, which it counts its totals by. */
const CLOCK_DAY = '(coalesce(o.clock_sold_at, o.sold_at) at time zone f.time_zone)::date';

const INVARIANTS: Invariant[] = [
  ...orderInvariants,
  ...paymentInvariants,
  ...ledgers,
  ...totalsInvariants,
  ...countInvariants,
  ...stock,
  ...closeOut,
  {
    code: 'I09',
    promise: 'No gap below the acknowledged sequence of a device and epoch.',
    query: `
      select e.device_id, e.epoch, e.acknowledged_sequence
      from device_epochs e
      left join (
        select device_id, epoch, sequence
        from orders
        union
        select device_id, epoch, sequence
        from held_orders) s
        on s.device_id = e.device_id
          and s.epoch = e.epoch
          and s.sequence <= e.acknowledged_sequence
      group by e.device_id, e.epoch
      having count(s.sequence) <> e.acknowledged_sequence`,
  },
  {
    code: 'I10',
    promise: "A device's control totals = what is held from it, once it has handed everything in.",
    query: `
      select t.device_id, t.epoch, t.business_day, t.reported_orders, t.reported_cents,
        count(s.*) as held, coalesce(sum(s.total_cents), 0) as held_cents
      from device_day_totals t
      join devices d on d.id = t.device_id and d.unsent_orders = 0
      join device_epochs e on e.device_id = t.device_id
        and e.epoch = t.epoch
        and e.acknowledged_sequence = e.highest_sequence
      left join (
        select device_id, epoch, ${CLOCK_DAY} as business_day, total_cents
        from held_orders o
        join fairs f on f.id = o.fair_id
        union all
        select device_id, epoch, ${CLOCK_DAY}, total_cents
        from orders o
        join fairs f on f.id = o.fair_id
        where not exists (select 1 from held_orders h where h.order_id = o.id)) s
        on s.device_id = t.device_id and s.epoch = t.epoch and s.business_day = t.business_day
      group by t.device_id, t.epoch, t.business_day
      having count(s.*) <> t.reported_orders
        or coalesce(sum(s.total_cents), 0) <> t.reported_cents`,
  },
  {
    code: 'I11',
    promise: 'At most one live refresh token in a family.',
    query: `
      select session_id
      from refresh_tokens
      where used_at is null
      group by session_id
      having count(*) > 1`,
  },
  {
    code: 'I12',
    promise: 'No live refresh token of an inactive admin.',
    query: `
      select t.session_id
      from refresh_tokens t
      join sessions s on s.id = t.session_id
      join admins a on a.id = s.admin_id
      where t.used_at is null
        and s.revoked_at is null
        and t.expires_at > now()
        and (a.status = 'inactive' or a.deleted_at is not null)`,
  },
  {
    code: 'I16',
    promise: 'Each job that is done and makes a file has it.',
    query: `
      select id, kind, status, file_name
      from jobs
      where status in ('succeeded', 'partial')
        and (
          (file_name is null) <> (file is null and stored_file is null)
            or finished_at is null
            or progress <> 100)`,
  },
  {
    code: 'I17',
    promise: 'No running job with a lease older than a minute.',
    query: `
      select id, kind, lease_until
      from jobs
      where status = 'running'
        and (lease_until is null or lease_until < now() - interval '1 minute')`,
  },
  {
    code: 'I18',
    promise:
      'The sealed part of the audit hash chain is unbroken, and no entry stays unsealed for more than two minutes.',
    query: `
      select *
      from (
        select s.position, s.activity_id,
          case
            when row_number() over chain <> s.position then 'gap'
            when s.hash is distinct from sha256(
              coalesce(lag(s.hash) over chain, '') || activity_line(a)) then 'broken'
          end as wrong
        from activity_seals s
        left join activity a on a.id = s.activity_id
        window chain as (order by s.position)) c
      where wrong is not null
      union all
      select null, a.id, 'unsealed'
      from activity a
      where a.at < now() - interval '2 minutes'
        and not exists (select 1 from activity_seals s where s.activity_id = a.id)`,
  },
  {
    code: 'I19',
    promise: 'There is an active SUPER_ADMIN.',
    query: `
      select 1
      where not exists (
        select 1
        from admins a
        join roles r on r.id = a.role_id
        where r.is_system and a.status = 'active' and a.deleted_at is null)`,
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
    .execute((tx) => findBroken(tx, except));
  if (broken.length > 0) throw new BrokenInvariants(broken);
}

/**
 * Returns each broken invariant with up to five of its rows, as `snapshot` sees the database. The
 * rows may hold names: show them to people only, never in a log.
 */
async function findBroken(snapshot: Db, except: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { code, promise, query } of INVARIANTS.filter((one) => !except.includes(one.code))) {
    const { rows } = await sql.raw<Record<string, unknown>>(`${query} limit 5`).execute(snapshot);
    if (rows.length > 0)
      found.push(`${code} ${promise}\n${rows.map((row) => `  ${JSON.stringify(row)}`).join('\n')}`);
  }
  return found;
}

/** Returns the codes and promises of the invariants that do not hold in this transaction. */
export async function brokenPromises(
  snapshot: Db,
  except: readonly string[] = [],
): Promise<string[]> {
  const broken = await findBroken(snapshot, except);
  return broken.map((lines) => lines.split('\n')[0] ?? '');
}
