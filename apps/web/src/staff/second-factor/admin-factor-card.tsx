import type { FactorOfAdmin } from '@pos/contract/staff/second-factor';
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, useChange } from '#web/lib/api/calls.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { Ago } from '#web/ui/values/ago.tsx';

const factorOf = (id: string) =>
  dataQuery(['admin-factor', id], api.factor.ofAdmin, { params: { id } });

type Action = 'ask' | 'confirm';

/**
 * Removes the factor of somebody who lost it: one administrator asks, and a second one confirms.
 * Nothing is shown for a person without a factor.
 */
export function AdminFactorCard({ id, name }: { id: string; name: string }) {
  const { data } = useQuery(factorOf(id));
  const ownId = useSession()?.user.id;
  const { opened, open, close } = useOpened<Action>();
  const stale = [['admin-factor', id], ['activity']];
  const params = { id };
  const ask = useChange(stale, () => api.factor.askReset({ params }));
  const confirm = useChange(stale, () => api.factor.confirmReset({ params }));
  const withdraw = useChange(stale, () => api.factor.withdrawReset({ params }));
  if (!data?.hasFactor || ownId === id) return null;
  const isAsk = opened === 'ask';
  return (
    <Card title="Second factor">
      <div className="stack">
        <FactorState reset={data.reset} isOwn={data.reset?.askedById === ownId} />
        <div className="row wrapping">
          {data.reset === null ? (
            <Button onClick={() => open('ask')}>Remove lost factor</Button>
          ) : (
            <>
              {data.reset.askedById !== ownId && (
                <Button variant="danger" onClick={() => open('confirm')}>
                  Confirm removal
                </Button>
              )}
              <Button onClick={() => withdraw.mutate(undefined)}>Keep the factor</Button>
            </>
          )}
        </div>
      </div>
      {opened && (
        <ConfirmDialog
          title={isAsk ? `Has ${name} lost the second factor?` : `Remove the factor of ${name}?`}
          confirmLabel={isAsk ? 'Ask for removal' : 'Remove factor'}
          isDanger
          confirm={async () => {
            await (isAsk ? ask : confirm).mutateAsync(undefined);
            toast.ok(isAsk ? 'A second administrator has to confirm this' : 'Factor removed');
          }}
          onClose={close}
        >
          {isAsk
            ? 'Make sure that it is really this person who asks you. They get an email now, and a second administrator has to confirm the removal within 24 hours.'
            : 'Make sure that it is really this person who asks. Their sessions end, and they sign in with the password alone until they set up a new factor.'}
        </ConfirmDialog>
      )}
    </Card>
  );
}

function FactorState({ reset, isOwn }: { reset: FactorOfAdmin['reset']; isOwn: boolean }) {
  if (reset === null) return <p className="subdued">Asked for at each sign-in.</p>;
  return (
    <p className="subdued">
      {isOwn ? (
        <>
          You asked to remove it <Ago at={reset.askedAt} />. A second administrator has to confirm
          this here.
        </>
      ) : (
        <>
          <span data-private>{reset.askedBy}</span> asked to remove it <Ago at={reset.askedAt} />.
        </>
      )}
    </p>
  );
}
