import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/** An entry of the activity or the access log. */
export type LoggedEntry = {
  id: string;
  at: string | null;
  actorType: string | null;
  actorId: string | null;
  actorName: string | null;
  action: string | null;
  entity: string | null;
  entityId: string | null;
  changes: string | null;
  ip: string | null;
  requestId: string | null;
};

/** A seal with its entry, if it still has one, and the bytes that the seal covers. */
export type SealedEntry = LoggedEntry & { position: number; hash: Buffer; line: Buffer | null };

const COLUMNS = sql`
  to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
  a.actor_type, a.actor_id, a.actor_name, a.action, a.entity, a.entity_id,
  a.changes::text as changes, a.ip, a.request_id`;

/** Returns entries of the access log in a period, after an ID. */
export async function findAccessEntries(
  db: Db,
  {
    after = '00000000-0000-0000-0000-000000000000',
    limit,
    period: { from, until },
  }: { after: string | undefined; limit: number; period: { from: Date; until: Date } },
): Promise<LoggedEntry[]> {
  const { rows } = await sql<LoggedEntry>`
    select a.id, ${COLUMNS}
    from access_log a
    where a.id > ${after}::uuid and a.at >= ${from} and a.at < ${until}
    order by a.id
    limit ${limit}`.execute(db);
  return rows;
}

/** Returns seals after a position in the order of the chain; of entries in a period if given. */
export async function findSealedEntries(
  db: Db,
  { after, limit, period }: { after: number; limit: number; period?: { from: Date; until: Date } },
): Promise<SealedEntry[]> {
  const { rows } = await sql<SealedEntry>`
    select s.position, s.hash, case when a.id is not null then activity_line(a) end as line, s.activity_id as id,
      ${COLUMNS}
    from activity_seals s
    left join activity a on a.id = s.activity_id
    where s.position > ${after}
      and ${period ? sql`a.at >= ${period.from} and a.at < ${period.until}` : sql`true`}
    order by s.position
    limit ${limit}`.execute(db);
  return rows;
}

/** Returns entries that should have been sealed two minutes ago, such as those added around the product. */
export async function findLongUnsealed(
  db: Db,
): Promise<{ id: string; at: Date; action: string; actorName: string }[]> {
  const { rows } = await sql<{ id: string; at: Date; action: string; actorName: string }>`
    select a.id, a.at, a.action, a.actor_name
    from activity a
    where a.at < now() - interval '2 minutes'
      and not exists (select 1 from activity_seals s where s.activity_id = a.id)
    order by a.seq
    limit 1000`.execute(db);
  return rows;
}
