import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';

type Entry = { action: string; entity: string };

export async function insertEntryRow(
  db: Db | Tx,
  actor: Actor,
  { changes, ...entry }: Entry & { id: string; entityId: string; changes: object },
  table: 'activity' | 'accessLog' = 'activity',
): Promise<void> {
  await db
    .insertInto(table)
    .values({
      ...entry,
      actorType: actor.type,
      actorId: actor.id,
      actorName: actor.name,
      changes: JSON.stringify(changes),
      ip: actor.ip,
      requestId: actor.requestId,
    })
    .execute();
}

/** Inserts entries of one action. Each of `records` has the entry's ID, its record and changes. */
export async function insertEntryRows(
  tx: Tx,
  actor: Actor,
  { action, entity }: Entry,
  records: readonly { id: string; entityId: string; changes: object }[],
): Promise<void> {
  await sql`
    insert into activity (
      id, actor_type, actor_id, actor_name, action, entity, entity_id, changes, ip, request_id)
    select id, ${actor.type}, ${actor.id}::uuid, ${actor.name}, ${action}, ${entity}, entity_id,
      changes, ${actor.ip}, ${actor.requestId}
    from unnest(
      ${records.map(({ id }) => id)}::uuid[],
      ${records.map(({ entityId }) => entityId)}::uuid[],
      ${records.map(({ changes }) => JSON.stringify(changes))}::jsonb[])
      as record(id, entity_id, changes)`.execute(tx);
}

const COLUMNS = [
  'id',
  'at',
  'actorType',
  'actorName',
  'action',
  'changes',
  'ip',
  'entity',
  'entityId',
] as const;

/** Entries about a record, of the activity and of the access log. */
export const entriesAbout = (db: Db, entity: string, entityId: string) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('activity')
        .select(COLUMNS)
        .unionAll(eb.selectFrom('accessLog').select(COLUMNS))
        .as('entries'),
    )
    .where('entity', '=', entity)
    .where('entityId', '=', entityId);
