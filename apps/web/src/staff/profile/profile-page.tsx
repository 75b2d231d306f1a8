import { KEPT_SECRET_CODE, ProfileChanges, type Admin } from '@pos/contract/staff/admins';
import { formatInstant } from '@pos/contract/values/clock';
import { useQuery } from '@tanstack/react-query';
import { MyActivity } from '#web/staff/activity/my-activity.tsx';
import { phoneText } from '#web/lib/input/phone-digits.ts';
import { HERE } from '#web/lib/input/time.ts';
import { Card, Facts } from '#web/ui/layout/card.tsx';
import { LockedField } from '#web/ui/fields/locked-field.tsx';
import { PhoneField } from '#web/ui/fields/phone-field.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormSkeleton } from '#web/ui/form/form-skeleton.tsx';
import { ErrorNotice } from '#web/ui/messages/notice.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useSaveMerged, wasCancelled, type ShownField } from '#web/ui/form/use-save-merged.tsx';
import { OwnRights } from './own-rights.tsx';
import { PreferencesCard } from './preferences-card.tsx';
import { ownProfile, readProfile, useUpdateProfile } from './profile.data.ts';
import * as styles from './profile.module.css';
import { Security } from './security.tsx';
import { SignIns } from './sign-ins.tsx';
import * as formStyles from '#web/ui/form/form.module.css';
import * as fieldStyles from '#web/ui/fields/fields.module.css';

export function ProfilePage() {
  const { data: admin, error, refetch } = useQuery(ownProfile);
  return (
    <>
      <PageHead title="Profile" />
      {admin ? (
        <div className={styles.profile}>
          <div className={formStyles.sections}>
            <Details key={admin.version} admin={admin} reload={() => void refetch()} />
            <PreferencesCard />
          </div>
          <div className={formStyles.sections}>
            <Security admin={admin} />
            <SignIns />
            <MyActivity />
          </div>
        </div>
      ) : error ? (
        <ErrorNotice what="Your profile" error={error} retry={() => void refetch()} />
      ) : (
        <FormSkeleton />
      )}
    </>
  );
}

/** Changes without the secret code, which has its own dialog that asks for the password. */
const DetailChanges = ProfileChanges.omit({ secretCode: true, currentPassword: true });

function toValues({ firstName, lastName, phone }: Admin) {
  return { firstName, lastName, countryCode: '+1' as const, phone: phone ?? '' };
}

const FIELDS: Record<keyof ReturnType<typeof toValues>, ShownField> = {
  firstName: { label: 'First name' },
  lastName: { label: 'Last name' },
  countryCode: { label: 'Country code' },
  phone: { label: 'Phone', show: (value) => phoneText('+1', String(value)) },
};

/** Form for one's own details; role and email are changed by others. */
function Details({ admin, reload }: { admin: Admin; reload: () => void }) {
  const update = useUpdateProfile();
  const { save, dialog } = useSaveMerged({
    what: 'profile',
    record: admin,
    toValues,
    fields: FIELDS,
    read: () => readProfile(),
    update: (values) => update.mutateAsync({ ...values, secretCode: KEPT_SECRET_CODE }),
    onDiscard: reload,
  });
  return (
    <>
      <Form
        schema={DetailChanges}
        values={{ ...toValues(admin), version: admin.version }}
        save={({ version: _, ...values }) => save(values)}
        onSaved={() => toast.ok('Profile updated')}
        onRefused={wasCancelled}
        submitLabel="Save"
        saveWith="bar"
      >
        <Card title="Details" intro="All fields are required.">
          <div className="stack gap-20">
            <div className={fieldStyles.pair}>
              <TextField
                name="firstName"
                label="First name"
                note="2 to 20 characters"
                autoComplete="given-name"
              />
              <TextField
                name="lastName"
                label="Last name"
                note="2 to 20 characters"
                autoComplete="family-name"
              />
            </div>
            <LockedField
              label="Email"
              value={admin.email}
              reason={
                admin.emailVerified ? 'Verified. Your Admin can change it.' : 'Not verified yet.'
              }
            />
            <PhoneField name="phone" label="Phone" narrow />
          </div>
        </Card>
        <Card title="Account">
          <Facts
            facts={[
              [
                'Role',
                <span key="role" className={styles.ownRole}>
                  {admin.roleName} <OwnRights />
                </span>,
              ],
              ['Fairs assigned', admin.fairs],
              ['Member since', formatInstant(admin.createdAt, HERE)],
            ]}
          />
        </Card>
      </Form>
      {dialog}
    </>
  );
}
