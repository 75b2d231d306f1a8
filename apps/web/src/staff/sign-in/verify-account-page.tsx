import { VerificationForm } from '@pos/contract/staff/admins';
import { ApiError } from '@pos/contract/client';
import { pluralize } from '@pos/contract/values/counts';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '#web/lib/api/api.ts';
import { failureText } from '#web/lib/api/failure.ts';
import { useSendsMail } from '#web/lib/api/mail-delivery.ts';
import { refreshTokens } from '#web/lib/api/refresh.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useCountdown } from '#web/ui/hooks/use-countdown.ts';
import { useSignOut } from '#web/ui/hooks/use-sign-out.tsx';
import { maskEmail } from './mask-email.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import * as styles from './login.module.css';

const RESEND_SECONDS = 60;
/** Interval at which the page asks if the email with the code was refused (ms). */
const ASK_EVERY_MS = 5_000;

/**
 * Verifies the user's email by the six digits sent to it; the right code continues
 * (app/router.tsx).
 */
export function VerifyAccountPage() {
  const router = useRouter();
  const email = useSession()?.user.email ?? '';
  const [note, setNote] = useState<string>();
  const sendsMail = useSendsMail();
  const { isRefused, forget } = useMailRefusal();
  const { leave, dialog } = useSignOut();
  useEffect(() => {
    if (email) document.querySelector<HTMLInputElement>('input[name="code"]')?.focus();
  }, [email]);

  const verify = async (body: { code: string }): Promise<void> => {
    setNote(undefined);
    try {
      await api.admins.verifyAccount({ body });
    } catch (error) {
      throw onItsField(error);
    }
    await refreshTokens();
    toast.ok('Email verified');
    await router.invalidate();
  };
  return (
    <SignInFrame>
      <SignInForm
        title={`Check ${maskEmail(email)}`}
        intro={
          isRefused
            ? 'No code has reached this address.'
            : sendsMail === false
              ? 'This server sends no email. Your administrator finds the 6-digit code for this address in a file on the server. It is valid for 10 minutes.'
              : 'We sent a 6-digit code to this address. It is valid for 10 minutes.'
        }
        schema={VerificationForm}
        values={{ code: '' }}
        fields={['code']}
        send={verify}
        submitLabel="Verify"
        busyLabel="Checking…"
        foot={
          <>
            <Resend
              onSent={(message) => {
                setNote(message);
                forget();
              }}
            />
            <p className={styles.foot}>
              <Button variant="tertiary" onClick={() => void leave()}>
                Use another account
              </Button>
            </p>
          </>
        }
      >
        {isRefused ? (
          <Notice kind="bad">
            The email with the code could not be delivered. Ask your administrator to check your
            address.
          </Notice>
        ) : (
          note && <Notice kind="ok">{note}</Notice>
        )}
        <TextField
          name="code"
          label="Code"
          note="6 digits"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          spellCheck={false}
        />
      </SignInForm>
      {dialog}
    </SignInFrame>
  );
}

/**
 * Tells if the last email to the user could not be delivered, as soon as the server knows it. The
 * answer of the mail server has the whole address, which this page does not show.
 */
function useMailRefusal() {
  const [isRefused, setRefused] = useState(false);
  const ask = useEffectEvent(async () => {
    if (!document.hidden) setRefused((await api.admins.profile()).data.mailRefusal !== null);
  });
  useEffect(() => {
    // A call that fails is made again soon.
    const askAgain = (): void => void ask().catch(() => undefined);
    askAgain();
    const timer = setInterval(askAgain, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return { isRefused, forget: () => setRefused(false) };
}

/** Turns a refused code into an error of its field, with the attempts left. */
function onItsField(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.refusal.code !== 'CODE_WRONG') return error;
  const { message, attemptsLeft = 0 } = error.refusal;
  const left = attemptsLeft > 0 ? ` ${pluralize(attemptsLeft, 'attempt')} left.` : '';
  return new ApiError(error.status, { ...error.refusal, errors: { code: `${message}${left}` } });
}

/** Sends a new code, at most once a minute; the server's own wait applies. */
function Resend({ onSent }: { onSent: (message: string) => void }) {
  const [left, start] = useCountdown();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const resend = async (): Promise<void> => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      const { message = 'We sent a new code.' } = await api.admins.resendVerificationCode();
      onSent(message);
      start(RESEND_SECONDS);
    } catch (error) {
      setFailure(failureText(error).message);
      if (error instanceof ApiError && error.retryAfter) start(error.retryAfter);
    }
    setIsBusy(false);
  };
  return (
    <>
      {failure && left > 0 && <Notice kind="bad">{failure}</Notice>}
      <Button
        block
        busy={isBusy && 'Sending…'}
        aria-disabled={left > 0}
        onClick={() => left === 0 && void resend()}
      >
        {left > 0 ? `Resend code in ${left} s` : 'Resend code'}
      </Button>
    </>
  );
}
