import type { Admin, AdminChanges, AdminsQuery, NewAdmin } from '@pos/contract/staff/admins';
import type { RecordStatus } from '@pos/contract/values';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { makeChoices } from '#web/lib/lists/choices.ts';
import type { ListQuery } from '#web/lib/lists/list.ts';
import { useOnceKey } from '#web/lib/api/once-key.ts';
import { authClient } from '#web/lib/api/refresh.ts';

/** Active admins to choose from, by name or email. */
export const adminChoices = {
  ...makeChoices('admins', api.admins.getAdmins),
  arePeople: true,
} as const;

export const adminsList = (query: AdminsQuery): ListQuery<Admin> => ({
  queryKey: ['admins', 'list', query],
  queryFn: ({ signal }) => api.admins.list({ query }, { signal }),
});

/**
 * One admin for the form: read when it opens and never refetched, so that typed text is not
 * overwritten.
 */
export const adminForForm = (id: string) =>
  queryOptions({
    queryKey: ['admin-form', id],
    queryFn: ({ signal }) => readAdmin(id, signal),
    gcTime: 0,
    staleTime: Infinity,
  });

export async function readAdmin(id: string, signal?: AbortSignal): Promise<Admin> {
  return (await api.admins.getById({ params: { id } }, signal && { signal })).data;
}

/** Queries that a changed admin makes stale: lists of people, counts of roles, and activity. */
const REFRESHES = [['admins'], ['roles'], ['activity']];

export function useAddAdmin() {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: (body: NewAdmin) => api.admins.add({ body }, { idempotencyKey: toKey(body) }),
    meta: { refreshes: REFRESHES },
  });
}

export function useUpdateAdmin(id: string) {
  return useMutation({
    mutationFn: async (body: AdminChanges) =>
      (await api.admins.update({ params: { id }, body })).data,
    meta: { refreshes: REFRESHES },
  });
}

/** Gives one of several users another role; everything else stays as read. */
export function useChangeRole() {
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: AdminChanges }) =>
      api.admins.update({ params: { id }, body }),
    meta: { refreshes: REFRESHES },
  });
}

export function useChangeAdminStatus() {
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: RecordStatus }) =>
      api.admins.changeStatus({ params: { id }, body: { status } }),
    meta: { refreshes: [...REFRESHES, ['admin-form']] },
  });
}

export function useDeleteAdmin() {
  return useMutation({
    mutationFn: (id: string) => api.admins.delete({ params: { id } }),
    meta: { refreshes: REFRESHES },
  });
}

/**
 * Setup link of an invited admin. It is a secret, so it leaves the cache with the dialog that shows
 * it.
 */
export const setupLinkQuery = (id: string) =>
  queryOptions({
    queryKey: ['setup-link', id],
    queryFn: async ({ signal }) =>
      (await api.admins.setupLink({ params: { id } }, { signal })).data,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });

export function useResendSetup() {
  return useMutation({
    mutationFn: (id: string) => api.admins.resendSetup({ params: { id } }),
    meta: { refreshes: [['activity']] },
  });
}

/** Sends the link to reset a password, as the person could do on the login page. */
export function useSendResetLink() {
  return useMutation({
    mutationFn: (email: string) => authClient.forgotPassword({ body: { email } }),
  });
}
