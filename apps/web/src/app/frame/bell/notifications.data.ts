import type { ReadNotifications } from '@pos/contract/staff/notifications';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';

/**
 * Newest notifications, and the number of all unread ones. A live event refetches them in place
 * (`live-stream.ts`).
 */
export const newestNotifications = (limit: 20 | 50 = 20) =>
  queryOptions({
    queryKey: ['notifications', limit],
    queryFn: async ({ signal }) =>
      (await api.notifications.list({ query: { limit } }, { signal })).data,
    placeholderData: keepPreviousData,
  });

export function useMarkRead() {
  return useMutation({
    mutationFn: (body: ReadNotifications) => api.notifications.read({ body }),
    meta: { refreshes: [['notifications']] },
  });
}
