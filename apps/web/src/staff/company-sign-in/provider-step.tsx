import { companyApi } from '@pos/contract/staff/company-sign-in';
import { ApiError, createClient } from '@pos/contract/client';
import type { SignInFactors } from '@pos/contract/errors';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { z } from 'zod';
import { failureText } from '#web/lib/api/failure.ts';
import { tabStore } from '#web/lib/session/browser-storage.ts';
import { browserToken } from '#web/lib/session/known-browser.ts';
import { keepSignIn } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import * as signInStyles from '../sign-in/login.module.css';

/** Without a bearer token, like the other calls of the sign-in. */
const client = createClient({ company: companyApi }, (path, init) => fetch(path, init)).company;

/** Key of the visit that this tab began, and name of the channel to windows that ask for a proof. */
const KEY = 'company-sign-in';
const Visit = z.object({ token: z.string(), from: z.string().optional() });

/** Leaves for the provider. Its answer is good in this tab alone. */
async function leaveForProvider(from: string | null): Promise<undefined> {
  const { url, token } = (await client.begin()).data;
  tabStore.write(KEY, JSON.stringify({ token, ...(from !== null && { from }) }));
  location.replace(url);
  return undefined;
}

/** Takes the visit that this tab began; undefined in a window that asks for a proof. */
function takeVisit(): z.infer<typeof Visit> | undefined {
  const stored = tabStore.read(KEY);
  tabStore.remove(KEY);
  return stored === null ? undefined : Visit.safeParse(JSON.parse(stored)).data;
}

type ProviderStepProps = {
  /** Query part of the address: the provider's answer, or the page to return to. */
  search: string;
  onDone: (from: string | undefined) => void;
  onFactor: (factor: SignInFactors, from: string | undefined) => void;
  onBack: () => void;
};

/** Page that leads to the company's identity provider, and that the provider leads back to. */
export function ProviderStep({ search, onDone, onFactor, onBack }: ProviderStepProps) {
  const [failure, setFailure] = useState<string>();
  const isStarted = useRef(false);
  /** Returns why it failed. */
  const finish = async (): Promise<string | undefined> => {
    const visit = takeVisit();
    if (!visit) {
      const channel = new BroadcastChannel(KEY);
      channel.postMessage(search);
      channel.close();
      window.close();
      return 'This sign-in was not begun in this tab. Start again.';
    }
    try {
      const body = { token: visit.token, answer: search, ...browserToken() };
      const { message } = keepSignIn(await client.login({ body }));
      toast.ok(message);
      onDone(visit.from);
    } catch (error) {
      const factor = error instanceof ApiError ? error.refusal.factor : undefined;
      if (!factor) throw error;
      onFactor(factor, visit.from);
    }
    return undefined;
  };
  const start = useEffectEvent((): void => {
    if (isStarted.current) return;
    isStarted.current = true;
    const params = new URLSearchParams(search);
    const work = params.has('state') ? finish() : leaveForProvider(params.get('from'));
    void work.catch((error: unknown) => failureText(error).message).then(setFailure);
  });
  useEffect(() => start(), []);
  return (
    <div className={signInStyles.task}>
      <h1 tabIndex={-1}>{failure === undefined ? 'Signing in…' : 'You are not signed in'}</h1>
      {failure !== undefined && (
        <>
          <Notice kind="bad">{failure}</Notice>
          <Button block onClick={onBack}>
            Back to sign-in
          </Button>
        </>
      )}
    </div>
  );
}
