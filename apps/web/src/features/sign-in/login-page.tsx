import { LoginForm } from '@pos/contract/auth';
import { ApiError } from '@pos/contract/client';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';
import { failureText } from '#web/lib/failure.ts';
import { useSearchParams } from '#web/lib/search-state.ts';
import { signIn } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { PasswordField, TextField } from '#web/ui/fields/text-fields.tsx';
import { Brand } from '#web/ui/logo.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.tsx';
import './login.css';
import { Shelves } from './shelves.tsx';

const isDesktop = window.matchMedia('(min-width: 900px) and (pointer: fine)').matches;

/** The sign-in page of the specification (section 2); success goes on to the page asked for (app/router.tsx). */
export function LoginPage() {
  const router = useRouter();
  const { ended } = useSearchParams();
  const form = useForm<LoginForm>({ resolver: zodResolver(LoginForm), defaultValues: { email: '', password: '' }, mode: 'onTouched' });
  const { handleSubmit, resetField, setFocus, formState } = form;
  const [failure, setFailure] = useState<{ message: string; detail: string | undefined }>();

  useEffect(() => {
    // On a touch screen the keyboard would cover the page.
    if (isDesktop) setFocus('email');
  }, [setFocus]);

  const submit = handleSubmit(async (credentials) => {
    setFailure(undefined);
    try {
      const { message } = await signIn(credentials);
      toast.ok(message);
      await router.invalidate();
    } catch (error) {
      const { message } = failureText(error);
      setFailure({ message, detail: attemptsLeft(error) });
      toast.bad(message);
      resetField('password');
      setFocus('password');
    }
  });
  return (
    <div className="login">
      <main id="main" className="login-form" tabIndex={-1}>
        <Brand />
        <FormProvider {...form}>
          <form noValidate onSubmit={(event) => void submit(event)}>
            <div>
              <h1>Welcome to Admin Panel</h1>
              <p className="t2">Sign in with your work e-mail address.</p>
            </div>
            {failure ? (
              <Notice kind="bad">
                <b className="sb">{failure.message}</b>
                {failure.detail && <p>{failure.detail}</p>}
              </Notice>
            ) : (
              ended === 'yes' && <Notice kind="quiet">You were signed out after inactivity.</Notice>
            )}
            <TextField name="email" label="Email Address" type="email" autoComplete="username" inputMode="email" spellCheck={false} />
            <PasswordField name="password" label="Password" autoComplete="current-password" />
            <Button type="submit" variant="primary" block busy={formState.isSubmitting && 'Signing in…'}>
              Login
            </Button>
          </form>
        </FormProvider>
      </main>
      <Shelves />
    </div>
  );
}

function attemptsLeft(error: unknown): string | undefined {
  const left = error instanceof ApiError ? error.refusal.attemptsLeft : undefined;
  return left === undefined ? undefined : `${left} ${left === 1 ? 'attempt' : 'attempts'} left before a pause.`;
}
