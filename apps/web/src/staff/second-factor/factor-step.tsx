import { createClient } from '@pos/contract/client';
import { factorApi } from '@pos/contract/staff/second-factor';
import { useEffect } from 'react';
import { z } from 'zod';
import type { LoginAnswer } from '@pos/contract/staff/sign-in';
import { setOpenSignIn, type OpenSignIn } from '#web/lib/session/open-sign-in.ts';
import { keepSignIn } from '#web/lib/session/session.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { browserToken } from '#web/lib/session/known-browser.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { askPasskey, knowsPasskeys } from './passkeys.ts';
import * as signInStyles from '../sign-in/login.module.css';
import { SignInForm } from '../sign-in/sign-in-form.tsx';

/** Without a bearer token, like the other calls of the sign-in. */
const client = createClient({ factor: factorApi }, (path, init) => fetch(path, init)).factor;
const CodeForm = z.strictObject({ code: z.string().trim().min(1, 'Enter the code.') });

type FactorStepProps = { signIn: OpenSignIn; onDone: () => void; onBack: () => void };

/** Ends a sign-in: its tokens are stored, and the next page opens. */
function arrive(answer: LoginAnswer, onDone: () => void): void {
  setOpenSignIn(undefined);
  keepSignIn(answer);
  toast.ok(answer.message);
  onDone();
}

/** Sign-in with a passkey alone. */
export function PasskeyStep({ onDone, onBack }: Omit<FactorStepProps, 'signIn'>) {
  return (
    <div className={signInStyles.task}>
      <div>
        <h1 tabIndex={-1}>Sign in with a passkey</h1>
        <p className="subdued">
          Add one in your profile first. Your device then asks for your fingerprint, face or code.
        </p>
      </div>
      {!knowsPasskeys() && (
        <Notice kind="quiet">This browser makes no passkeys for this address.</Notice>
      )}
      <PasskeyButton
        label="Use a passkey"
        isPrimary
        run={async () => {
          const passkey = await askPasskey((await client.challenge({ body: {} })).data);
          arrive(await client.loginPasskey({ body: { passkey, ...browserToken() } }), onDone);
        }}
      />
      <Button variant="tertiary" block onClick={onBack}>
        Back to sign-in
      </Button>
    </div>
  );
}

/** Second step of the sign-in, after the password. */
export function FactorStep({ signIn: { factor, keep }, onDone, onBack }: FactorStepProps) {
  useEffect(() => document.querySelector<HTMLInputElement>('input[name="code"]')?.focus(), []);
  const finish = async (answer: LoginAnswer): Promise<void> => {
    await keep();
    arrive(answer, onDone);
  };
  const byPasskey = async (): Promise<void> => {
    const factorToken = factor.token;
    const passkey = await askPasskey((await client.challenge({ body: { factorToken } })).data);
    await finish(await client.login({ body: { factorToken, passkey, ...browserToken() } }));
  };
  return (
    <SignInForm
      title="Confirm that it is you"
      intro="Enter the code of your authenticator app, or one of your recovery codes."
      schema={CodeForm}
      values={{ code: '' }}
      fields={['code']}
      send={async ({ code }) =>
        finish(await client.login({ body: { factorToken: factor.token, code, ...browserToken() } }))
      }
      submitLabel="Continue"
      busyLabel="Checking…"
      foot={
        <>
          {factor.ways.includes('passkey') && (
            <PasskeyButton label="Use your passkey" run={byPasskey} />
          )}
          <p className="caption">
            Lost both? Another administrator can remove your second factor. They open your page in
            Users.
          </p>
          <Button variant="tertiary" block onClick={onBack}>
            Back to sign-in
          </Button>
        </>
      }
    >
      <TextField name="code" label="Code" autoComplete="one-time-code" spellCheck={false} mono />
    </SignInForm>
  );
}
