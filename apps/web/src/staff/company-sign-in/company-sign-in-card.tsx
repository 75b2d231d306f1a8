import {
  CompanySignInForm,
  MAX_GROUPS,
  type CompanySignIn,
} from '@pos/contract/staff/company-sign-in';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, useChange } from '#web/lib/api/calls.ts';
import { failureText } from '#web/lib/api/failure.ts';
import { showRefusal } from '#web/lib/drafts/form-errors.ts';
import { RECORDS } from '#web/lib/lists/records.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { SwitchField } from '#web/ui/fields/choice-fields.tsx';
import { AsyncSelectField, MultiSelectField } from '#web/ui/fields/combo/combo-fields.tsx';
import * as fieldStyles from '#web/ui/fields/fields.module.css';
import { FormRow } from '#web/ui/fields/form-row.tsx';
import { PasswordField, TextField } from '#web/ui/fields/text-fields.tsx';
import { useFormRows } from '#web/ui/fields/use-form-rows.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Notice, Skeleton, Unloaded } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import * as styles from '../second-factor/second-factor.module.css';

const KEY = ['company-sign-in'];
const STALE = [KEY, ['activity']] as const;
const companySignIn = dataQuery(KEY, api.company.settings, {});

/** Identity provider of the company, and who may still use a password. */
export function CompanySignInCard() {
  const { data, error, refetch } = useQuery(companySignIn);
  const { opened, open, close } = useOpened<'form' | 'stop'>();
  if (!data)
    return (
      <Unloaded what="The company sign-in" error={error} retry={refetch}>
        <Card>
          <Skeleton width="60%" />
        </Card>
      </Unloaded>
    );
  const { current } = data;
  return (
    <Card rows>
      <div className={styles.line}>
        <div>
          <p className="medium">{current ? current.name : 'Not set up'}</p>
          <p className="caption">
            {!current
              ? 'People sign in with email and password.'
              : current.allowsPasswords
                ? `${current.issuer}. Passwords sign in too.`
                : `${current.issuer}. Passwords sign in break-glass owners alone.`}
          </p>
        </div>
        <div className="row wrapping">
          <Button onClick={() => open('form')}>{current ? 'Change' : 'Set up'}</Button>
          {current && <Button onClick={() => open('stop')}>Stop</Button>}
        </div>
      </div>
      {opened === 'form' && <SetUpDialog settings={data} onClose={close} />}
      {opened === 'stop' && <StopDialog onClose={close} />}
    </Card>
  );
}

const BLANK = {
  name: '',
  issuer: '',
  clientId: '',
  groupsClaim: 'groups',
  groups: [{ group: '', roleId: '' }],
  allowsPasswords: true,
};

type SetUpDialogProps = { settings: CompanySignIn; onClose: () => void };

function SetUpDialog({ settings, onClose }: SetUpDialogProps) {
  const { current, owners, addresses } = settings;
  const change = useChange(STALE, (body: CompanySignInForm) => api.company.set({ body }));
  const owner = owners.map(({ id, name, isBreakGlass }) => ({
    value: id,
    label: name,
    isBreakGlass,
  }));
  const kept = owner.filter(({ isBreakGlass }) => isBreakGlass);
  return (
    <FormDialog
      title="Company sign-in"
      size={640}
      onClose={onClose}
      schema={CompanySignInForm}
      values={{
        ...(current ?? BLANK),
        clientSecret: '',
        breakGlass: kept.map(({ value }) => value),
      }}
      save={change.mutateAsync}
      onSaved={() => {
        toast.ok('Company sign-in saved');
        onClose();
      }}
      submitLabel="Save"
    >
      <AddressesToEnter addresses={addresses} />
      <TextField
        name="name"
        label="Name of the provider"
        hint="On the sign-in page: Sign in with Example ID."
        autoComplete="off"
      />
      <TextField
        name="issuer"
        label="Issuer address"
        type="url"
        hint="As the provider writes it, such as https://example.okta.com."
        autoComplete="off"
      />
      <div className={fieldStyles.pair}>
        <TextField name="clientId" label="Client ID" autoComplete="off" />
        <PasswordField
          name="clientSecret"
          label="Client secret"
          {...(current && { note: 'blank keeps it' })}
          autoComplete="new-password"
        />
      </div>
      <TestButton />
      <TextField
        name="groupsClaim"
        label="Claim with the groups"
        hint="groups at most providers; hd, the domain, at Google."
        autoComplete="off"
      />
      <GroupRows />
      <SwitchField
        name="allowsPasswords"
        label="Passwords sign in too"
        hint="Off: the sessions of passwords end, and only break-glass owners keep theirs."
      />
      <MultiSelectField
        name="breakGlass"
        label="Break-glass owners"
        note="optional"
        hint="SUPER_ADMINs who can sign in with a password if the provider fails."
        choices={RECORDS.admins}
        current={kept}
      />
    </FormDialog>
  );
}

