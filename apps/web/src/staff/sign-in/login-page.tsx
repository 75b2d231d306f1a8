import { zodResolver } from '@hookform/resolvers/zod';
import { LoginForm } from '@pos/contract/staff/sign-in';
import { ApiError } from '@pos/contract/client';
import { pluralize } from '@pos/contract/values/counts';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form';
import { useStorageTrouble } from '#web/lib/session/browser-storage.ts';
import { failureText } from '#web/lib/api/failure.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { setOpenSignIn } from '#web/lib/session/open-sign-in.ts';
import { findCompany } from '#web/lib/session/company.ts';
import { currentSession, signIn } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import * as checkboxStyles from '#web/ui/fields/checkbox.module.css';
import { PasswordField, TextField } from '#web/ui/fields/text-fields.tsx';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import * as styles from './login.module.css';
import { forget, remember, remembered } from './remember-me.ts';
import { SignInFrame } from './sign-in-frame.tsx';

const isDesktop = window.matchMedia('(min-width: 900px) and (pointer: fine)').matches;
/** The server of a demo says so in the page; the hint is loaded there only. */
const isDemo = document.querySelector('meta[name=demo]') !== null;
const DemoSignIn = asidePart(() => import('./demo-sign-in.tsx'), 'DemoSignIn');
const company = findCompany();
const CompanyPart = asidePart(() => import('./company-part.tsx'), 'CompanyPart');
const StorageNotice = asidePart(() => import('#web/ui/layout/storage-notice.tsx'), 'StorageNotice');
const BLANK = { email: '', password: '' };

/**
 * Sign-in page of the specification (section 2); success continues to the requested page
 * (app/router.tsx).
 */
export function LoginPage() {
  const router = useRouter();
  const navigate = useNavigate();
  const { ended, from } = useSearchParams();
  const { signIn: given } = useLocation().state;
  const form = useForm<LoginForm>({
    resolver: zodResolver(LoginForm),
    defaultValues: { ...BLANK, email: given?.email ?? '' },
    mode: 'onTouched',
  });
  const { handleSubmit, resetField, setFocus, getValues, formState } = form;
  const [isRemembered, setIsRemembered] = useState(true);
  const [isByPassword, setIsByPassword] = useState(company?.allowsPasswords !== false);
  const [failure, setFailure] = useState<{ message: string; detail: string | undefined }>();

  useEffect(() => {
    // On a touch screen the keyboard would cover the page.
    if (isDesktop) setFocus(given?.email ? 'password' : 'email');
  }, [setFocus, given]);

  useRememberedLogin(form, given);

  const tickRemember = (isTicked: boolean): void => {
    setIsRemembered(isTicked);
    if (!isTicked) forget();
  };
  const leave = (to: string) =>
    navigate({ to, search: () => (typeof from === 'string' ? { from } : {}), replace: true });
  const submit = handleSubmit(async (credentials) => {
    setFailure(undefined);
    const keep = async () => (isRemembered ? remember(credentials) : forget());
    try {
      const { message } = await signIn(credentials);
      await keep();
      toast.ok(message);
      if (currentSession()?.user.emailVerified) await router.invalidate();
      else await leave('/verify-account');
    } catch (error) {
      if (error instanceof ApiError && error.refusal.factor) {
        setOpenSignIn({ factor: error.refusal.factor, keep });
        await leave('/second-factor');
        return;
      }
      const { message } = failureText(error);
      setFailure({ message, detail: attemptsLeft(error) });
      toast.bad(message);
      resetField('password', { defaultValue: '' });
      setFocus('password');
    }
  });
  const hasTrouble = useStorageTrouble() !== undefined;
  return (
    <SignInFrame>
      <FormProvider {...form}>
        <form noValidate onSubmit={(event) => void submit(event)}>
          <div>
            <h1 tabIndex={-1}>Welcome to Admin Panel</h1>
            <p className="subdued">Sign in with your work email address.</p>
          </div>
          {hasTrouble && <StorageNotice />}
          <Why failure={failure} given={given} ended={ended} />
          {isDemo && <DemoSignIn onUse={form.reset} />}
          {company && (
            <CompanyPart
              name={company.name}
              isByPassword={isByPassword}
              onPassword={() => setIsByPassword(true)}
            />
          )}
          {isByPassword && (
            <>
              <TextField
                name="email"
                label="Email Address"
                type="email"
                autoComplete="username"
                inputMode="email"
                spellCheck={false}
              />
              <div className={styles.password}>
                <PasswordField name="password" label="Password" autoComplete="current-password" />
                <ForgotLink readEmail={() => getValues('email').trim()} />
              </div>
              <RememberMe isTicked={isRemembered} onTick={tickRemember} />
              <Button
                type="submit"
                variant="primary"
                block
                busy={formState.isSubmitting && 'Signing in…'}
              >
                Login
              </Button>
              <Link to="/second-factor">Sign in with a passkey</Link>
            </>
          )}
        </form>
      </FormProvider>
    </SignInFrame>
  );
}

