import type { ListKey, NewView } from '@pos/contract/staff/views';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';

function withMaker(db: Db) {
  return db
    .selectFrom('views')
    .innerJoin('admins', 'admins.id', 'views.adminId')
    .select([
      'views.id',
      'views.adminId',
      'views.list',
      'views.name',
      'views.query',
      'views.hiddenColumns',
      'views.columnOrder',
      'views.isTeam',
      'views.version',
      'views.createdAt',
      'views.updatedAt',
    ])
    .select(sql<string>`admins.first_name || ' ' || admins.last_name`.as('madeBy'));
}

export type ViewRow = Awaited<ReturnType<typeof findViews>>[number];

/**
 * Returns the admin's own views of a list, then with `withTeam` the team's, each sorted by name.
 */
export function findViews(db: Db, list: ListKey, adminId: string, withTeam: boolean) {
  return withMaker(db)
    .where('views.list', '=', list)
    .where((eb) =>
      eb.or([
        eb('views.adminId', '=', adminId),
        ...(withTeam ? [eb('views.isTeam', '=', true)] : []),
      ]),
    )
    .orderBy(sql`views.admin_id = ${adminId}`, 'desc')
    .orderBy(sql`lower(views.name)`)
    .orderBy('views.id')
    .execute();
}

export function findView(db: Db, id: string): Promise<ViewRow | undefined> {
  return withMaker(db).where('views.id', '=', id).executeTakeFirst();
}

/** Counts the views of a list that an admin has made. */
export async function countViews(db: Db, list: ListKey, adminId: string): Promise<number> {
  return (
    await db
      .selectFrom('views')
      .where('list', '=', list)
      .where('adminId', '=', adminId)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;
}

export async function insertViewRow(
  tx: Tx,
  { query, ...view }: NewView & { id: string; adminId: string },
): Promise<void> {
  await tx
    .insertInto('views')
    .values({ ...view, query: JSON.stringify(query) })
    .execute();
}

export async function updateViewRow(
  tx: Tx,
  id: string,
  { query, ...changes }: Omit<NewView, 'list'> & { version: number },
): Promise<void> {
  await tx
    .updateTable('views')
    .set({ ...changes, query: JSON.stringify(query), updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteViewRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('views').where('id', '=', id).execute();
}
