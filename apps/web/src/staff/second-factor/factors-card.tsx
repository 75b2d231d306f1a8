import type { OwnFactors } from '@pos/contract/staff/second-factor';
import { formatDay } from '@pos/contract/values/days';
import { pluralize } from '@pos/contract/values/counts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, useChange } from '#web/lib/api/calls.ts';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ErrorNotice, Notice, Skeleton } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { ConfirmDialog, Dialog } from '#web/ui/overlays/dialog.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import * as styles from './second-factor.module.css';

const KEY = ['own-factors'];
const ownFactors = dataQuery(KEY, (options) => api.factor.get(undefined, options));

/** Second factors of the user: set up, remove, and new recovery codes. */
export function FactorsCard() {
  const { data, error, refetch } = useQuery(ownFactors);
  return (
    <Card title="Second factor" rows>
      {data ? (
        <Factors factors={data} />
      ) : error ? (
        <ErrorNotice what="Your second factors" error={error} retry={() => void refetch()} />
      ) : (
        <div className={styles.line} aria-hidden>
          <Skeleton width="60%" />
        </div>
      )}
    </Card>
  );
}

function Factors({ factors: { hasApp, recoveryCodesLeft, dueOn } }: { factors: OwnFactors }) {
  const { opened, open, close } = useOpened<'app' | 'codes'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const renew = useChange([KEY, ['activity']], () => api.factor.newRecoveryCodes());
  const removeApp = useChange([KEY, ['activity']], () => api.factor.removeApp());
  return (
    <>
      {dueOn !== null && !hasApp && (
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
      {hasApp && (
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
          confirm={async () => setCodes((await renew.mutateAsync(undefined)).recoveryCodes)}
          onClose={close}
        >
          The codes that you have stop working.
        </ConfirmDialog>
      )}
      {codes && <NewCodes codes={codes} onClose={() => setCodes(undefined)} />}
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
