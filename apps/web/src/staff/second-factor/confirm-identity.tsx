import { zodResolver } from '@hookform/resolvers/zod';
import type { ConfirmationWays } from '@pos/contract/staff/second-factor';
import { useEffect, useId, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { FormProvider, useForm } from 'react-hook-form';
import { z } from 'zod';
import { api } from '#web/lib/api/api.ts';
import { failureText } from '#web/lib/api/failure.ts';
import { showRefusal } from '#web/lib/drafts/form-errors.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { PasswordField, TextField } from '#web/ui/fields/text-fields.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { askProvider, WindowBlocked } from './ask-provider.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { askPasskey } from './passkeys.ts';
import { ProofButton } from './proof-button.tsx';
import { ModalBox } from '#web/ui/overlays/modal-box.tsx';

type Ways = ConfirmationWays['ways'];
type Answer = (isConfirmed: boolean) => void;

/** Asks for a factor, or for the password of a person without one, in a root of its own. */
export function askToConfirm(): Promise<boolean> {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  return new Promise((resolve) => {
    const answer: Answer = (isConfirmed) => {
      root.unmount();
      host.remove();
      resolve(isConfirmed);
    };
    root.render(<ConfirmIdentity onAnswer={answer} />);
  });
}

const FIELDS = {
  password: { empty: 'Enter your password.', name: 'password' },
  code: { empty: 'Enter the code.', name: 'code' },
} as const;

function ConfirmIdentity({ onAnswer }: { onAnswer: Answer }) {
  const [ways, setWays] = useState<Ways>();
  const [failure, setFailure] = useState<string>();
  const formId = useId();
  const isByCompanyAlone = ways?.every((way) => way === 'company') === true;
  useEffect(() => {
    api.factor.ways().then(
      ({ data }) => setWays(data.ways),
      (error: unknown) => setFailure(failureText(error).message),
    );
  }, []);
  return (
    <ModalBox
      title="Confirm that it is you"
      size={440}
      onClose={() => onAnswer(false)}
      actions={
        <>
          <Button onClick={() => onAnswer(false)}>Cancel</Button>
          {!isByCompanyAlone && (
            <Button variant="primary" type="submit" form={formId} disabled={!ways}>
              Confirm
            </Button>
          )}
        </>
      }
    >
      <div className="stack gap-20">
        <p className="subdued">
          This needs a proof within the last ten minutes. Nothing that you typed is lost.
        </p>
        {failure !== undefined && <Notice kind="bad">{failure}</Notice>}
        {ways?.includes('passkey') && (
          <PasskeyButton
            label="Use your passkey"
            run={async () => {
              const { data } = await api.factor.confirmationChallenge();
              await api.factor.confirm({ body: { passkey: await askPasskey(data) } });
              onAnswer(true);
            }}
          />
        )}
        {ways?.includes('company') && (
          <ProofButton
            label="Sign in at your company again"
            busyLabel="Sign in in the new window…"
            explain={(error) =>
              error instanceof WindowBlocked
                ? 'Allow this site to open a window, and try again.'
                : undefined
            }
            run={async () => {
              const company = await askProvider(async () => (await api.company.beginProof()).data);
              await api.factor.confirm({ body: { company } });
              onAnswer(true);
            }}
          />
        )}
        {ways && !isByCompanyAlone && (
          <ProofForm id={formId} ways={ways} onConfirmed={() => onAnswer(true)} />
        )}
      </div>
    </ModalBox>
  );
}

function ProofForm({ id, ways, onConfirmed }: { id: string; ways: Ways; onConfirmed: () => void }) {
  const { name, empty } = ways.includes('password') ? FIELDS.password : FIELDS.code;
  const form = useForm({
    resolver: zodResolver(z.record(z.string(), z.string().trim().min(1, empty))),
    defaultValues: { [name]: '' },
  });
  const { setFocus } = form;
  useEffect(() => setFocus(name), [setFocus, name]);
  const submit = form.handleSubmit(async (body) => {
    form.clearErrors('root');
    try {
      await api.factor.confirm({ body });
      onConfirmed();
    } catch (error) {
      if (showRefusal(form, error, new Set([name]))) setFocus(name);
    }
  });
  const { errors } = form.formState;
  return (
    <FormProvider {...form}>
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          // The question may stand above another form.
          event.stopPropagation();
          void submit(event);
        }}
      >
        {errors.root?.message && <Notice kind="bad">{errors.root.message}</Notice>}
        {name === 'password' ? (
          <PasswordField name="password" label="Your password" autoComplete="current-password" />
        ) : (
          <TextField
            name="code"
            label="Code"
            hint="Of your authenticator app, or one of your recovery codes."
            autoComplete="one-time-code"
            spellCheck={false}
            mono
          />
        )}
      </form>
    </FormProvider>
  );
}
