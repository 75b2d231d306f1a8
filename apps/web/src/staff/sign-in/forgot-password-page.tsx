import { ForgotPasswordForm } from '@pos/contract/staff/sign-in';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { useSendsMail } from '#web/lib/api/mail-delivery.ts';
import { authClient } from '#web/lib/api/refresh.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { useCountdown } from '#web/ui/hooks/use-countdown.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import * as styles from './login.module.css';

const RESEND_SECONDS = 60;

/** Requests a link to set a new password; the answer is the same if the account does not exist. */
export function ForgotPasswordPage() {
  const { signIn } = useLocation().state;
  const sendsMail = useSendsMail();
  const [sent, setSent] = useState<{ email: string; message: string }>();
  const send = async (email: string): Promise<void> => {
    const { message = '' } = await authClient.forgotPassword({ body: { email } });
    setSent({ email, message });
  };
  return (
    <SignInFrame>
      {sent ? (
        <Sent {...sent} sendsMail={sendsMail !== false} again={() => send(sent.email)} />
      ) : (
        <SignInForm
          title="Forgot password"
          intro={`Enter your work email address. ${sendsMail === false ? 'This server sends no email. Your administrator gives you the link to set a new password.' : 'We send you a link to set a new password.'}`}
          schema={ForgotPasswordForm}
          values={{ email: signIn?.email ?? '' }}
          fields={['email']}
          send={({ email }) => send(email)}
          submitLabel={sendsMail === false ? 'Request a link' : 'Send link'}
          busyLabel="Sending…"
          foot={<BackToLogin />}
        >
          <TextField
            name="email"
            label="Email Address"
            type="email"
            autoComplete="username"
            inputMode="email"
            spellCheck={false}
          />
        </SignInForm>
      )}
    </SignInFrame>
  );
}

type SentProps = { email: string; message: string; sendsMail: boolean; again: () => Promise<void> };

function Sent({ email, message, sendsMail, again }: SentProps) {
  const [left, start] = useCountdown(RESEND_SECONDS);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const resend = async (): Promise<void> => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await again();
      start(RESEND_SECONDS);
    } catch (error) {
      setFailure(failureText(error).message);
    }
    setIsBusy(false);
  };
  return (
    <div className={styles.task}>
      <div>
        <h1 tabIndex={-1}>{sendsMail ? 'Check your email' : 'Ask your administrator'}</h1>
        <p className="subdued">{email}</p>
      </div>
      <Notice kind="ok">{message}</Notice>
      {failure && <Notice kind="bad">{failure}</Notice>}
      <p className="subdued">
        The link is valid for 60 minutes.{sendsMail && ' Check your spam folder too.'}
      </p>
      <Button
        block
        busy={isBusy && 'Sending…'}
        aria-disabled={left > 0}
        onClick={() => left === 0 && void resend()}
      >
        {left > 0
          ? `${sendsMail ? 'Send' : 'Request'} again in ${left} s`
          : `${sendsMail ? 'Send' : 'Request'} again`}
      </Button>
      <BackToLogin email={email} />
    </div>
  );
}

function BackToLogin({ email }: { email?: string }) {
  return (
    <p className={styles.foot}>
      <Link to="/login" {...(email && { state: { signIn: { email } } })}>
        Back to Login
      </Link>
    </p>
  );
}
