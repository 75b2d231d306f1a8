import { type LinkInfo, type LinkKind, ForgotPasswordForm } from '@pos/contract/staff/sign-in';
import { ApiError } from '@pos/contract/client';
import { LinkPasswordForm } from '@pos/contract/staff/passwords';
import { useNavigate } from '@tanstack/react-router';
import { useState, useEffect } from 'react';
import { authClient } from '#web/lib/api/refresh.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { clearSession } from '#web/lib/session/tokens.ts';
import { NewPasswordFields } from '#web/ui/fields/passwords/new-password-fields.tsx';
import { AfterDelay, ErrorNotice, Skeleton, Notice } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import * as styles from './login.module.css';
import { SignInForm } from './sign-in-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { useSendsMail } from '#web/lib/api/mail-delivery.ts';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { Link } from '#web/ui/buttons/link.tsx';

const RULE: Record<LinkKind, string> = {
  setup: 'A setup link works once, within 72 hours.',
  reset: 'A link to reset a password works once, within 60 minutes.',
};

/**
 * Shown instead of a form whose link has expired: sends a new one, with the address filled in if
 * the server knows it.
 */
function ExpiredLink({ kind, email }: { kind: LinkKind; email: string | undefined }) {
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
function emailOfRefusal(error: unknown): string | undefined {
  const current = error instanceof ApiError ? error.refusal.current : undefined;
  const email =
    typeof current === 'object' && current !== null && 'email' in current
      ? current.email
      : undefined;
  return typeof email === 'string' ? email : undefined;
}

const DONE: Record<LinkKind, string> = {
  setup: 'Your account is ready. Sign in with your new password.',
  reset: 'Password changed. Sign in with the new one. You were signed out everywhere else.',
};

/** Target of the "forgot password" link. */
export function ResetPasswordPage() {
  return <SetPasswordPage kind="reset" />;
}

/** Target of the invitation link. */
export function SetupPasswordPage() {
  return <SetPasswordPage kind="setup" />;
}

/**
 * Opening the link only checks it; submitting the form uses the token, so that mail scanners cannot
 * use it up.
 */
function SetPasswordPage({ kind }: { kind: LinkKind }) {
  const params = useSearchParams();
  const token = typeof params['token'] === 'string' ? params['token'] : '';
  const [isUsed, setIsUsed] = useState(false);
  const { link, error, again } = useLink(kind, token);
  const isBad = isUsed || token === '' || (error instanceof ApiError && error.status === 400);
  return (
    <SignInFrame>
      {isBad ? (
        <ExpiredLink kind={kind} email={link?.email ?? emailOfRefusal(error)} />
      ) : link ? (
        <SetPassword link={link} token={token} onExpired={() => setIsUsed(true)} />
      ) : error ? (
        <div className={styles.task}>
          <ErrorNotice what="The link" error={error} retry={again} />
        </div>
      ) : (
        <AfterDelay>
          <div className={styles.task} aria-hidden>
            <Skeleton width="70%" height={28} />
            <Skeleton height={36} />
            <Skeleton height={36} />
          </div>
        </AfterDelay>
      )}
    </SignInFrame>
  );
}

function SetPassword({
  link: { kind, email, firstName, roleName },
  token,
  onExpired,
}: {
  link: LinkInfo;
  token: string;
  onExpired: () => void;
}) {
  const navigate = useNavigate();
  const send = async (body: LinkPasswordForm): Promise<void> => {
    try {
      await (kind === 'setup'
        ? authClient.setupPassword({ body })
        : authClient.resetPassword({ body }));
    } catch (error) {
      if (!(error instanceof ApiError && error.refusal.code === 'LINK_EXPIRED')) throw error;
      onExpired();
      return;
    }
    // A user signed in here may not be the one who set this password.
    clearSession();
    toast.ok(kind === 'setup' ? 'Account set up' : 'Password changed');
    await navigate({
      to: '/login',
      search: () => ({}),
      state: { signIn: { email, note: DONE[kind] } },
      replace: true,
    });
  };
  return (
    <SignInForm
      title={kind === 'setup' ? 'Set up your password' : 'Reset password'}
      intro={
        kind === 'setup'
          ? `Hi ${firstName}, you are joining as ${roleName}.`
          : `Choose a new password for ${email}.`
      }
      schema={LinkPasswordForm}
      values={{ token, password: '', confirmPassword: '' }}
      fields={['password', 'confirmPassword']}
      send={send}
      submitLabel={kind === 'setup' ? 'Set password' : 'Change password'}
      busyLabel="Saving…"
    >
      {/* Tells password managers whose password this is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordFields />
    </SignInForm>
  );
}

/** Result of checking an emailed link: nothing yet, the link, or the reason why it is invalid. */
type LinkState = { link?: LinkInfo; error?: unknown };

/** Checks an emailed link without using it up; `again` repeats the check. */
function useLink(kind: LinkKind, token: string): LinkState & { again: () => void } {
  const [state, setState] = useState<LinkState>({});
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (token === '') return undefined;
    const abort = new AbortController();
    authClient.checkLink({ body: { token, kind } }, { signal: abort.signal }).then(
      ({ data }) => setState({ link: data }),
      (error: unknown) => {
        if (!abort.signal.aborted) setState({ error });
      },
    );
    return () => abort.abort();
  }, [kind, token, attempt]);
  const again = (): void => {
    setState({});
    setAttempt((before) => before + 1);
  };
  return { ...state, again };
}
