import type { Admin, ProfileChanges } from '@pos/contract/staff/admins';
import type { EndSessions } from '@pos/contract/staff/sign-in';
import type { ChangePasswordForm } from '@pos/contract/staff/passwords';
import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, formQuery, useChange } from '#web/lib/api/calls.ts';
import { refreshTokens } from '#web/lib/api/refresh.ts';

/** The user's own account for its form: read when the form opens and never refetched. */
export const ownProfile = formQuery(['own-profile'], ({ signal }) => readProfile(signal));

export async function readProfile(signal?: AbortSignal): Promise<Admin> {
  return (await api.admins.profile(undefined, signal && { signal })).data;
}

/** Sign-ins to the user's own account, newest first, page by page. */
export const ownSignIns = infiniteQueryOptions({
  queryKey: ['activity', 'sign-ins'],
  queryFn: async ({ signal, pageParam }) =>
    (await api.activity.signIns({ query: { page: pageParam, limit: 10 } }, { signal })).data,
  initialPageParam: 1,
  getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  staleTime: 0,
});

/** The user's own sessions. */
export const ownSessions = dataQuery(['own-sessions'], api.auth.sessions, {});

export function useUpdateProfile() {
  return useMutation({
    mutationFn: async (body: ProfileChanges) => {
      const { data } = await api.admins.updateProfile({ body });
      // The frame shows the name from the access token.
      await refreshTokens().catch(() => undefined);
      return data;
    },
    meta: { refreshes: [['admins'], ['activity'], ['own-profile']] },
  });
}

export function useChangePassword() {
  return useMutation({
    mutationFn: async (body: ChangePasswordForm) =>
      (await api.admins.changePassword({ body })).data.endedSessions,
    meta: { refreshes: [['own-sessions']] },
  });
}

export const useEndSession = () =>
  useChange([['own-sessions'], ['activity']], ({ id, ...body }: EndSessions & { id: string }) =>
    api.auth.endSession({ params: { id }, body }),
  );

export function useEndOtherSessions() {
  return useMutation({
    mutationFn: async (body: EndSessions) => (await api.auth.endOtherSessions({ body })).data.ended,
    meta: { refreshes: [['own-sessions'], ['activity']] },
  });
}
