import { type Role, RolesQuery } from '@pos/contract/staff/roles';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { List } from '#api/lists/list.ts';
import type { Total } from '#api/lists/paging.ts';
import { containing, hasText } from '#api/lists/search-text.ts';
import { people, selectRoles, toRole } from './roles.queries.ts';

/** The roles list. SUPER_ADMIN comes first. */
const roleList = new List(RolesQuery, {
  rows: selectRoles,
  id: 'roles.id',
  pinned: sql`roles.is_system`,
  sorts: {
    name: sql`lower(roles.name)`,
    people,
    updatedAt: sql`roles.updated_at`,
  },
  filters: {},
  search: (text) => [
    hasText(sql`roles.name`, containing(text)),
    hasText(sql`roles.description`, containing(text)),
  ],
});

/** Returns one page of roles and the number of matching ones. */
export async function findRolesPage(
  db: Db,
  query: RolesQuery,
): Promise<{ results: Role[]; total: Total }> {
  const { results, total } = await roleList.find(db, query);
  return { results: results.map(toRole), total };
}
