import { AdminChanges, KEPT_SECRET_CODE, type Admin } from '@pos/contract/staff/admins';
import { formatInstant } from '@pos/contract/values/clock';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ActivityTab } from '#web/staff/activity/activity-tab.tsx';
import { useSuperAdminQuestion } from '#web/staff/roles/use-super-admin-question.tsx';
import { listAddress } from '#web/lib/lists/list-address.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { phoneText } from '#web/lib/input/phone-digits.ts';
import { useRecordId } from '#web/lib/api/record-id.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { AdminFactorCard } from '#web/staff/second-factor/admin-factor-card.tsx';
import { useSession } from '#web/lib/session/session.tsx';
import { HERE } from '#web/lib/input/time.ts';
import { RECORDS } from '#web/lib/lists/records.ts';
import { Ago } from '#web/ui/values/ago.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card, Facts } from '#web/ui/layout/card.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormSkeleton } from '#web/ui/form/form-skeleton.tsx';
import { ChoiceLabel } from '#web/ui/values/label-of.tsx';
import { ActionMenu } from '#web/ui/overlays/menu.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { PageHead, Tabs } from '#web/ui/layout/page-head.tsx';
import { NotLoaded } from '#web/ui/layout/record-error.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import type { RowAction } from '#web/ui/table/description.ts';
import { markSaved } from '#web/ui/table/rows/saved-row.ts';
import { toast } from '#web/ui/messages/toast.tsx';
import { useSaveMerged, wasCancelled, type ShownField } from '#web/ui/form/use-save-merged.tsx';
import { adminName, adminStatus } from './admin-columns.tsx';
import { adminForForm, readAdmin, useUpdateAdmin } from './admins.data.ts';
import { PlacesCard } from './places-card.tsx';
import { useAdminActions } from './use-admin-actions.tsx';
import { UserFields } from './user-fields.tsx';
import * as styles from '#web/ui/form/form.module.css';

export function EditUserPage() {
  // Number of times the form was reset to the current record.
  const [round, setRound] = useState(0);
  const query = useQuery(adminForForm(useRecordId()));
  const { data: admin, refetch } = query;
  if (!admin) return <NotLoaded what="user" query={query} outline={<FormSkeleton />} />;
  return (
    <EditUser
      admin={admin}
      round={round}
      onDiscard={() => void refetch().then(() => setRound((before) => before + 1))}
    />
  );
}

type EditUserProps = { admin: Admin; round: number; onDiscard: () => void };

function EditUser({ admin, round, onDiscard }: EditUserProps) {
  const navigate = useNavigate();
  const list = listAddress(pathTo('users'));
  const here = pathTo('edit-user', { id: admin.id });
  const isActivity = useSearchParams()['tab'] === 'activity';
  const { getActions, dialog } = useAdminActions(() => void navigate({ href: list }));
  return (
    <>
      <PageHead
        title={<span data-private>{adminName(admin)}</span>}
        crumbs={[{ label: 'Users', to: list }, { label: 'Edit' }]}
        badge={<StatusPill status={adminStatus(admin)} />}
        actions={<UserActions admin={admin} actions={getActions(admin)} />}
      />
      <Tabs
        label="Parts of this user"
        tabs={[
          { label: 'Details', to: here, current: !isActivity },
          { label: 'Activity', to: `${here}?tab=activity`, current: isActivity },
        ]}
      />
      {admin.mailRefusal !== null && (
        <Notice kind="warn">
          The last email to <span data-private>{admin.email}</span> could not be delivered.{' '}
          {admin.mailRefusal}
        </Notice>
      )}
      {isActivity && <ActivityTab entity="admin" entityId={admin.id} />}
      {/* Hidden, not unmounted, while the other tab is open, so that typed text stays. */}
      <div hidden={isActivity}>
        <UserForm key={round} admin={admin} onDiscard={onDiscard} list={list} />
      </div>
      {dialog}
    </>
  );
}

