import { countsApi, type CountDetails } from '@pos/contract/stock/warehouse/counts';
import { pluralize } from '@pos/contract/values/counts';
import { IconTrash } from '@tabler/icons-react';
import { failureText } from '#web/lib/api/failure.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { ActionMenu } from '#web/ui/overlays/menu.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { useUnsettledHold } from '../unsettled-scans.ts';
import { documentPath } from '../warehouse-paths.ts';
import { useDiscardCount, useFinishCount, useReopenCount } from './counts.data.ts';
import { UncountedDialog } from './uncounted-dialog.tsx';

/** Buttons of a count, by its state. Booking stands with the differences. */
export function CountActions({ count }: { count: CountDetails }) {
  const { id, number, state, version, countedTitles } = count;
  const { opened, open, close } = useOpened<'discard'>();
  const discard = useDiscardCount(id);
  const finish = useFinishCount(id);
  const reopen = useReopenCount(id);
  const holds = useUnsettledHold(documentPath('counts', id));
  const tell = (error: unknown): void =>
    toast.bad({ title: `${number} stays as it is`, detail: failureText(error).message });
  if (state !== 'open' && state !== 'counted') return null;
  return (
    <Allowed to={countsApi.finish}>
      <ActionMenu
        label="More actions"
        look="page"
        actions={[{ label: 'Discard…', icon: IconTrash, danger: true, run: () => open('discard') }]}
      />
      {state === 'open' ? (
        <Button
          variant="primary"
          aria-disabled={countedTitles === 0}
          busy={finish.isPending && 'Finishing…'}
          onClick={() => {
            if (countedTitles > 0 && !holds()) finish.mutate(version, { onError: tell });
          }}
        >
          Finish counting
        </Button>
      ) : (
        <Button
          busy={reopen.isPending && 'Opening…'}
          onClick={() => reopen.mutate({ version, again: false }, { onError: tell })}
        >
          Count on
        </Button>
      )}
      {opened === 'discard' && (
        <ConfirmDialog
          title={`Discard ${number}?`}
          confirmLabel={`Discard ${number}`}
          isDanger
          confirm={async () => {
            await discard.mutateAsync('');
            toast.ok({ title: `${number} discarded` });
          }}
          onClose={close}
        >
          Its scans change no stock. The number stays in the list as discarded.
        </ConfirmDialog>
      )}
    </Allowed>
  );
}

/** Button that opens the list of the titles that nobody has counted. */
export function UncountedList({ count }: { count: CountDetails }) {
  const { opened, open, close } = useOpened<true>();
  return (
    <>
      <Button size="sm" onClick={() => open(true)}>
        Show list
      </Button>
      {opened && <UncountedDialog count={count} onClose={close} />}
    </>
  );
}

/** Says of a finished count how many titles nobody has counted, and opens their list. */
export function UncountedNotice({ count }: { count: CountDetails }) {
  if (count.uncounted === 0) return null;
  return (
    <Notice kind="info" action={<UncountedList count={count} />}>
      {pluralize(count.uncounted, 'title is', 'titles are')} not counted yet. Their stock stays as
      it is unless somebody confirms the list.
    </Notice>
  );
}
