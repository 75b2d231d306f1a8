import { KEPT_SECRET_CODE, ProfileChanges, type Admin } from '@pos/contract/staff/admins';
import { formatInstant } from '@pos/contract/values/clock';
import { useQuery, useInfiniteQuery } from '@tanstack/react-query';
import { MyActivity } from '#web/staff/activity/my-activity.tsx';
import { phoneText } from '#web/lib/input/phone-digits.ts';
import { HERE } from '#web/lib/input/time.ts';
import { Card, Facts } from '#web/ui/layout/card.tsx';
import { LockedField } from '#web/ui/fields/locked-field.tsx';
import { PhoneField } from '#web/ui/fields/phone-field.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormSkeleton } from '#web/ui/form/form-skeleton.tsx';
import { Empty, Unloaded } from '#web/ui/messages/notice.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useSaveMerged, wasCancelled, type ShownField } from '#web/ui/form/use-save-merged.tsx';
import { PreferencesCard } from './preferences-card.tsx';
import { ownProfile, readProfile, useUpdateProfile, ownSignIns } from './profile.data.ts';
import * as styles from './profile.module.css';
import { FactorsCard } from '#web/staff/second-factor/factors-card.tsx';
import { Security } from './security.tsx';
import * as formStyles from '#web/ui/form/form.module.css';
import * as fieldStyles from '#web/ui/fields/fields.module.css';
import { holds, MODULES } from '@pos/contract/permissions';
import { DUTY_WORDS } from '@pos/contract/permission-words';
import { useRights } from '#web/lib/session/session.tsx';
import { Popover } from '#web/ui/overlays/popover.tsx';
import type { SignInEntry, SignInKind } from '@pos/contract/staff/activity';
import { ActivityPages } from '#web/staff/activity/activity-pages.tsx';
import { browserName } from '#web/lib/session/browser-name.ts';
import { Ago } from '#web/ui/values/ago.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';

const WORDS: Record<SignInKind, string> = {
  signed_in: 'Signed in',
  sign_in_refused: 'A sign-in was refused',
  sign_in_paused: 'Too many wrong passwords: sign-ins from there are paused',
  sign_in_refusals_unlisted: 'More sign-ins were refused this hour than are shown',
  session_reused: 'Sign-in blocked: session used twice',
  password_refused: 'A wrong password was entered to confirm a change',
};

/** Kinds that need attention, with their label. */
const WARNINGS: Partial<Record<SignInKind, string>> = {
  sign_in_paused: 'Password guessing',
  sign_in_refusals_unlisted: 'Password guessing',
  session_reused: 'Used twice',
};

/** Sign-ins and attempts on the user's own account, newest first, with address and browser. */
function SignIns() {
  const query = useInfiniteQuery(ownSignIns);
  return (
    <Card title="Sign-ins" intro="Was that not you? Change your password." rows>
      <ActivityPages query={query} what="Your sign-ins" nothing={<Empty title="No sign-ins yet" />}>
        {(entries) => (
          <ol className={`${styles.signIns} lined`}>
            {entries.map((entry) => (
              <Line key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </ActivityPages>
    </Card>
  );
}

function Line({ entry: { at, kind, ip, browser } }: { entry: SignInEntry }) {
  const warning = WARNINGS[kind];
  return (
    <li>
      <p className="row wrapping">
        <span>{WORDS[kind]}</span>
        {warning && <StatusPill status={{ label: warning, meaning: 'bad' }} />}
      </p>
      <p className="caption">
        {browserName(browser)}
        {ip && ` · ${ip}`} · <Ago at={at} />
      </p>
    </li>
  );
}

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
            <FactorsCard />
            <SignIns />
            <MyActivity />
          </div>
        </div>
      ) : (
        <Unloaded what="Your profile" error={error} retry={refetch}>
          <FormSkeleton />
        </Unloaded>
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

/** Read-only list of the user's own rights: "What can I do?". */
function OwnRights() {
  const rights = useRights();
  const held = MODULES.map((module) => ({
    module,
    words: [holds(rights, module, 'read_only') && 'view', holds(rights, module, 'edit') && 'edit']
      .filter(Boolean)
      .join(', '),
  })).filter(({ words }) => words);
  return (
    <Popover
      label="What can I do?"
      align="end"
      width={280}
      button={(props) => (
        <button type="button" {...props} className="link">
          What can I do?
        </button>
      )}
    >
      {() => (
        <div className={styles.ownRights}>
          <h3>What you can do</h3>
          {rights.isSuper ? (
            <p>Everything. SUPER_ADMIN sees and changes every part of the panel.</p>
          ) : held.length === 0 ? (
            <p>Your role opens no pages other than your profile.</p>
          ) : (
            <ul>
              {held.map(({ module, words }) => (
                <li key={module}>
                  <span>{module}</span> <span className="muted">{words}</span>
                </li>
              ))}
            </ul>
          )}
          {!rights.isSuper &&
            rights.duties.map((duty) => <p key={duty}>{DUTY_WORDS[duty].label}</p>)}
          {!rights.isSuper && <p className="caption">Your Admin manages rights and duties.</p>}
        </div>
      )}
    </Popover>
  );
}
