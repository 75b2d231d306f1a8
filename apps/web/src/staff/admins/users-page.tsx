import { adminsApi, AdminsQuery } from '@pos/contract/staff/admins';
import { allows } from '@pos/contract/permissions';
import {
  IconPlus,
  IconUsers,
  IconShieldCheck,
  IconToggleLeft,
  IconToggleRight,
} from '@tabler/icons-react';
import { useExport } from '#web/ui/exports/use-export.tsx';
import { UsersTabs } from '#web/staff/roles/users-tabs.tsx';
import { listAt } from '#web/lib/lists/list.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useSearchState } from '#web/lib/lists/search-state.ts';
import { Allowed, useRights } from '#web/lib/session/session.tsx';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { lazyPart } from '#web/ui/messages/lazy-part.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { useViewTabs } from '#web/ui/table/views/view-tabs.ts';
import { type BulkOffer, useBulkDialog } from '#web/ui/table/rows/use-bulk-dialog.tsx';
import { ADMIN_COLUMNS, adminName } from './admin-columns.tsx';
import { adminsList } from './admins.data.ts';
import type { BulkAdminsProps } from './bulk-admins.tsx';
import { adminRowActions, useAdminActions } from './use-admin-actions.tsx';

// Loaded on demand: the list needs no dialog at first.
const BulkAdmins = lazyPart(() => import('./bulk-admins.tsx'), 'BulkAdmins');

const OFFERS: readonly BulkOffer<BulkAdminsProps>[] = [
  { label: 'Activate', icon: IconToggleRight, ask: { what: 'activate' } },
  { label: 'Deactivate', icon: IconToggleLeft, ask: { what: 'deactivate' } },
  { label: 'Change role', icon: IconShieldCheck, ask: { what: 'role' } },
];

/** Actions on several users at once, and the dialog that runs them. */
const useBulkAdmins = () => useBulkDialog(BulkAdmins, OFFERS);

type View = { label: string; query: Pick<AdminsQuery, 'status' | 'verified'> };
/** Presets of the list, each a set of filters in the address. */
const VIEWS: readonly View[] = [
  { label: 'All', query: {} },
  { label: 'Invited', query: { verified: false } },
  { label: 'Inactive', query: { status: ['inactive'] } },
];

export function UsersPage() {
  const { query } = useSearchState(AdminsQuery);
  const views = useViewTabs(AdminsQuery, adminsList, VIEWS, {
    shown: query,
    linkTo: (preset) => pathTo('users', {}, preset),
  });
  const mayEdit = allows(adminsApi.update.access, useRights());
  const { getActions, dialog } = useAdminActions();
  const { bulk, dialog: bulkDialog } = useBulkAdmins();
  const { tool, chosen, dialog: exportDialog } = useExport('users');
  const add = (
    <Allowed to={adminsApi.add}>
      <ButtonLink to={pathTo('add-user')} variant="primary">
        <IconPlus size={16} stroke={2} aria-hidden /> Add user
      </ButtonLink>
    </Allowed>
  );
  return (
    <>
      <PageHead title="Users" actions={add} />
      <UsersTabs current="users" />
      <DataTable
        name="users"
        listKey="users"
        schema={AdminsQuery}
        list={adminsList}
        columns={ADMIN_COLUMNS}
        tool={tool}
        searchHint="Name, email, phone"
        rowId={({ id }) => id}
        rowName={adminName}
        rowLink={mayEdit ? ({ id }) => pathTo('edit-user', { id }) : undefined}
        rowActions={mayEdit ? (admin) => adminRowActions(admin, getActions(admin)) : undefined}
        bulk={mayEdit ? (rows, done) => [...bulk(rows, done), ...chosen({}, rows)] : undefined}
        views={views}
        empty={{
          title: 'Invite your first team member',
          text: 'They set a password with a setup link.',
          icon: IconUsers,
          actions: add,
        }}
      />
      {exportDialog}
      {dialog}
      {bulkDialog}
    </>
  );
}
UsersPage.firstRead = (params: Record<string, unknown>) => listAt(AdminsQuery, adminsList, params);
