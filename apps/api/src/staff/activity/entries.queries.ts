import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';

type Entry = { action: string; entity: string };

export async function insertEntryRow(
  tx: Tx,
  actor: Actor,
  { changes, ...entry }: Entry & { id: string; entityId: string; changes: object },
): Promise<void> {
  await tx
    .insertInto('activity')
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

/** Inserts the same entry for many records. Each of `ids` names an entry and its record. */
export async function insertEntryRows(
  tx: Tx,
  actor: Actor,
  { action, entity }: Entry,
  ids: readonly { id: string; entityId: string }[],
): Promise<void> {
  await sql`
    insert into activity (
      id, actor_type, actor_id, actor_name, action, entity, entity_id, ip, request_id)
    select id, ${actor.type}, ${actor.id}::uuid, ${actor.name}, ${action}, ${entity}, entity_id,
      ${actor.ip}, ${actor.requestId}
    from unnest(
      ${ids.map(({ id }) => id)}::uuid[],
      ${ids.map(({ entityId }) => entityId)}::uuid[]) as record(id, entity_id)`.execute(tx);
}
