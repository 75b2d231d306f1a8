import type { Admin } from '@pos/contract/staff/admins';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { roleSummary } from '#web/staff/roles/rights.ts';
import { useSendsMail } from '#web/lib/api/mail-delivery.ts';
import { RECORDS } from '#web/lib/lists/records.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { AsyncSelectField } from '#web/ui/fields/combo/combo-fields.tsx';
import { LockedField } from '#web/ui/fields/locked-field.tsx';
import { PhoneField } from '#web/ui/fields/phone-field.tsx';
import { SecretCodeField } from '#web/ui/fields/passwords/secret-code-field.tsx';
import { PasswordField, TextField } from '#web/ui/fields/text-fields.tsx';
import * as styles from '#web/ui/fields/fields.module.css';

/** Fields of a user, for adding and (given the user) editing. Nobody changes their own role. */
export function UserFields({ admin, isMe = false }: { admin?: Admin; isMe?: boolean }) {
  const sendsMail = useSendsMail();
  const [picked, setPicked] = useState<string>();
  return (
    <>
      <Card title="Person" intro="All fields are required.">
        <div className="stack gap-20">
          <div className={styles.pair}>
            <TextField
              name="firstName"
              label="First name"
              note="2 to 20 characters"
              autoComplete="off"
            />
            <TextField
              name="lastName"
              label="Last name"
              note="2 to 20 characters"
              autoComplete="off"
            />
          </div>
          <TextField
            name="email"
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="off"
            spellCheck={false}
            hint={
              admin
                ? 'A new address has to be verified. This signs the person out everywhere.'
                : sendsMail
                  ? 'The setup link goes there.'
                  : 'Used to sign in.'
            }
          />
          {isMe && admin && <OwnPassword admin={admin} />}
          <PhoneField name="phone" label="Phone" narrow />
        </div>
      </Card>
      <Card title="Access" intro="What this person can see and do.">
        <div className="stack gap-20">
          {admin && (isMe || admin.lastSuperAdmin) ? (
            <LockedField
              name="roleId"
              label="Role"
              value={admin.roleName}
              reason={
                isMe
                  ? 'You cannot change your own role.'
                  : 'This is the last active SUPER_ADMIN. Make someone else one first.'
              }
            />
          ) : (
            <AsyncSelectField
              name="roleId"
              label="Role"
              hint={
                picked ?? 'You can only assign roles whose rights and duties you have yourself.'
              }
              choices={RECORDS.roles}
              current={admin && { value: admin.roleId, label: admin.roleName }}
              detail={roleSummary}
              onPick={(role) => setPicked(role && roleSummary(role))}
              narrow
            />
          )}
          {isMe && admin ? (
            <LockedField
              label="Secret code"
              value={admin.hasSecretCode ? '••••' : 'Not set'}
              reason="Change your own in your profile."
            />
          ) : (
            <SecretCodeField
              name="secretCode"
              label="Secret code"
              note="4 digits"
              hint="For logging in at a register. It cannot be shown again, only replaced, which ends their register logins."
              narrow
            />
          )}
        </div>
      </Card>
    </>
  );
}

/** Password field, shown as soon as the user changes their own email, which is their login. */
function OwnPassword({ admin: { email, hasPassword } }: { admin: Admin }) {
  const typed: unknown = useWatch({ name: 'email' });
  if (typeof typed !== 'string' || typed.trim().toLowerCase() === email.toLowerCase()) return null;
  if (!hasPassword) return null;
  return (
    <PasswordField
      name="currentPassword"
      label="Your password"
      hint="Required to change your own email. You will be signed out and have to verify the new address."
      autoComplete="current-password"
    />
  );
}
