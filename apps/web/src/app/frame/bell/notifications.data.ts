import type { ReadNotifications } from '@pos/contract/staff/notifications';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, useChange } from '#web/lib/api/calls.ts';

/**
 * Newest notifications, and the number of all unread ones. A live event refetches them in place
 * (`live-stream.ts`).
 */
export const newestNotifications = (limit: 20 | 50 = 20) =>
  dataQuery(
    ['notifications', limit],
    api.notifications.list,
    { query: { limit } },
    { placeholderData: keepPreviousData },
  );

export const useMarkRead = () =>
  useChange([['notifications']], (body: ReadNotifications) => api.notifications.read({ body }));