/** Fills in the login that was remembered on this computer. */
function useRememberedLogin(form: UseFormReturn<LoginForm>, given: Handover | undefined): void {
  useEffect(() => {
    let isGone = false;
    void remembered().then((known) => {
      const { email, password } = form.getValues();
      // Keep text typed already or passed from another page.
      if (isGone || !known || password !== '' || (email !== '' && email !== known.email)) return;
      form.reset(given?.email ? { email, password: '' } : known);
    });
    return () => {
      isGone = true;
    };
  }, [form, given]);
}

/** Link that takes the typed email address along. */
function ForgotLink({ readEmail }: { readEmail: () => string }) {
  const navigate = useNavigate();
  return (
    <Link
      to="/forgot-password"
      className={styles.forgot}
      onClick={(event) => {
        event.preventDefault();
        void navigate({ to: '/forgot-password', state: { signIn: { email: readEmail() } } });
      }}
    >
      Forgot Password?
    </Link>
  );
}

type RememberMeProps = { isTicked: boolean; onTick: (isTicked: boolean) => void };

function RememberMe({ isTicked, onTick }: RememberMeProps) {
  return (
    <label className={styles.remember}>
      <input
        type="checkbox"
        className={checkboxStyles.checkbox}
        checked={isTicked}
        onChange={({ target }) => onTick(target.checked)}
      />
      <span>
        Remember Me <span className="subdued">for 30 days on this computer</span>
      </span>
    </label>
  );
}

type WhyProps = {
  failure: { message: string; detail: string | undefined } | undefined;
  given: Handover | undefined;
  ended: unknown;
};

/** Messages for `ended` in the address (app/session-events.ts). */
const WHY_ENDED: ReadonlyMap<unknown, string> = new Map([
  ['yes', 'You were signed out after inactivity.'],
  ['draft', 'You were signed out after inactivity. Your draft is kept.'],
  ['signed-out', 'You signed out in another tab.'],
]);

/** Reason for being here, or the error. */
function Why({ failure, given, ended }: WhyProps) {
  if (failure) {
    return (
      <Notice kind="bad">
        <b className="semibold">{failure.message}</b>
        {failure.detail && <p>{failure.detail}</p>}
      </Notice>
    );
  }
  if (given?.note) return <Notice kind="ok">{given.note}</Notice>;
  const why = WHY_ENDED.get(ended);
  return why && <Notice kind="quiet">{why}</Notice>;
}

function attemptsLeft(error: unknown): string | undefined {
  const left = error instanceof ApiError ? error.refusal.attemptsLeft : undefined;
  return left === undefined ? undefined : `${pluralize(left, 'attempt')} left before a pause.`;
}

/**
 * Data passed from one sign-in page to the next, in the history state and never in the address: the
 * account and the action done.
 */
type Handover = { email?: string; note?: string };

declare module '@tanstack/react-router' {
  interface HistoryState {
    signIn?: Handover;
  }
}
