import { PasskeyNameForm, type OwnFactors, type Passkey } from '@pos/contract/staff/second-factor';
import { formatDay } from '@pos/contract/values/days';
import { pluralize } from '@pos/contract/values/counts';
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, useChange } from '#web/lib/api/calls.ts';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { Ago } from '#web/ui/values/ago.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Notice, Skeleton, Unloaded } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { ConfirmDialog, Dialog } from '#web/ui/overlays/dialog.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import * as styles from './second-factor.module.css';

const KEY = ['own-factors'];
const ownFactors = dataQuery(KEY, api.factor.get, {});

/** Second factors of the user: set up, remove, and new recovery codes. */
export function FactorsCard() {
  const { data, error, refetch } = useQuery(ownFactors);
  return (
    <Card title="Second factor" rows>
      {data ? (
        <Factors factors={data} />
      ) : (
        <Unloaded what="Your second factors" error={error} retry={refetch}>
          <div className={styles.line} aria-hidden>
            <Skeleton width="60%" />
          </div>
        </Unloaded>
      )}
    </Card>
  );
}

function Factors({ factors }: { factors: OwnFactors }) {
  const { hasApp, passkeys, recoveryCodesLeft, dueOn } = factors;
  const hasAny = hasApp || passkeys.length > 0;
  const { opened, open, close } = useOpened<'app' | 'codes'>();
  const made = useOpened<readonly string[]>();
  const renew = useChange([KEY, ['activity']], () => api.factor.newRecoveryCodes());
  const removeApp = useChange([KEY, ['activity']], () => api.factor.removeApp());
  return (
    <>
      {dueOn !== null && !hasAny && (
        <div className={styles.line}>
          <Notice kind="warn">Your account needs one after {formatDay(dueOn)}.</Notice>
        </div>
      )}
      <div className={styles.line}>
        <div>
          <p className="medium">Authenticator app</p>
          <p className="caption">
            {hasApp ? 'Set up. Its code is asked for after your password.' : 'Not set up.'}
          </p>
        </div>
        {hasApp ? (
          <Button aria-label="Remove authenticator app" onClick={() => open('app')}>
            Remove
          </Button>
        ) : (
          <ButtonLink to="/second-factor?from=/profile">Set up</ButtonLink>
        )}
      </div>
      <Passkeys passkeys={passkeys} />
      {hasAny && (
        <div className={styles.line}>
          <div>
            <p className="medium">Recovery codes</p>
            <p className="caption">{pluralize(recoveryCodesLeft, 'code')} left.</p>
          </div>
          <Button onClick={() => open('codes')}>New codes</Button>
        </div>
      )}
      {opened === 'app' && (
        <ConfirmDialog
          title="Remove the authenticator app?"
          confirmLabel="Remove app"
          isDanger
          confirm={async () => {
            await removeApp.mutateAsync(undefined);
            toast.ok('Authenticator app removed');
          }}
          onClose={close}
        >
          Its codes no longer sign you in.
        </ConfirmDialog>
      )}
      {opened === 'codes' && (
        <ConfirmDialog
          title="New recovery codes?"
          confirmLabel="Make new codes"
          confirm={async () => made.open((await renew.mutateAsync(undefined)).recoveryCodes)}
          onClose={close}
        >
          The codes that you have stop working.
        </ConfirmDialog>
      )}
      {made.opened && <NewCodes codes={made.opened} onClose={made.close} />}
    </>
  );
}

function Passkeys({ passkeys }: Pick<OwnFactors, 'passkeys'>) {
  const { opened, open, close } = useOpened<{ passkey: Passkey; isRenamed: boolean }>();
  const stale = [KEY, ['activity']];
  const rename = useChange(stale, (call: { params: { id: string }; body: { name: string } }) =>
    api.factor.renamePasskey(call),
  );
  const remove = useChange(stale, (id: string) => api.factor.removePasskey({ params: { id } }));
  return (
    <>
      {passkeys.map((passkey) => (
        <div key={passkey.id} className={styles.line}>
          <div>
            <p className="medium">{passkey.name}</p>
            <p className="caption">
              Passkey ·{' '}
              {passkey.lastUsedAt ? (
                <>
                  used <Ago at={passkey.lastUsedAt} />
                </>
              ) : (
                'not used yet'
              )}
            </p>
          </div>
          <div className="row wrapping">
            <Button
              aria-label={`Rename ${passkey.name}`}
              onClick={() => open({ passkey, isRenamed: true })}
            >
              Rename
            </Button>
            <Button
              aria-label={`Remove ${passkey.name}`}
              onClick={() => open({ passkey, isRenamed: false })}
            >
              Remove
            </Button>
          </div>
        </div>
      ))}
      <div className={styles.line}>
        <div>
          <p className="medium">Passkeys</p>
          <p className="caption">Sign in by fingerprint, face or the code of your device.</p>
        </div>
        <ButtonLink to="/second-factor?from=/profile">Add passkey</ButtonLink>
      </div>
      {opened?.isRenamed && (
        <FormDialog
          title="Rename the passkey"
          onClose={close}
          schema={PasskeyNameForm}
          values={{ name: opened.passkey.name }}
          save={(body) => rename.mutateAsync({ params: { id: opened.passkey.id }, body })}
          onSaved={() => {
            toast.ok('Passkey renamed');
            close();
          }}
          submitLabel="Rename"
        >
          <TextField name="name" label="Name" autoComplete="off" />
        </FormDialog>
      )}
      {opened && !opened.isRenamed && (
        <ConfirmDialog
          title={`Remove ${opened.passkey.name}?`}
          confirmLabel="Remove passkey"
          isDanger
          confirm={async () => {
            await remove.mutateAsync(opened.passkey.id);
            toast.ok('Passkey removed');
          }}
          onClose={close}
        >
          It no longer signs you in.
        </ConfirmDialog>
      )}
    </>
  );
}

function NewCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      title="Your recovery codes"
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          I have stored them
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  );
}
