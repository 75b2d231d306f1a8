import type {
  Notification,
  NotificationsQuery,
  ReadNotifications,
} from '@pos/contract/staff/notifications';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { toSort } from '#api/lists/paging.ts';

const KEPT = sql`interval '90 days'`;

/** Returns one page of an admin's notifications, the total count, and the number unread. */
export async function findNotifications(
  db: Db,
  adminId: string,
  { sort, page, limit }: NotificationsQuery,
): Promise<{ results: Notification[]; total: number; unread: number }> {
  const own = db.selectFrom('notifications').where('adminId', '=', adminId);
  const { field, direction } = toSort(sort);
  const [results, counts] = await Promise.all([
    own
      .select(['id', 'at', 'readAt', 'count', 'subject'])
      .orderBy(field, direction)
      .orderBy('id', direction)
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    own
      .select([
        sql<number>`count(*)`.as('total'),
        sql<number>`count(*) filter (where read_at is null)`.as('unread'),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  return { results, ...counts };
}

/** Marks the admin's notifications as read and returns the number left unread. */
export async function markRead(db: Db, adminId: string, which: ReadNotifications): Promise<number> {
  let own = db
    .updateTable('notifications')
    .set({ readAt: sql<string>`now()` })
    .where('adminId', '=', adminId)
    .where('readAt', 'is', null);
  if ('ids' in which) own = own.where('id', 'in', which.ids);
  await own.execute();
  const { unread } = await db
    .selectFrom('notifications')
    .select(sql<number>`count(*)`.as('unread'))
    .where('adminId', '=', adminId)
    .where('readAt', 'is', null)
    .executeTakeFirstOrThrow();
  return unread;
}

/** Task that deletes old notifications, nightly. */
export const FORGET_NOTIFICATIONS_TASK = 'forget-notifications';
export const FORGET_NOTIFICATIONS_EVERY = { minutes: 24 * 60, at: 4 * 60 + 52 };

/** Deletes notifications older than 90 days, read or not. */
export async function forgetOldNotifications(db: Db): Promise<void> {
  await sql`delete from notifications where at < now() - ${KEPT}`.execute(db);
}
