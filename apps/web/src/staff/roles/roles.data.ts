import type { NewRole, Role, RoleChanges, RolesQuery } from '@pos/contract/staff/roles';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { makeChoices } from '#web/lib/lists/choices.ts';
import type { ListQuery } from '#web/lib/lists/list.ts';
import { useOnceKey } from '#web/lib/api/once-key.ts';

export const rolesList = (query: RolesQuery): ListQuery<Role> => ({
  queryKey: ['roles', 'list', query],
  queryFn: ({ signal }) => api.roles.list({ query }, { signal }),
});

/** Roles that the signed-in admin may assign, with their rights. */
export const roleChoices = makeChoices('roles', api.roles.getRoles);

/** True for SUPER_ADMIN, by the role's ID. */
export async function isSuperAdminRole(id: string): Promise<boolean> {
  const [role] = (await api.roles.getRoles({ query: { id } })).data;
  return role?.isSystem ?? false;
}

/** Names of people with a role, a page of them. */
export async function peopleWithRole(roleId: string): Promise<string[]> {
  const { data } = await api.admins.list({ query: { roleId } });
  return data.results.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
}

/**
 * One role for its form: read when it opens and never refetched, so that typed text is not
 * overwritten.
 */
export const roleForForm = (id: string) =>
  queryOptions({
    queryKey: ['role-form', id],
    queryFn: ({ signal }) => readRole(id, signal),
    gcTime: 0,
    staleTime: Infinity,
  });

export async function readRole(id: string, signal?: AbortSignal): Promise<Role> {
  return (await api.roles.getById({ params: { id } }, signal && { signal })).data;
}

/** Starting points for a new role. */
export const masterRoles = queryOptions({
  queryKey: ['roles', 'masters'],
  queryFn: async ({ signal }) => (await api.roles.getMasterRoles(undefined, { signal })).data,
});

/** Queries that a changed role makes stale: roles, and the people with it. */
const REFRESHES = [['roles'], ['admins'], ['activity']];

export function useAddRole() {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: (body: NewRole) => api.roles.add({ body }, { idempotencyKey: toKey(body) }),
    meta: { refreshes: REFRESHES },
  });
}

export function useUpdateRole(id: string) {
  return useMutation({
    mutationFn: async (body: RoleChanges) =>
      (await api.roles.update({ params: { id }, body })).data,
    meta: { refreshes: REFRESHES },
  });
}

export function useDeleteRole() {
  return useMutation({
    mutationFn: (id: string) => api.roles.delete({ params: { id } }),
    meta: { refreshes: REFRESHES },
  });
}

export function useMovePeople() {
  return useMutation({
    mutationFn: async (body: { from: string; to: string }) =>
      (await api.roles.movePeople({ body })).data.moved,
    meta: { refreshes: REFRESHES },
  });
}
