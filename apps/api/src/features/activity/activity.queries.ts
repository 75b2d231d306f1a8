import type { ActivityEntry, ActivityQuery } from '@pos/contract/activity';
import type { Db } from '#api/db/db.ts';
import { containing, sortOf } from '#api/http/paging.ts';

const columns = ['id', 'at', 'actorType', 'actorName', 'action', 'changes', 'ip'] as const;

/** One page of a record's activity and how much there is; search takes who did it and what. */
export async function findActivity(db: Db, query: ActivityQuery): Promise<{ results: ActivityEntry[]; total: number }> {
  let matching = db.selectFrom('activity').where('entity', '=', query.entity).where('entityId', '=', query.entityId);
  if (query.search) {
    const text = containing(query.search);
    matching = matching.where((eb) => eb.or([eb('actorName', 'ilike', text), eb('action', 'ilike', text)]));
  }
  const [results, { total }] = await Promise.all([
    matching
      .select(columns)
      .orderBy('seq', sortOf(query.sort).direction)
      .limit(query.limit)
      .offset((query.page - 1) * query.limit)
      .execute(),
    matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { results, total };
}

export function findActivityEntry(db: Db, id: string): Promise<ActivityEntry> {
  return db.selectFrom('activity').select(columns).where('id', '=', id).executeTakeFirstOrThrow();
}
