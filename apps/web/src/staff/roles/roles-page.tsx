import { rolesApi, RolesQuery, type Role } from '@pos/contract/staff/roles';
import { IconPlus, IconShieldCheck } from '@tabler/icons-react';
import { listAt } from '#web/lib/lists/list.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { ROLE_COLUMNS } from './role-columns.tsx';
import { rolesList } from './roles.data.ts';
import { useRoleActions } from './use-role-actions.tsx';
import { UsersTabs } from './users-tabs.tsx';

export function RolesPage() {
  const { getActions, dialog } = useRoleActions();
  const add = (
    <Allowed to={rolesApi.add}>
      <ButtonLink to={pathTo('add-role')} variant="primary">
        <IconPlus size={16} stroke={2} aria-hidden /> Add role
      </ButtonLink>
    </Allowed>
  );
  return (
    <>
      <PageHead title="Roles" actions={add} />
      <UsersTabs current="roles" />
      <DataTable
        name="roles"
        listKey="roles"
        schema={RolesQuery}
        list={rolesList}
        columns={ROLE_COLUMNS}
        searchHint="Role name"
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowLink={toLink}
        rowActions={getActions}
        empty={{
          title: 'No roles yet',
          text: 'A role defines what its people can see and do.',
          icon: IconShieldCheck,
          actions: add,
        }}
      />
      {dialog}
    </>
  );
}
RolesPage.firstRead = (params: Record<string, unknown>) => listAt(RolesQuery, rolesList, params);

/** Link to a role's page; nobody can change SUPER_ADMIN. */
function toLink({ id, isSystem }: Role): string | undefined {
  return isSystem ? undefined : pathTo('edit-role', { id });
}
