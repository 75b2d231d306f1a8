import type { Settings, SettingsChanges, SyncScope } from '@pos/contract/imports/settings';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, formQuery } from '#web/lib/api/calls.ts';
import { useOnceKey } from '#web/lib/api/once-key.ts';

/** Settings as far as the user may read them; all for a SUPER_ADMIN. */
export const settingsInfo = dataQuery(['settings', 'info'], api.settings.get, {});

/** All settings for a SUPER_ADMIN, with the last sync and the first steps done. */
export const allSettings = queryOptions({
  queryKey: ['settings', 'all'],
  queryFn: ({ signal }) => readSettings(signal),
  // Polls while a sync is running.
  refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? 1_000 : false),
});

/** Latest syncs, newest first; polls while one is running. */
export const syncLog = dataQuery(
  ['settings', 'syncs'],
  api.settings.syncs,
  {},
  {
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ finishedAt }) => finishedAt === null) ? 2_000 : false,
  },
);

/** Settings for their forms: read when the page opens, then updated only by its own saves. */
export const settingsForForms = formQuery(['settings-forms'], ({ signal }) => readSettings(signal));

/** True while a sync is queued or running. */
export function isRunning({ lastSync }: Settings): boolean {
  return lastSync?.status === 'queued' || lastSync?.status === 'running';
}

/**
 * Name of the source that a sync reads; undefined if the operator lists none, or not the chosen one
 * any more.
 */
export function activeSyncSource({ syncSource, syncSources }: Settings): string | undefined {
  return syncSource === '' ? syncSources[0] : syncSources.find((name) => name === syncSource);
}

export async function readSettings(signal?: AbortSignal): Promise<Settings> {
  const { data } = await api.settings.get(undefined, signal && { signal });
  if (!('firstSteps' in data)) throw new Error('Only a SUPER_ADMIN can see these settings.');
  return data;
}

export function useUpdateSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: SettingsChanges) => (await api.settings.update({ body })).data,
    onSuccess: (settings) => queryClient.setQueryData(settingsForForms.queryKey, settings),
    meta: { refreshes: [['settings'], ['activity', 'settings']] },
  });
}

type SyncStart = { scope: SyncScope; source: string | undefined; last: string | undefined };

/**
 * Starts a sync of `scope`: once, however often it is pressed, until `last`, the sync before it,
 * or its source has changed.
 */
export function useSync() {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: ({ scope, ...since }: SyncStart) =>
      api.settings.sync({ body: { scope } }, { idempotencyKey: toKey({ scope, ...since }) }),
    meta: { refreshes: [['settings']] },
  });
}
