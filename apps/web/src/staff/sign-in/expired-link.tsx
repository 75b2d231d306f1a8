import { ForgotPasswordForm, type LinkKind } from '@pos/contract/staff/sign-in';
import { ApiError } from '@pos/contract/client';
import { useState } from 'react';
import { useSendsMail } from '#web/lib/api/mail-delivery.ts';
import { authClient } from '#web/lib/api/refresh.ts';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { SignInForm } from './sign-in-form.tsx';
import * as styles from './login.module.css';

const RULE: Record<LinkKind, string> = {
  setup: 'A setup link works once, within 72 hours.',
  reset: 'A link to reset a password works once, within 60 minutes.',
};

/**
 * Shown instead of a form whose link has expired: sends a new one, with the address filled in if
 * the server knows it.
 */
export function ExpiredLink({ kind, email }: { kind: LinkKind; email: string | undefined }) {
  const sendsMail = useSendsMail();
  const [sent, setSent] = useState<string>();
  return (
    <SignInForm
      title="This link has expired"
      intro={`${RULE[kind]} ${sendsMail === false ? 'Your administrator can give you a new one.' : 'We can email you a new one.'}`}
      schema={ForgotPasswordForm}
      values={{ email: email ?? '' }}
      fields={['email']}
      send={async (body) => setSent((await authClient.forgotPassword({ body })).message)}
      submitLabel={sendsMail === false ? 'Request a new link' : 'Send a new link'}
      busyLabel="Sending…"
      foot={
        <p className={styles.foot}>
          <Link to="/login">Back to Login</Link>
        </p>
      }
    >
      {sent && <Notice kind="ok">{sent}</Notice>}
      <TextField
        name="email"
        label="Email Address"
        type="email"
        autoComplete="username"
        inputMode="email"
        spellCheck={false}
      />
    </SignInForm>
  );
}

/** Address that a refused link was sent to, if the server knew the link. */
export function emailOfRefusal(error: unknown): string | undefined {
  const current = error instanceof ApiError ? error.refusal.current : undefined;
  const email =
    typeof current === 'object' && current !== null && 'email' in current
      ? current.email
      : undefined;
  return typeof email === 'string' ? email : undefined;
}
