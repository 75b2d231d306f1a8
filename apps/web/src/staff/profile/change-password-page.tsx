import { ChangePasswordForm } from '@pos/contract/staff/passwords';
import { pluralize } from '@pos/contract/values/counts';
import { useState } from 'react';
import { pathTo } from '#web/lib/api/paths.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { NewPasswordFields } from '#web/ui/fields/passwords/new-password-fields.tsx';
import { PasswordField } from '#web/ui/fields/text-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useChangePassword } from './profile.data.ts';

const BLANK = { currentPassword: '', password: '', confirmPassword: '' };

/**
 * Changes the user's own password. Afterward the form is blank again and shows how many other
 * sessions ended.
 */
export function ChangePasswordPage() {
  const change = useChangePassword();
  const email = useSession()?.user.email ?? '';
  const [ended, setEnded] = useState<number[]>([]);
  const last = ended.at(-1);
  const onSaved = (sessions: number): void => {
    toast.ok('Password changed');
    setEnded((before) => [...before, sessions]);
  };
  return (
    <>
      <PageHead
        title="Change password"
        crumbs={[{ label: 'Profile', to: pathTo('profile') }, { label: 'Change password' }]}
      />
      <div className="stack">
        {last !== undefined && (
          <div className="form-width">
            <Notice kind="ok">
              Password changed.{' '}
              {last === 0
                ? 'You were not signed in anywhere else.'
                : `You were signed out on ${pluralize(last, 'other device', 'other devices')}.`}
            </Notice>
          </div>
        )}
        <Form
          key={ended.length}
          schema={ChangePasswordForm}
          values={BLANK}
          save={change.mutateAsync}
          onSaved={onSaved}
          submitLabel="Change password"
          cancelTo={pathTo('profile')}
        >
          <Card
            title="Password"
            intro="You stay signed in here; everywhere else you are signed out."
          >
            <div className="stack gap-20">
              {/* Tells password managers whose password this is. */}
              <input
                type="email"
                name="username"
                autoComplete="username"
                value={email}
                readOnly
                hidden
              />
              <PasswordField
                name="currentPassword"
                label="Current password"
                autoComplete="current-password"
              />
              <NewPasswordFields />
            </div>
          </Card>
        </Form>
      </div>
    </>
  );
}
