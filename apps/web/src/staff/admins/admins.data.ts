import type { Admin, AdminChanges, NewAdmin } from '@pos/contract/staff/admins';
import type { RecordStatus } from '@pos/contract/values';
import { useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, formQuery, useChange } from '#web/lib/api/calls.ts';
import { listQuery } from '#web/lib/lists/list.ts';
import { authClient } from '#web/lib/api/refresh.ts';

export const adminsList = listQuery(['admins', 'list'], api.admins.list);

/** One admin for its form. */
export const adminForForm = (id: string) =>
  formQuery(['admin-form', id], ({ signal }) => readAdmin(id, signal));

export async function readAdmin(id: string, signal?: AbortSignal): Promise<Admin> {
  return (await api.admins.getById({ params: { id } }, signal && { signal })).data;
}

/** Queries that a changed admin makes stale: lists of people, counts of roles, and activity. */
const REFRESHES = [['admins'], ['roles'], ['activity']];

export const useAddAdmin = () =>
  useChange(REFRESHES, (body: NewAdmin, once) => api.admins.add(...once({ body })));

export const useUpdateAdmin = (id: string) =>
  useChange(REFRESHES, (body: AdminChanges) => api.admins.update({ params: { id }, body }));

/** Gives one of several users another role; everything else stays as read. */
export const useChangeRole = () =>
  useChange(REFRESHES, ({ id, body }: { id: string; body: AdminChanges }) =>
    api.admins.update({ params: { id }, body }),
  );

export const useChangeAdminStatus = () =>
  useChange(
    [...REFRESHES, ['admin-form']],
    ({ id, status }: { id: string; status: RecordStatus }) =>
      api.admins.changeStatus({ params: { id }, body: { status } }),
  );

export const useDeleteAdmin = () =>
  useChange(REFRESHES, (id: string) => api.admins.delete({ params: { id } }));

/**
 * Setup link of an invited admin. It is a secret, so it leaves the cache with the dialog that shows
 * it.
 */
export const setupLinkQuery = (id: string) =>
  dataQuery(
    ['setup-link', id],
    api.admins.setupLink,
    { params: { id } },
    { gcTime: 0, staleTime: Infinity, retry: false },
  );

export const useResendSetup = () =>
  useChange([['activity']], (id: string) => api.admins.resendSetup({ params: { id } }));

/** Sends the link to reset a password, as the person could do on the login page. */
export function useSendResetLink() {
  return useMutation({
    mutationFn: (email: string) => authClient.forgotPassword({ body: { email } }),
  });
}
