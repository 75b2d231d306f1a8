import type { NewRole, Role, RoleChanges } from '@pos/contract/staff/roles';
import { useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, formQuery, useChange } from '#web/lib/api/calls.ts';
import { listQuery } from '#web/lib/lists/list.ts';

export const rolesList = listQuery(['roles', 'list'], api.roles.list);

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

/** One role for its form. */
export const roleForForm = (id: string) =>
  formQuery(['role-form', id], ({ signal }) => readRole(id, signal));

export async function readRole(id: string, signal?: AbortSignal): Promise<Role> {
  return (await api.roles.getById({ params: { id } }, signal && { signal })).data;
}

/** Starting points for a new role. */
export const masterRoles = dataQuery(['roles', 'masters'], api.roles.getMasterRoles, {});

/** Queries that a changed role makes stale: roles, and the people with it. */
const REFRESHES = [['roles'], ['admins'], ['activity']];

export const useAddRole = () =>
  useChange(REFRESHES, (body: NewRole, once) => api.roles.add(...once({ body })));

export const useUpdateRole = (id: string) =>
  useChange(REFRESHES, (body: RoleChanges) => api.roles.update({ params: { id }, body }));

export const useDeleteRole = () =>
  useChange(REFRESHES, (id: string) => api.roles.delete({ params: { id } }));

export function useMovePeople() {
  return useMutation({
    mutationFn: async (body: { from: string; to: string }) =>
      (await api.roles.movePeople({ body })).data.moved,
    meta: { refreshes: REFRESHES },
  });
}
