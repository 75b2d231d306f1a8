import type {
  ActivityEntry,
  ActivityQuery,
  NotedEntity,
  OwnActivityEntry,
  OwnActivityQuery,
} from '@pos/contract/staff/activity';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { toSort } from '#api/lists/paging.ts';
import { containing, hasName } from '#api/lists/search-text.ts';
import type { Named } from './names.rules.ts';
import { entriesAbout } from './entries.queries.ts';
import { SIGN_IN_ACTIONS } from './sign-ins.queries.ts';

const columns = ['id', 'at', 'actorType', 'actorName', 'action', 'changes', 'ip'] as const;

/**
 * Returns one page of a record's activity and the total count. Search matches actor name and
 * action.
 */
export async function findActivity(
  db: Db,
  query: ActivityQuery,
): Promise<{ results: ActivityEntry[]; total: number }> {
  let matching = entriesAbout(db, query.entity, query.entityId).where(
    'action',
    query.reads ? 'like' : 'not like',
    '%.names_read',
  );
  if (query.notes !== undefined)
    matching = matching.where('action', query.notes ? '=' : '<>', 'note.added');
  if (query.search) {
    const { search } = query;
    matching = matching.where((eb) =>
      eb.or([hasName(sql`actor_name`, search), eb('action', 'ilike', containing(search))]),
    );
  }
  const [results, { total }] = await Promise.all([
    matching
      .select(columns)
      .orderBy('at', toSort(query.sort).direction)
      .orderBy('id', toSort(query.sort).direction)
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

const TABLES = {
  admin: 'admins',
  device: 'devices',
  fair: 'fairs',
  school: 'schools',
  order: 'orders',
  payment: 'payments',
  student: 'students',
  title: 'titles',
  package: 'package_lists',
  'stock-document': 'stock_documents',
  role: 'roles',
} as const satisfies Record<NotedEntity, string>;

/** Returns true if the record exists and is not deleted. */
export async function recordExists(db: Db, entity: NotedEntity, id: string): Promise<boolean> {
  const { rows } = await sql<{
    gone: boolean;
  }>`
    select coalesce((to_jsonb(r) ->> 'deleted_at') is not null, false) as gone
    from ${sql.table(TABLES[entity])} r
    where r.id = ${id}`.execute(db);
  return rows[0]?.gone === false;
}

/** Returns the names that a note about a student must not contain: the child's and the parents'. */
export async function findNamesAround(db: Db, studentId: string): Promise<Named[]> {
  const [child, parents] = await Promise.all([
    db
      .selectFrom('students')
      .select(['firstName', 'lastName'])
      .where('id', '=', studentId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('parents')
      .innerJoin('studentParents', 'studentParents.parentId', 'parents.id')
      .select('name')
      .where('studentId', '=', studentId)
      .execute(),
  ]);
  return [child, ...parents];
}

/** Current name of the record, for kinds that have one. */
const recordName = sql<string | null>`case activity.entity
  when 'admin' then (select first_name || ' ' || last_name from admins where id = entity_id)
  when 'role' then (select name from roles where id = entity_id)
  when 'device' then (select device_id from devices where id = entity_id)
  when 'school' then (select name from schools where id = entity_id)
  when 'fair' then (select name from fairs where id = entity_id)
  when 'title' then (select title from titles where id = entity_id)
  when 'order' then (select order_number from orders where id = entity_id)
end`;

/** Returns one page of an admin's own actions and the total count. Search matches the action. */
export async function findOwnActivity(
  db: Db,
  adminId: string,
  query: OwnActivityQuery,
): Promise<{ results: OwnActivityEntry[]; total: number }> {
  let matching = db
    .selectFrom('activity')
    .where('actorType', '=', 'admin')
    .where('actorId', '=', adminId)
    .where('action', 'not in', SIGN_IN_ACTIONS);
  if (query.search) matching = matching.where('action', 'ilike', containing(query.search));
  const [results, { total }] = await Promise.all([
    matching
      .select([...columns, 'entity', 'entityId', recordName.as('recordName')])
      .orderBy('seq', toSort(query.sort).direction)
      .limit(query.limit)
      .offset((query.page - 1) * query.limit)
      .execute(),
    matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { results, total };
}
