import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { openSignIn } from '#web/lib/session/open-sign-in.ts';
import { currentSession } from '#web/lib/session/session.tsx';
import { FactorStep } from '#web/staff/second-factor/factor-step.tsx';
import { SetUpFactorPage } from '#web/staff/second-factor/set-up-page.tsx';
import { SignInFrame } from '#web/staff/sign-in/sign-in-frame.tsx';
import { afterSignIn } from '../landing.ts';

/**
 * Asks for the second factor of a sign-in, or sets one up for a signed-in person. Both lead on to the
 * page that was asked for.
 */
export function SecondFactorPage() {
  const router = useRouter();
  const { from } = useSearchParams();
  const { search } = useLocation();
  const session = currentSession();
  const open = openSignIn();
  useEffect(() => {
    if (!session && !open) void router.navigate({ to: '/login', search, replace: true });
  }, [router, search, session, open]);
  const goOn = (): void => {
    const signedIn = currentSession();
    if (signedIn) router.history.replace(afterSignIn(from, signedIn.rights));
  };
  if (!open) return session && <SetUpFactorPage onDone={goOn} />;
  return (
    <SignInFrame>
      <FactorStep
        signIn={open}
        onDone={goOn}
        onBack={() => void router.navigate({ to: '/login', search, replace: true })}
      />
    </SignInFrame>
  );
}
