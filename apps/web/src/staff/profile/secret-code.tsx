import { OwnSecretCode, type Admin } from '@pos/contract/staff/admins';
import { Button } from '#web/ui/buttons/button.tsx';
import { PasswordField } from '#web/ui/fields/text-fields.tsx';
import { SecretCodeField } from '#web/ui/fields/passwords/secret-code-field.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { useUpdateProfile } from './profile.data.ts';
import * as styles from './profile.module.css';

/**
 * Shows if a secret code is set, and sets a new one. The code cannot be shown: only its hash is
 * stored.
 */
export function SecretCode({ admin }: { admin: Admin }) {
  const { opened: isOpen, open: setIsOpen, close } = useOpened<true>();
  return (
    <div className={styles.securityLine}>
      <div>
        <p className="medium">Secret code</p>
        <p className="caption">
          {admin.hasSecretCode
            ? 'Set. Logs you in at a register. It cannot be shown, only replaced.'
            : 'Not set yet. Logs you in at a register.'}
        </p>
      </div>
      <Button onClick={() => setIsOpen(true)}>
        {admin.hasSecretCode ? 'Change secret code' : 'Set secret code'}
      </Button>
      {isOpen && <NewSecretCode admin={admin} onClose={close} />}
    </div>
  );
}

function NewSecretCode({
  admin: { firstName, lastName, phone, hasPassword, version },
  onClose,
}: {
  admin: Admin;
  onClose: () => void;
}) {
  const update = useUpdateProfile();
  return (
    <FormDialog
      title="New secret code"
      onClose={onClose}
      schema={OwnSecretCode}
      values={{ secretCode: '', currentPassword: '' }}
      save={(values) =>
        update.mutateAsync({
          firstName,
          lastName,
          countryCode: '+1',
          phone: phone ?? '',
          version,
          ...values,
        })
      }
      onSaved={() => {
        toast.ok('Secret code changed');
        onClose();
      }}
      submitLabel="Save secret code"
    >
      <SecretCodeField name="secretCode" label="New secret code" note="4 digits" />
      {hasPassword && (
        <PasswordField
          name="currentPassword"
          label="Your password"
          autoComplete="current-password"
        />
      )}
    </FormDialog>
  );
}
