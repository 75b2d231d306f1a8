import { KEPT_SECRET_CODE, ProfileChanges, type Admin } from '@pos/contract/admins';
import { useQuery } from '@tanstack/react-query';
import { phoneText } from '#web/lib/phone-digits.ts';
import { Card, Facts } from '#web/ui/card.tsx';
import { LockedField } from '#web/ui/fields/locked-field.tsx';
import { PhoneField } from '#web/ui/fields/phone-field.tsx';
import { SecretCodeField } from '#web/ui/fields/secret-code-field.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { Form } from '#web/ui/form.tsx';
import { FormSkeleton } from '#web/ui/form-skeleton.tsx';
import { ErrorNotice } from '#web/ui/notice.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useSaveMerged, wasCancelled, type ShownField } from '#web/ui/use-save-merged.tsx';
import { formatInstant } from '#web/lib/time.ts';
import { ownProfile, readProfile, useUpdateProfile } from './profile.data.ts';
import './profile.css';
import { Security } from './security.tsx';

export function ProfilePage() {
  const { data: admin, error, refetch } = useQuery(ownProfile);
  return (
    <>
      <PageHead title="Profile" />
      {admin ? (
        <div className="profile">
          <Details key={admin.version} admin={admin} reload={() => void refetch()} />
          <Security />
        </div>
      ) : error ? (
        <ErrorNotice what="Your profile" error={error} retry={() => void refetch()} />
      ) : (
        <FormSkeleton />
      )}
    </>
  );
}

function valuesOf({ firstName, lastName, phone, hasSecretCode }: Admin) {
  return { firstName, lastName, countryCode: '+1' as const, phone: phone ?? '', secretCode: hasSecretCode ? KEPT_SECRET_CODE : '' };
}

const FIELDS: Record<keyof ReturnType<typeof valuesOf>, ShownField> = {
  firstName: { label: 'First name' },
  lastName: { label: 'Last name' },
  countryCode: { label: 'Country code' },
  phone: { label: 'Phone', show: (value) => phoneText('+1', String(value)) },
  secretCode: { label: 'Secret code', show: (value) => (value === KEPT_SECRET_CODE ? 'As it is' : 'A new one') },
};

/** What one may change of oneself; role and e-mail are somebody else's to change. */
function Details({ admin, reload }: { admin: Admin; reload: () => void }) {
  const update = useUpdateProfile();
  const { save, dialog } = useSaveMerged({ what: 'profile', record: admin, valuesOf, fields: FIELDS, read: () => readProfile(), update: update.mutateAsync, onDiscard: reload });
  return (
    <>
      <Form
        schema={ProfileChanges}
        values={{ ...valuesOf(admin), version: admin.version }}
        save={({ version: _, ...values }) => save(values)}
        onSaved={() => toast.ok('Profile updated')}
        onRefused={wasCancelled}
        submitLabel="Save"
        saveWith="bar"
      >
        <Card title="Details" intro="All fields are required.">
          <div className="form">
            <div className="g2">
              <TextField name="firstName" label="First name" note="2 to 20 characters" autoComplete="given-name" />
              <TextField name="lastName" label="Last name" note="2 to 20 characters" autoComplete="family-name" />
            </div>
            <LockedField label="Email" value={admin.email} reason={admin.emailVerified ? 'Verified. Your Admin can change it.' : 'Not verified yet.'} />
            <div className="g2">
              <PhoneField name="phone" label="Phone" />
              <SecretCodeField name="secretCode" label="Secret code" note="4 digits" hint="For logging in at a register. It cannot be shown again, only replaced." />
            </div>
          </div>
        </Card>
        <Card title="Account">
          <Facts
            facts={[
              ['Role', admin.roleName],
              ['Fairs assigned', admin.fairs],
              ['Member since', formatInstant(admin.createdAt)],
            ]}
          />
        </Card>
      </Form>
      {dialog}
    </>
  );
}
