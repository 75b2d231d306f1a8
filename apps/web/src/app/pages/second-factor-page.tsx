import { useLocation, useRouter } from '@tanstack/react-router';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { openSignIn, setOpenSignIn } from '#web/lib/session/open-sign-in.ts';
import { currentSession } from '#web/lib/session/session.tsx';
import { FactorStep, PasskeyStep } from '#web/staff/second-factor/factor-step.tsx';
import { SetUpFactorPage } from '#web/staff/second-factor/set-up-page.tsx';
import { SignInFrame } from '#web/staff/sign-in/sign-in-frame.tsx';
import { afterSignIn } from '../landing.ts';

/**
 * Asks for the second factor of a sign-in, or for a passkey alone, or sets a factor up for a signed-in
 * person. All lead on to the page that was asked for.
 */
export function SecondFactorPage() {
  const router = useRouter();
  const { from } = useSearchParams();
  const { search } = useLocation();
  const session = currentSession();
  const open = openSignIn();
  const goOn = (): void => {
    const signedIn = currentSession();
    if (signedIn) router.history.replace(afterSignIn(from, signedIn.rights));
  };
  if (session && !open) return <SetUpFactorPage onDone={goOn} />;
  const goBack = (): void => {
    setOpenSignIn(undefined);
    void router.navigate({ to: '/login', search, replace: true });
  };
  return (
    <SignInFrame>
      {open ? (
        <FactorStep signIn={open} onDone={goOn} onBack={goBack} />
      ) : (
        <PasskeyStep onDone={goOn} onBack={goBack} />
      )}
    </SignInFrame>
  );
}
