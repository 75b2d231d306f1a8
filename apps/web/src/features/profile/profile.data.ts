import type { Admin, ProfileChanges } from '@pos/contract/admins';
import type { ChangePasswordForm } from '@pos/contract/passwords';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { refreshTokens } from '#web/lib/refresh.ts';

/** The own account for its form: read anew when the form opens and then left alone. */
export const ownProfile = queryOptions({ queryKey: ['own-profile'], queryFn: ({ signal }) => readProfile(signal), gcTime: 0, staleTime: Infinity });

export async function readProfile(signal?: AbortSignal): Promise<Admin> {
  return (await api.admins.profile(undefined, signal && { signal })).data;
}

/** Where one is signed in. */
export const ownSessions = queryOptions({ queryKey: ['own-sessions'], queryFn: async ({ signal }) => (await api.auth.sessions(undefined, { signal })).data });

export function useUpdateProfile() {
  return useMutation({
    mutationFn: async (body: ProfileChanges) => {
      const { data } = await api.admins.updateProfile({ body });
      // The name in the access token is the one that the frame shows.
      await refreshTokens().catch(() => undefined);
      return data;
    },
    meta: { refreshes: [['admins'], ['activity'], ['own-profile']] },
  });
}

export function useChangePassword() {
  return useMutation({ mutationFn: async (body: ChangePasswordForm) => (await api.admins.changePassword({ body })).data.endedSessions, meta: { refreshes: [['own-sessions']] } });
}

export function useEndSession() {
  return useMutation({ mutationFn: (id: string) => api.auth.endSession({ params: { id } }), meta: { refreshes: [['own-sessions']] } });
}

export function useEndOtherSessions() {
  return useMutation({ mutationFn: async () => (await api.auth.endOtherSessions()).data.ended, meta: { refreshes: [['own-sessions']] } });
}
