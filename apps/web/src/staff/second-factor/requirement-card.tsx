import { FACTOR_GRACE_DAYS, RequirementForm } from '@pos/contract/staff/second-factor';
import { today } from '@pos/contract/values/clock';
import { addDays, formatDay } from '@pos/contract/values/days';
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, useChange } from '#web/lib/api/calls.ts';
import { HERE } from '#web/lib/input/time.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { DateField } from '#web/ui/fields/dates/date-field.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Skeleton, Unloaded } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import * as styles from './second-factor.module.css';

const KEY = ['factor-requirement'];
const STALE = [KEY, ['activity']] as const;
const requirement = dataQuery(KEY, api.factor.requirement, {});

/** Day from which everybody needs a second factor. */
export function RequirementCard() {
  const { data, error, refetch } = useQuery(requirement);
  const { opened, open, close } = useOpened<'on' | 'off'>();
  if (!data)
    return (
      <Unloaded what="The requirement" error={error} retry={refetch}>
        <Card>
          <Skeleton width="60%" />
        </Card>
      </Unloaded>
    );
  const { requiredFrom } = data;
  return (
    <Card rows>
      <div className={styles.line}>
        <div>
          <p className="medium">
            {requiredFrom === null
              ? 'Not required for everyone'
              : `Required from ${formatDay(requiredFrom)}`}
          </p>
          <p className="caption">
            {requiredFrom === null
              ? 'A role can require one for its people.'
              : `People without one cannot work after ${formatDay(addDays(requiredFrom, FACTOR_GRACE_DAYS - 1))}.`}
          </p>
        </div>
        <div className="row wrapping">
          <Button onClick={() => open('on')}>
            {requiredFrom === null ? 'Require' : 'Change day'}
          </Button>
          {requiredFrom !== null && <Button onClick={() => open('off')}>Stop requiring it</Button>}
        </div>
      </div>
      {opened === 'on' && <RequireDialog day={requiredFrom} onClose={close} />}
      {opened === 'off' && <SwitchOffDialog onClose={close} />}
    </Card>
  );
}

function RequireDialog({ day, onClose }: { day: string | null; onClose: () => void }) {
  const change = useChange(STALE, (body: { requiredFrom: string }) => api.factor.require({ body }));
  return (
    <FormDialog
      title="Require a second factor"
      onClose={onClose}
      schema={RequirementForm}
      values={{ requiredFrom: day ?? today(HERE) }}
      save={change.mutateAsync}
      onSaved={() => {
        toast.ok('Requirement saved');
        onClose();
      }}
      submitLabel="Require"
    >
      <p className="subdued">
        The sign-in explains it. People have {FACTOR_GRACE_DAYS} days from that day on to set one
        up.
      </p>
      <DateField name="requiredFrom" label="From" />
    </FormDialog>
  );
}

function SwitchOffDialog({ onClose }: { onClose: () => void }) {
  const off = useChange(STALE, () => api.factor.requireNoMore());
  return (
    <ConfirmDialog
      title="Stop requiring a second factor?"
      confirmLabel="Stop requiring it"
      isDanger
      confirm={async () => {
        await off.mutateAsync(undefined);
        toast.ok('A second factor is no longer required');
      }}
      onClose={onClose}
    >
      People keep the factors that they have. A role can still require one.
    </ConfirmDialog>
  );
}
