import { AppCodeForm, FACTOR_GRACE_DAYS } from '@pos/contract/staff/second-factor';
import { formatDay } from '@pos/contract/values/days';
import { useEffect, useState } from 'react';
import { api } from '#web/lib/api/api.ts';
import { failureText } from '#web/lib/api/failure.ts';
import { refreshTokens } from '#web/lib/api/refresh.ts';
import { askToConfirmWith } from '#web/lib/session/confirm-first.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { useSignOut } from '#web/ui/hooks/use-sign-out.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import * as signInStyles from '../sign-in/login.module.css';
import { SignInForm } from '../sign-in/sign-in-form.tsx';
import { SignInFrame } from '../sign-in/sign-in-frame.tsx';
import { askToConfirm } from './confirm-identity.tsx';
import { browserName } from '#web/lib/session/browser-name.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { makePasskey } from './passkeys.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import * as styles from './second-factor.module.css';

const QrCode = asidePart(() => import('#web/ui/files/qr-code.tsx'), 'QrCode');
askToConfirmWith(async () => askToConfirm);

type Step =
  | { at: 'choice'; failure?: string }
  | { at: 'app'; secret: string; uri: string }
  | { at: 'codes'; codes: readonly string[] };

/**
 * Sets up a second factor: on the way in if one is required, otherwise from the profile. Nothing else
 * opens for a person whose grace period is over.
 */
export function SetUpFactorPage({ onDone }: { onDone: () => void }) {
  const session = useSession();
  const [step, setStep] = useState<Step>({ at: 'choice' });
  const { leave, dialog } = useSignOut();
  // The heading of each step is read first.
  useEffect(() => document.querySelector('h1')?.focus(), [step.at]);
  const finish = async (codes: readonly string[]): Promise<void> => {
    // The token says that a factor is missing.
    await refreshTokens().catch(() => undefined);
    toast.ok('Second factor set up');
    if (codes.length > 0) setStep({ at: 'codes', codes });
    else onDone();
  };
  const isMissing = session?.user.isFactorMissing === true;
  return (
    <SignInFrame>
      {step.at === 'choice' && (
        <Choice
          dueOn={session?.user.factorDueOn}
          isMissing={isMissing}
          failure={step.failure}
          onStep={setStep}
          onPasskey={finish}
          onLeave={isMissing ? () => void leave() : onDone}
        />
      )}
      {step.at === 'app' && (
        <AppSetUp {...step} onDone={finish} onBack={() => setStep({ at: 'choice' })} />
      )}
      {step.at === 'codes' && (
        <div className={signInStyles.task}>
          <div>
            <h1 tabIndex={-1}>Your recovery codes</h1>
            <p className="subdued">Each signs you in once if you lose your second factor.</p>
          </div>
          <RecoveryCodes codes={step.codes} />
          <Button variant="primary" block onClick={onDone}>
            I have stored them
          </Button>
        </div>
      )}
      {dialog}
    </SignInFrame>
  );
}

type ChoiceProps = {
  dueOn: string | undefined;
  isMissing: boolean;
  failure: string | undefined;
  onStep: (step: Step) => void;
  onPasskey: (codes: readonly string[]) => Promise<void>;
  onLeave: () => void;
};

function Choice({ dueOn, isMissing, failure, onStep, onPasskey, onLeave }: ChoiceProps) {
  const [isBusy, setIsBusy] = useState(false);
  const begin = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const { data } = await api.factor.beginApp();
      onStep({ at: 'app', ...data });
    } catch (error) {
      onStep({ at: 'choice', failure: failureText(error).message });
    }
    setIsBusy(false);
  };
  return (
    <div className={signInStyles.task}>
      <div>
        <h1 tabIndex={-1}>Set up a second factor</h1>
        <p className="subdued">
          It keeps your account safe if somebody learns your password. You need it each time you
          sign in.
        </p>
      </div>
      {dueOn !== undefined && (
        <Notice kind={isMissing ? 'bad' : 'warn'}>
          {isMissing
            ? `Your account needs one, and the ${FACTOR_GRACE_DAYS} days to set it up ended on ${formatDay(dueOn)}.`
            : `Your account needs one. You can work without it until ${formatDay(dueOn)}.`}
        </Notice>
      )}
      {failure !== undefined && <Notice kind="bad">{failure}</Notice>}
      <Button variant="primary" block busy={isBusy && 'Preparing…'} onClick={() => void begin()}>
        Use an authenticator app
      </Button>
      <PasskeyButton
        label="Add a passkey"
        run={async () => {
          const made = await makePasskey((await api.factor.beginPasskey()).data);
          const body = { ...made, name: browserName(navigator.userAgent).slice(0, 40) };
          await onPasskey((await api.factor.addPasskey({ body })).data.recoveryCodes);
        }}
      />
      <Button variant="tertiary" block onClick={onLeave}>
        {isMissing ? 'Sign out' : 'Not now'}
      </Button>
    </div>
  );
}

type AppSetUpProps = {
  secret: string;
  uri: string;
  onDone: (codes: readonly string[]) => Promise<void>;
  onBack: () => void;
};

function AppSetUp({ secret, uri, onDone, onBack }: AppSetUpProps) {
  return (
    <SignInForm
      title="Authenticator app"
      intro="Scan this QR code with an authenticator app on your phone, or with your password manager. Then enter the six digits that it shows."
      schema={AppCodeForm}
      values={{ code: '' }}
      fields={['code']}
      send={async (body) => onDone((await api.factor.confirmApp({ body })).data.recoveryCodes)}
      submitLabel="Confirm"
      busyLabel="Checking…"
      foot={
        <Button variant="tertiary" block onClick={onBack}>
          Back
        </Button>
      }
    >
      <div className={styles.qr}>
        <QrCode text={uri} label="QR code for your authenticator app" />
      </div>
      <p className={`caption ${styles.key}`}>
        Or type this key: <span className="monospace">{secret.replaceAll(/(.{4})/g, '$1 ')}</span>
      </p>
      <TextField
        name="code"
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        mono
      />
    </SignInForm>
  );
}
