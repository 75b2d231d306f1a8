import type { Settings, SettingsChanges, SyncScope } from '@pos/contract/settings';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { useOnceKey } from '#web/lib/once-key.ts';

/** What the settings say to whoever asks; everything to a SUPER_ADMIN. */
export const settingsInfo = queryOptions({
  queryKey: ['settings', 'info'],
  queryFn: async ({ signal }) => (await api.settings.get(undefined, { signal })).data,
});

/** All settings as a SUPER_ADMIN has them: how the last sync went, and which first steps are done. */
export const allSettings = queryOptions({
  queryKey: ['settings', 'all'],
  queryFn: ({ signal }) => readSettings(signal),
  // A sync is watched while it runs.
  refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? 1_000 : false),
});

/** The settings for their forms: read anew when the page opens, and then changed by its own saves alone. */
export const settingsForForms = queryOptions({
  queryKey: ['settings-forms'],
  queryFn: ({ signal }) => readSettings(signal),
  gcTime: 0,
  staleTime: Infinity,
});

/** True while a sync waits or runs. */
export function isRunning({ lastSync }: Settings): boolean {
  return lastSync?.status === 'queued' || lastSync?.status === 'running';
}

/** The name of the source that a sync reads; undefined where the operator lists none, or no longer the chosen one. */
export function sourceOf({ syncSource, syncSources }: Settings): string | undefined {
  return syncSource === '' ? syncSources[0] : syncSources.find((name) => name === syncSource);
}

export async function readSettings(signal?: AbortSignal): Promise<Settings> {
  const { data } = await api.settings.get(undefined, signal && { signal });
  if (!('firstSteps' in data)) throw new Error('These settings are for a SUPER_ADMIN.');
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

export function useSync() {
  const keyOf = useOnceKey();
  return useMutation({
    mutationFn: (scope: SyncScope) =>
      api.settings.sync(
        { body: { scope } },
        { idempotencyKey: keyOf({ scope, at: Math.floor(Date.now() / 5_000) }) },
      ),
    meta: { refreshes: [['settings']] },
  });
}
