import { NewRole, type MasterRole, type Role } from '@pos/contract/staff/roles';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { listAddress } from '#web/lib/lists/list-address.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormSkeleton } from '#web/ui/form/form-skeleton.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { NotLoaded } from '#web/ui/layout/record-error.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { everyModule, roleSummary } from './rights.ts';
import { factorDay, RoleFields } from './role-fields.tsx';
import { RolePreview } from './role-preview.tsx';
import { masterRoles, roleForForm, useAddRole } from './roles.data.ts';
import * as styles from './rights.module.css';
import * as fieldStyles from '#web/ui/fields/fields.module.css';

const NewRoleForm = NewRole.extend(factorDay);

/** Page to add a role, blank or as a copy of the role that `from` in the address names. */
export function AddRolePage() {
  const from = useSearchParams()['from'];
  const id = typeof from === 'string' ? from : '';
  const query = useQuery({ ...roleForForm(id), enabled: id !== '' });
  if (id !== '' && !query.data)
    return <NotLoaded what="role" query={query} outline={<FormSkeleton />} />;
  return <AddRole original={query.data} />;
}

function AddRole({ original }: { original: Role | undefined }) {
  const add = useAddRole();
  const navigate = useNavigate();
  const list = listAddress(pathTo('roles'));
  const [start, setStart] = useState<MasterRole>();
  return (
    <>
      <PageHead
        title="Add New Role"
        crumbs={[{ label: 'Roles', to: list }, { label: 'New role' }]}
      />
      {!original && <StartingPoints current={start?.name} onPick={setStart} />}
      <div className={styles.roleForm}>
        <Form
          key={start?.name ?? ''}
          schema={NewRoleForm}
          values={toValues(original, start)}
          save={({ factorRequiredFrom, ...role }) =>
            add.mutateAsync({ ...role, factorRequiredFrom: factorRequiredFrom || null })
          }
          onSaved={(data) => {
            toast.ok({ title: 'Role added', detail: `${data.name}: ${roleSummary(data)}` });
            void navigate({ href: pathTo('edit-role', { id: data.id }) });
          }}
          submitLabel="Add role"
          cancelTo={list}
        >
          <RoleFields />
          <RolePreview />
        </Form>
      </div>
    </>
  );
}

function toValues(original: Role | undefined, start: MasterRole | undefined) {
  const copied = start ?? original;
  return {
    name: start?.name ?? (original ? copyName(original.name) : ''),
    description: copied?.description ?? '',
    rights: everyModule(copied?.rights ?? []),
    duties: copied?.duties ?? [],
    factorRequiredFrom: original?.factorRequiredFrom ?? '',
  };
}

/** Name of a copy, at most 30 characters. */
function copyName(name: string): string {
  return `Copy of ${name}`.slice(0, 30).trim();
}

type StartingPointsProps = { current: string | undefined; onPick: (role: MasterRole) => void };

/** Roles to start from; choosing one fills in the form. */
function StartingPoints({ current, onPick }: StartingPointsProps) {
  const { data } = useQuery(masterRoles);
  const offered = data?.filter(({ isSystem }) => !isSystem) ?? [];
  if (offered.length === 0) return null;
  return (
    <div className={`form-width ${styles.roleStarts}`}>
      <Card title="Start with" intro="Copy one and change it, or start blank below.">
        <div className={fieldStyles.tiles}>
          {offered.map((role) => (
            <button
              key={role.name}
              type="button"
              className={fieldStyles.tile}
              aria-pressed={role.name === current}
              title={role.description}
              onClick={() => onPick(role)}
            >
              {role.name}
            </button>
          ))}
        </div>
      </Card>
    </div>
  );
}