/** Menu of actions; for an invited user, the invitation is a button of its own. */
function UserActions({ admin, actions }: { admin: Admin; actions: readonly RowAction[] }) {
  const [invite, ...others] = actions;
  if (!admin.invited || !invite || !('run' in invite))
    return <ActionMenu look="page" label="More actions" actions={actions} />;
  return (
    <>
      <Button disabled={Boolean(invite.blocked)} title={invite.blocked} onClick={invite.run}>
        {invite.label}
      </Button>
      <ActionMenu look="page" label="More actions" actions={others} />
    </>
  );
}

type UserValues = ReturnType<typeof toValues>;

function toValues({ firstName, lastName, email, phone, roleId, hasSecretCode }: Admin) {
  return {
    firstName,
    lastName,
    email,
    countryCode: '+1' as const,
    phone: phone ?? '',
    roleId,
    secretCode: hasSecretCode ? KEPT_SECRET_CODE : '',
  };
}

/** The form leaves the user's own secret code alone. */
function getOwnValues(admin: Admin) {
  return { ...toValues(admin), secretCode: KEPT_SECRET_CODE };
}

const FIELDS: Record<keyof UserValues, ShownField> = {
  firstName: { label: 'First name' },
  lastName: { label: 'Last name' },
  email: { label: 'Email' },
  countryCode: { label: 'Country code' },
  phone: { label: 'Phone', show: (value) => phoneText('+1', String(value)) },
  roleId: {
    label: 'Role',
    show: (value) => <ChoiceLabel choices={RECORDS.roles} id={String(value)} />,
  },
  secretCode: {
    label: 'Secret code',
    show: (value) => (value === KEPT_SECRET_CODE ? 'Unchanged' : 'New code'),
  },
};

type UserFormProps = { admin: Admin; onDiscard: () => void; list: string };

function UserForm({ admin, onDiscard, list }: UserFormProps) {
  // The form's initial record; the query may refetch meanwhile.
  const [base] = useState(admin);
  const navigate = useNavigate();
  const isMe = useSession()?.user.id === admin.id;
  const valuesHere = isMe ? getOwnValues : toValues;
  const update = useUpdateAdmin(admin.id);
  const { confirmRole, question } = useSuperAdminQuestion();
  // Requested if the user changes their own email; not part of the record, so it never conflicts.
  const password = useRef<string>(undefined);
  const { save, dialog } = useSaveMerged({
    what: 'user',
    record: base,
    toValues: valuesHere,
    fields: FIELDS,
    read: () => readAdmin(admin.id),
    update: (changes) => update.mutateAsync({ ...changes, currentPassword: password.current }),
    onDiscard,
  });
  return (
    <div className={styles.formPage}>
      <Form
        schema={AdminChanges}
        values={{ ...valuesHere(base), currentPassword: '', version: base.version }}
        save={async ({ version: _, currentPassword, ...values }) => {
          password.current = currentPassword;
          if (values.roleId !== base.roleId)
            await confirmRole(values.roleId, () => ({ names: [adminName(values)] }));
          return save(values);
        }}
        onSaved={(saved) => {
          markSaved(saved.id);
          toast.ok({ title: 'User updated', detail: adminName(saved) });
          void navigate({ href: list });
        }}
        onRefused={wasCancelled}
        submitLabel="Save"
        saveWith="bar"
      >
        <UserFields admin={admin} isMe={isMe} />
      </Form>
      <div className={`${styles.formAside} ${styles.kept}`}>
        {admin.invited && (
          <Card title="What happens next">
            <p className="subdued">
              {adminName(admin)} has not used the setup link yet, which is valid for 72 hours. A
              register takes the secret code already, if the role may work one.
            </p>
          </Card>
        )}
        <PlacesCard id={admin.id} name={adminName(admin)} />
        <AdminFactorCard id={admin.id} name={adminName(admin)} />
        <Card title="About">
          <Facts
            facts={[
              ['Verified', admin.emailVerified ? 'Yes' : 'No'],
              ['Last sign-in', <Ago key="login" at={admin.lastLoginAt} />],
              ['Fairs assigned', admin.fairs],
              ['Added', formatInstant(admin.createdAt, HERE)],
            ]}
          />
        </Card>
      </div>
      {dialog}
      {question}
    </div>
  );
}
