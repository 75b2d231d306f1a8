import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/** Counts of the database that an operator watches. Ages and lags in seconds, sizes in bytes. */
export type Operation = {
  databaseBytes: number;
  jobs: { kind: string; status: string; count: number; oldestSeconds: number }[];
  /** Tasks in the background: `due`, or `failed` after their last attempt. */
  tasks: { task: string; state: 'due' | 'failed'; count: number }[];
  heldOrders: { fair: string; orders: number }[];
  unsentOrders: { fair: string; orders: number }[];
  /** Standbys of the server; empty if there are none or their state may not be read. */
  standbys: { standby: string; lagBytes: number; lagSeconds: number }[];
  server: ServerState;
  /** Replication slots by the state of the changes that they keep. */
  slots: { status: string; count: number }[];
};

/** State of the server. Connections are those of all clients, in all databases. */
type ServerState = {
  connections: number;
  /** Connections that clients other than a superuser may have. */
  maxConnections: number;
  /** Age of the oldest open transaction that the product's role may see. */
  oldestTransactionSeconds: number;
  /** Transaction IDs used since the oldest row that was not frozen; PostgreSQL stops at 2.1e9. */
  transactionIdAge: number;
  /** 1 if the last change could not be archived. */
  archiveFailing: 0 | 1;
};

/** Reads all counts. The lists of fairs name those with at least one order. */
export async function readOperation(db: Db): Promise<Operation> {
  const { rows: size } = await sql<{ bytes: number }>`
    select pg_database_size(current_database())::float8 as bytes`.execute(db);
  const { rows: jobs } = await sql<Operation['jobs'][number]>`
    select kind, status, count(*)::int as count,
      extract(epoch from now() - min(created_at))::float8 as oldest_seconds
    from jobs
    where status in ('queued', 'running') and owner_id is not null
    group by kind, status`.execute(db);
  const { rows: tasks } = await sql<Operation['tasks'][number]>`
    select kind as task,
      case when attempts >= max_attempts then 'failed' else 'due' end as state,
      count(*)::int as count
    from jobs
    where owner_id is null and (run_at <= now() or attempts >= max_attempts)
    group by 1, 2`.execute(db);
  return {
    databaseBytes: size[0]?.bytes ?? 0,
    jobs,
    tasks,
    ...(await readOrderCounts(db)),
    standbys: await readStandbys(db),
    ...(await readServer(db)),
  };
}

async function readOrderCounts(db: Db): Promise<Pick<Operation, 'heldOrders' | 'unsentOrders'>> {
  const { rows: heldOrders } = await sql<Operation['heldOrders'][number]>`
    select f.identifier as fair, count(*)::int as orders
    from held_orders h
    join fairs f on f.id = h.fair_id
    where h.state = 'waiting'
    group by f.identifier`.execute(db);
  const { rows: unsentOrders } = await sql<Operation['unsentOrders'][number]>`
    select f.identifier as fair, sum(d.unsent_orders)::int as orders
    from devices d
    join fairs f on f.id = d.current_fair_id
    where d.deleted_at is null and d.unsent_orders > 0
    group by f.identifier`.execute(db);
  return { heldOrders, unsentOrders };
}

async function readStandbys(db: Db): Promise<Operation['standbys']> {
  const { rows } = await sql<Operation['standbys'][number]>`
    select application_name as standby,
      pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 as lag_bytes,
      coalesce(extract(epoch from replay_lag), 0)::float8 as lag_seconds
    from pg_stat_replication
    where replay_lsn is not null and not pg_is_in_recovery()`.execute(db);
  return rows;
}

async function readServer(db: Db): Promise<Pick<Operation, 'server' | 'slots'>> {
  const { rows } = await sql<ServerState>`
    select
      (select count(*) from pg_stat_activity where backend_type = 'client backend')::int
        as connections,
      current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int as max_connections,
      (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)
        from pg_stat_activity where backend_type = 'client backend')::float8
        as oldest_transaction_seconds,
      (select max(age(datfrozenxid)) from pg_database)::int as transaction_id_age,
      (select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
        from pg_stat_archiver)::int as archive_failing`.execute(db);
  const { rows: slots } = await sql<Operation['slots'][number]>`
    select coalesce(wal_status, 'unused') as status, count(*)::int as count
    from pg_replication_slots
    group by 1`.execute(db);
  return { server: rows[0]!, slots };
}
