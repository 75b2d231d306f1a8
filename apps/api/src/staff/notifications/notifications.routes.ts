import { notificationsApi } from '@pos/contract/staff/notifications';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { getPage } from '#api/lists/paging.ts';
import { findNotifications, markRead } from './notifications.queries.ts';

export function notifications(db: Db): Feature {
  return feature(notificationsApi, {
    list: async ({ query, admin }) => {
      const { results, total, unread } = await findNotifications(db, admin.id, query);
      return { data: { ...getPage(results, total, query).data, unread } };
    },
    read: async ({ body, admin }) => ({ data: { unread: await markRead(db, admin.id, body) } }),
  });
}
