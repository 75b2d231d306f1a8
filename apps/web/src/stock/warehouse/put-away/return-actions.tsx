import { putAwayApi, type FairReturnDetails } from '@pos/contract/stock/warehouse/put-away';
import { pluralize } from '@pos/contract/values/counts';
import { useState } from 'react';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { useUnsettledHold } from '../unsettled-scans.ts';
import { documentPath } from '../warehouse-paths.ts';
import { useBookReturn, useReopenReturn } from './put-away.data.ts';
import { missingQty } from './return-words.ts';

/** Buttons that book a return, or open it again while something can still be counted. */
export function ReturnActions({ data }: { data: FairReturnDetails }) {
  const { opened, open, close } = useOpened<'book' | 'reopen'>();
  const holds = useUnsettledHold(documentPath('returns', data.fairId));
  return (
    <>
      {data.state !== 'booked' && (
        <Allowed to={putAwayApi.book}>
          <Button variant="primary" onClick={() => !holds() && open('book')}>
            Put away
          </Button>
        </Allowed>
      )}
      {data.state === 'booked' && (!data.isClosedOut || data.notScannedTitles > 0) && (
        <Allowed to={putAwayApi.reopen}>
          <Button onClick={() => open('reopen')}>Go on scanning</Button>
        </Allowed>
      )}
      {opened === 'book' && <BookDialog data={data} onClose={close} />}
      {opened === 'reopen' && <ReopenDialog data={data} onClose={close} />}
    </>
  );
}

type ReturnDialogProps = { data: FairReturnDetails; onClose: () => void };

/** Shows what booking does, and asks about titles that were not scanned. */
function BookDialog({ data, onClose }: ReturnDialogProps) {
  const { fairId, fairName, goodQty, damagedQty, notScannedTitles, notScannedQty } = data;
  const { mutateAsync: book } = useBookReturn(fairId);
  const [restIsZero, setRestIsZero] = useState(false);
  const lines = data.lines.filter((line) => line.goodQty + line.damagedQty > 0);
  const short = lines.filter((line) => missingQty(line) > 0);
  const over = lines.filter((line) => missingQty(line) < 0);
  const replaced = lines.filter(
    ({ countedQty, goodQty: good, damagedQty: damaged }) =>
      countedQty !== null && countedQty !== good + damaged,
  );
  return (
    <ConfirmDialog
      title={`Put the return of ${fairName} away?`}
      confirmLabel="Put away"
      busyLabel="Saving…"
      confirm={() => book({ restIsZero })}
      onClose={onClose}
    >
      <span className="stack gap-12">
        <span>
          {pluralize(goodQty + damagedQty, 'unit')} of {pluralize(lines.length, 'title')} become the
          return count{damagedQty > 0 && `, ${damagedQty} of them damaged`}.{' '}
          {data.isClosedOut
            ? 'The fair is closed out: the stock moves now.'
            : 'The stock moves with the close-out.'}
        </span>
        {replaced.length > 0 && (
          <span>
            {pluralize(replaced.length, 'title has', 'titles have')} another count, which is
            replaced: {replaced.map(({ title }) => title).join(', ')}.
          </span>
        )}
        {short.length > 0 && (
          <span>
            Missing:{' '}
            {short
              .map((line) => `${pluralize(missingQty(line), 'unit')} of ${line.title}`)
              .join(', ')}
            .{data.isClosedOut && ' Missing units are written off.'}
          </span>
        )}
        {over.length > 0 && (
          <span>
            More than expected:{' '}
            {over
              .map((line) => `${pluralize(-missingQty(line), 'unit')} of ${line.title}`)
              .join(', ')}
            .
          </span>
        )}
        {notScannedTitles > 0 && (
          <label className="row">
            <input
              type="checkbox"
              checked={restIsZero}
              onChange={({ target }) => setRestIsZero(target.checked)}
            />
            <span>
              {pluralize(notScannedTitles, 'title was', 'titles were')} not scanned (
              {pluralize(notScannedQty, 'unit')} expected): count as 0
            </span>
          </label>
        )}
      </span>
    </ConfirmDialog>
  );
}

function ReopenDialog({ data: { fairId, fairName }, onClose }: ReturnDialogProps) {
  const { mutateAsync: reopen } = useReopenReturn(fairId);
  return (
    <ConfirmDialog
      title={`Go on with the return of ${fairName}?`}
      confirmLabel="Go on scanning"
      confirm={() => reopen()}
      onClose={onClose}
    >
      The counts stay until you put it away again.
    </ConfirmDialog>
  );
}
