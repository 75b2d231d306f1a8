import type { Duty, PermissionEntry } from '@pos/contract/permissions';
import { RoleChanges, type Role } from '@pos/contract/staff/roles';
import { pluralize } from '@pos/contract/values/counts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ActivityTab } from '#web/staff/activity/activity-tab.tsx';
import { listAddress } from '#web/lib/lists/list-address.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRecordId } from '#web/lib/api/record-id.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormSkeleton } from '#web/ui/form/form-skeleton.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { ActionMenu } from '#web/ui/overlays/menu.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { PageHead, Tabs } from '#web/ui/layout/page-head.tsx';
import { NotLoaded } from '#web/ui/layout/record-error.tsx';
import { markSaved } from '#web/ui/table/rows/saved-row.ts';
import { toast } from '#web/ui/messages/toast.tsx';
import { useSaveMerged, wasCancelled, type ShownField } from '#web/ui/form/use-save-merged.tsx';
import { dutyLabels, everyModule, heldRights, roleSummary } from './rights.ts';
import { factorDay, RoleFields } from './role-fields.tsx';
import { RolePreview } from './role-preview.tsx';
import { readRole, roleForForm, useUpdateRole } from './roles.data.ts';
import { useRoleActions } from './use-role-actions.tsx';
import * as styles from './rights.module.css';

export function EditRolePage() {
  // Number of times the form was reset to the current record.
  const [round, setRound] = useState(0);
  const query = useQuery(roleForForm(useRecordId()));
  const { data: role, refetch } = query;
  if (!role) return <NotLoaded what="role" query={query} outline={<FormSkeleton />} />;
  return (
    <EditRole
      role={role}
      round={round}
      onDiscard={() => void refetch().then(() => setRound((before) => before + 1))}
    />
  );
}

type EditRoleProps = { role: Role; round: number; onDiscard: () => void };

function EditRole({ role, round, onDiscard }: EditRoleProps) {
  const navigate = useNavigate();
  const list = listAddress(pathTo('roles'));
  const here = pathTo('edit-role', { id: role.id });
  const isActivity = useSearchParams()['tab'] === 'activity';
  const { getActions, dialog } = useRoleActions(() => void navigate({ href: list }));
  return (
    <>
      <PageHead
        title={role.name}
        crumbs={[{ label: 'Roles', to: list }, { label: 'Edit' }]}
        sub={
          role.people > 0 ? (
            <Link to={pathTo('users', {}, { roleId: role.id })}>
              {pluralize(role.people, 'person has this role', 'people have this role')}
            </Link>
          ) : (
            <span>Not assigned to anyone</span>
          )
        }
        actions={
          <ActionMenu
            look="page"
            label="More actions"
            actions={getActions(role).filter(({ label }) => label !== 'Edit')}
          />
        }
      />
      <Tabs
        label="Parts of this role"
        tabs={[
          { label: 'Details', to: here, current: !isActivity },
          { label: 'Activity', to: `${here}?tab=activity`, current: isActivity },
        ]}
      />
      {isActivity && <ActivityTab entity="role" entityId={role.id} />}
      {/* Hidden, not unmounted, while the other tab is open, so that typed text stays. */}
      <div hidden={isActivity}>
        <RoleForm key={round} role={role} onDiscard={onDiscard} list={list} />
      </div>
      {dialog}
    </>
  );
}

function toValues({ name, description, rights, duties, factorRequiredFrom }: Role) {
  return {
    name,
    description,
    rights: everyModule(rights),
    duties,
    factorRequiredFrom: factorRequiredFrom ?? '',
  };
}

const RoleSchema = RoleChanges.extend(factorDay);

const FIELDS: Record<keyof ReturnType<typeof toValues>, ShownField> = {
  name: { label: 'Name' },
  description: { label: 'Description' },
  rights: {
    label: 'Rights',
    show: (value) => heldRights(value as PermissionEntry[]).join(', ') || 'No rights',
  },
  factorRequiredFrom: { label: 'Second factor required from' },
  duties: { label: 'Duties', show: (value) => dutyLabels(value as Duty[]).join(', ') || 'None' },
};

function RoleForm({ role, onDiscard, list }: { role: Role; onDiscard: () => void; list: string }) {
  // The form's initial record; the query may refetch meanwhile.
  const [base] = useState(role);
  const navigate = useNavigate();
  const ownRole = useSession()?.user.role;
  const update = useUpdateRole(role.id);
  const { save, dialog } = useSaveMerged({
    what: 'role',
    record: base,
    toValues,
    fields: FIELDS,
    read: () => readRole(role.id),
    update: ({ factorRequiredFrom, ...changes }) =>
      update.mutateAsync({ ...changes, factorRequiredFrom: factorRequiredFrom || null }),
    onDiscard,
  });
  if (role.isSystem || role.name === ownRole)
    return (
      <Notice kind="quiet">
        {role.isSystem
          ? 'SUPER_ADMIN has every right and duty and cannot be changed.'
          : 'You cannot change your own role.'}
      </Notice>
    );
  return (
    <div className={styles.roleForm}>
      <Form
        schema={RoleSchema}
        values={{ ...toValues(base), version: base.version }}
        save={({ version: _, duties = base.duties, ...values }) => save({ ...values, duties })}
        onSaved={(saved) => {
          markSaved(saved.id);
          toast.ok({ title: 'Role updated', detail: `${saved.name}: ${roleSummary(saved)}` });
          void navigate({ href: list });
        }}
        onRefused={wasCancelled}
        submitLabel="Save"
        saveWith="bar"
      >
        <RoleFields role={role} />
        <RolePreview />
      </Form>
      {dialog}
    </div>
  );
}
