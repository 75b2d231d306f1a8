import type { Admin, AdminChanges, AdminsQuery, NewAdmin } from '@pos/contract/admins';
import type { RecordStatus } from '@pos/contract/values';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { choicesOf } from '#web/lib/choices.ts';
import type { ListQuery } from '#web/lib/list.ts';
import { useOnceKey } from '#web/lib/once-key.ts';
import { authClient } from '#web/lib/refresh.ts';

/** Active admins to choose from, by name or e-mail. */
export const adminChoices = choicesOf('admins', api.admins.getAdmins);

export const adminsList = (query: AdminsQuery): ListQuery<Admin> => ({
  queryKey: ['admins', 'list', query],
  queryFn: ({ signal }) => api.admins.list({ query }, { signal }),
});

/** One admin for the form: read anew when it opens and then left alone, so that nothing is read over what is typed. */
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

/** What a changed admin makes stale: the lists of people, the numbers of the roles, and what was recorded of it. */
const REFRESHES = [['admins'], ['roles'], ['activity']];

export function useAddAdmin() {
  const keyOf = useOnceKey();
  return useMutation({
    mutationFn: (body: NewAdmin) => api.admins.add({ body }, { idempotencyKey: keyOf(body) }),
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

/** Gives one of several users another role, everything else as it was read. */
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

/** The setup link of an invited admin; a secret, so it is forgotten with the dialog that shows it. */
export const setupLinkOf = (id: string) =>
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

/** Has the link to reset a password mailed, as the person could do on the login page. */
export function useSendResetLink() {
  return useMutation({
    mutationFn: (email: string) => authClient.forgotPassword({ body: { email } }),
  });
}
