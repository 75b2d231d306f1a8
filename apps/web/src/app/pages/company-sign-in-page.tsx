import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { setOpenSignIn } from '#web/lib/session/open-sign-in.ts';
import { loadPreferences } from '#web/lib/session/preferences.ts';
import { currentSession } from '#web/lib/session/session.tsx';
import { ProviderStep } from '#web/staff/company-sign-in/provider-step.tsx';
import { SignInFrame } from '#web/staff/sign-in/sign-in-frame.tsx';
import { afterSignIn } from '../landing.ts';

/** Signs in at the company's identity provider, and leads on to the page asked for. */
export function CompanySignInPage() {
  const router = useRouter();
  const [search] = useState(() => location.search);
  const leave = (to: string, from?: string) =>
    void router.navigate({ to, search: () => (from === undefined ? {} : { from }), replace: true });
  const goOn = async (from?: string): Promise<void> => {
    const session = currentSession();
    if (!session) return;
    // The preferences name the start page.
    await loadPreferences();
    if (session.user.factorDueOn !== undefined) leave('/second-factor', from);
    else router.history.replace(afterSignIn(from, session.rights));
  };
  return (
    <SignInFrame>
      <ProviderStep
        search={search}
        onDone={(from) => void goOn(from)}
        onFactor={(factor, from) => {
          setOpenSignIn({ factor, keep: async () => undefined });
          leave('/second-factor', from);
        }}
        onBack={() => leave('/login')}
      />
    </SignInFrame>
  );
}