/** Addresses of this product that the provider has to know, to copy. */
function AddressesToEnter({ addresses }: Pick<CompanySignIn, 'addresses'>) {
  const { signIn, backChannelSignOut, afterSignOut } = addresses;
  const named = [
    ['Redirect address', signIn],
    ['Back-channel logout address', backChannelSignOut],
    ['Address after sign-out', afterSignOut],
  ] as const;
  return (
    <div className="grid gap-4">
      <p className="subdued">Enter these addresses at the provider first.</p>
      <ul className="grid gap-8">
        {named.map(([label, address]) => (
          <li key={label} className="row spread">
            <span className="grid grow">
              <span className="caption">{label}</span>
              <span className={styles.address}>{address}</span>
            </span>
            <CopyButton text={address} label={`Copy the ${label.toLowerCase()}`} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Tries the connection with what is typed; errors appear on their fields. */
function TestButton() {
  const form = useFormContext<CompanySignInForm>();
  const [isBusy, setIsBusy] = useState(false);
  const [found, setFound] = useState<readonly string[]>();
  const [failure, setFailure] = useState<string>();
  const test = async (): Promise<void> => {
    setFound(undefined);
    setFailure(undefined);
    form.clearErrors(['issuer', 'clientId', 'clientSecret']);
    if (!(await form.trigger(['issuer', 'clientId']))) return;
    setIsBusy(true);
    try {
      const { issuer, clientId, clientSecret } = form.getValues();
      const { data } = await api.company.test({ body: { issuer, clientId, clientSecret } });
      setFound(['The provider answers, and accepts this client.', ...data.warnings]);
    } catch (error) {
      const field = showRefusal(form, error, new Set(['issuer', 'clientId', 'clientSecret']));
      // Beside the button, as nothing was saved.
      form.clearErrors('root');
      if (!field) setFailure(failureText(error).message);
    }
    setIsBusy(false);
  };
  return (
    <div className="stack gap-12">
      <span>
        <Button busy={isBusy && 'Testing…'} onClick={() => void test()}>
          Test the connection
        </Button>
      </span>
      {failure !== undefined && <Notice kind="bad">{failure}</Notice>}
      {found && (
        <Notice kind={found.length > 1 ? 'quiet' : 'ok'}>
          {found.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Notice>
      )}
    </div>
  );
}

/** Groups of the provider with the role that each gives. The first that a person is in counts. */
function GroupRows() {
  const { rows, append, remove, message } = useFormRows<CompanySignInForm['groups'][number]>({
    name: 'groups',
    label: 'Groups',
  });
  return (
    <>
      <p className="caption">
        A person gets the role of the first group below that they are in. Without one they have no
        access.
      </p>
      {message && <Notice kind="bad">{message}</Notice>}
      {rows.map((_, index) => (
        // Fields are named by the place of the group.
        <FormRow
          key={`groups.${index}`}
          label={`group ${index + 1}`}
          className="grid gap-8 small"
          onRemove={() => remove(index)}
        >
          <div className={fieldStyles.pair}>
            <TextField name={`groups.${index}.group`} label="Group" autoComplete="off" />
            <AsyncSelectField
              name={`groups.${index}.roleId`}
              label="Role"
              choices={RECORDS.roles}
            />
          </div>
        </FormRow>
      ))}
      {rows.length < MAX_GROUPS && (
        <span>
          <Button
            size="sm"
            variant="tertiary"
            onClick={() => append({ group: '', roleId: '' }, 'group')}
          >
            <IconPlus size={16} stroke={2} aria-hidden /> Add a group
          </Button>
        </span>
      )}
    </>
  );
}

function StopDialog({ onClose }: { onClose: () => void }) {
  const stop = useChange(STALE, () => api.company.stop());
  return (
    <ConfirmDialog
      title="Stop the company sign-in?"
      confirmLabel="Stop it"
      isDanger
      confirm={async () => {
        await stop.mutateAsync(undefined);
        toast.ok('Company sign-in stopped');
      }}
      onClose={onClose}
    >
      Everybody who came in by it is signed out. People without a password ask for one with “Forgot
      Password?”.
    </ConfirmDialog>
  );
}
