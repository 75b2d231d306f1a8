import type { ActivityEntity, ActivityEntry, NotedEntity } from '@pos/contract/staff/activity';
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { useOnceKey } from '#web/lib/api/once-key.ts';

/** Kinds of entries that the activity can be limited to. */
export type ActivityKind = 'all' | 'changes' | 'notes' | 'reads';

type ActivityChoice = { kind?: ActivityKind; limit?: 20 | 50 };

/** Activity of a record, newest first, page by page. */
export const activityQuery = (
  entity: ActivityEntity,
  entityId: string,
  { kind = 'all', limit = 20 }: ActivityChoice = {},
) =>
  infiniteQueryOptions({
    queryKey: ['activity', entity, entityId, kind, limit],
    queryFn: async ({ signal, pageParam }) => {
      const query = { entity, entityId, page: pageParam, limit, sort: '-at' as const };
      const only = {
        all: {},
        changes: { notes: false },
        notes: { notes: true },
        reads: { reads: true },
      }[kind];
      return (await api.activity.list({ query: { ...query, ...only } }, { signal })).data;
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
    staleTime: 0,
  });

/** Latest notes on a record, newest first, and the number of all. */
export const latestNotes = (entity: NotedEntity, entityId: string) =>
  queryOptions({
    queryKey: ['activity', entity, entityId, 'latest-notes'],
    queryFn: async ({ signal }) => {
      const query = { entity, entityId, notes: true, limit: 10 };
      const { results, totalResults } = (await api.activity.list({ query }, { signal })).data;
      return { notes: results, total: totalResults };
    },
  });

/** The user's own activity, newest first, page by page. */
export const ownActivity = infiniteQueryOptions({
  queryKey: ['activity', 'mine'],
  queryFn: async ({ signal, pageParam }) =>
    (await api.activity.mine({ query: { page: pageParam, limit: 10 } }, { signal })).data,
  initialPageParam: 1,
  getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  staleTime: 0,
});

export function useAddNote(entity: NotedEntity, entityId: string) {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async ({ text }: { text: string }): Promise<ActivityEntry> => {
      const body = { entity, entityId, text };
      return (await api.activity.addNote({ body }, { idempotencyKey: toKey(body) })).data;
    },
    meta: { refreshes: [['activity', entity, entityId]] },
  });
}
