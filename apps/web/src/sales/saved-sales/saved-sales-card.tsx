import { savedSalesApi } from '@pos/contract/sales/office/saved-sales';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { FileDrop } from '#web/ui/files/file-drop.tsx';
import { filesNamed, type FileKind } from '#web/ui/files/file-kinds.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import {
  checkSavedSales,
  type FairSales,
  readSavedSales,
  type SavedFile,
  type TakenIn,
  takeInSavedSales,
} from './saved-sales.data.ts';

const SALES: FileKind = {
  accept: '.json,application/json',
  hint: 'Drop the file here or choose it: sales-….json',
  refuse: filesNamed(/\.json$/i, 'Choose the .json file that the register saved.'),
};

/** Takes in the sales that a register could not send and saved to a file. */
export function SavedSalesCard({ device }: { device: { id: string; deviceId: string } }) {
  return (
    <Allowed to={savedSalesApi.takeIn}>
      <Card
        title="Sales from a file"
        intro="If the register could not send its sales, it saved them to a file."
      >
        <SavedSales device={device} />
      </Card>
    </Allowed>
  );
}

function SavedSales({ device }: { device: { id: string; deviceId: string } }) {
  const [file, setFile] = useState<File>();
  const check = useMutation({
    mutationFn: async (chosen: File) => checkSavedSales(device.id, await readSavedSales(chosen)),
  });
  const takeIn = useMutation({
    mutationFn: (saved: SavedFile) => takeInSavedSales(device.id, saved),
    meta: { refreshes: [['orders'], ['payments'], ['fairs'], ['inventory'], ['devices']] },
  });
  const choose = (chosen: File): void => {
    setFile(chosen);
    takeIn.reset();
    check.mutate(chosen);
  };
  const saved = check.data;
  return (
    <div className="grid gap-12">
      <FileDrop
        label="File of the register"
        file={file}
        kind={SALES}
        onFile={choose}
        error={check.error ? toSentence(check.error) : undefined}
      />
      {check.isPending && <p className="caption">Checking…</p>}
      {saved && !takeIn.data && (
        <Preview
          device={device}
          saved={saved}
          busy={takeIn.isPending}
          onTakeIn={() => takeIn.mutate(saved)}
        />
      )}
      {takeIn.error && (
        <Notice kind="bad">
          {failureText(takeIn.error).message} Take them in again: none is booked twice.
        </Notice>
      )}
      <div aria-live="polite">{takeIn.data && <Outcome taken={takeIn.data} />}</div>
    </div>
  );
}

/** Sentence of a refusal, or of a file that could not be read. */
function toSentence(error: Error): string {
  return error.constructor === Error ? error.message : failureText(error).message;
}

function Preview({
  device,
  saved,
  busy,
  onTakeIn,
}: {
  device: { deviceId: string };
  saved: SavedFile;
  busy: boolean;
  onTakeIn: () => void;
}) {
  const isOther = saved.deviceId.toLowerCase() !== device.deviceId.toLowerCase();
  const missing = saved.fairs.reduce(
    (sum, { orders, known }) => sum + orders.length - known.size,
    0,
  );
  const hasMore = saved.fairs.some(
    ({ refunds, drawerEntries }) => refunds.length + drawerEntries.length > 0,
  );
  if (isOther)
    return (
      <Notice kind="bad">
        This file is of {saved.deviceId}. Open the page of that device and choose it there.
      </Notice>
    );
  return (
    <>
      <ul className="grid gap-8">
        {saved.fairs.map((fair) => (
          <li key={fair.fairIdentifier}>
            <FairLine fair={fair} />
          </li>
        ))}
      </ul>
      {missing > 0 || hasMore ? (
        <div>
          <Button variant="primary" busy={busy && 'Taking in…'} onClick={onTakeIn}>
            {missing > 0 ? `Take in ${pluralize(missing, 'sale', 'sales')}` : 'Take in the rest'}
          </Button>
        </div>
      ) : (
        <Notice kind="ok">All sales of this file are here already.</Notice>
      )}
    </>
  );
}

function FairLine({
  fair: { fairName, isFinished, orders, known, refunds, drawerEntries },
}: {
  fair: FairSales;
}) {
  const cents = orders.reduce(
    (sum, { totalCents }) => sum + (Number.isInteger(totalCents) ? totalCents : 0),
    0,
  );
  return (
    <>
      <span className="medium">{fairName}</span>: {pluralize(orders.length, 'sale', 'sales')},{' '}
      {formatCents(cents)}
      {known.size > 0 && `, ${formatCount(known.size)} of them here already`}
      {refunds.length > 0 && `, ${pluralize(refunds.length, 'refund', 'refunds')}`}
      {drawerEntries.length > 0 &&
        `, ${pluralize(drawerEntries.length, 'drawer entry', 'drawer entries')}`}
      {isFinished && (
        <span className="caption">
          {' '}
          This fair is closed out, so they will be held. Revert the close-out to book them.
        </span>
      )}
    </>
  );
}

function Outcome({ taken: { booked, known, refunds, entries, others } }: { taken: TakenIn }) {
  return (
    <div className="grid gap-12">
      <Notice kind={others.length > 0 ? 'warn' : 'ok'}>
        {pluralize(booked, 'sale', 'sales')} booked.
        {known > 0 && ` ${formatCount(known)} were here already.`}
        {refunds > 0 && ` ${pluralize(refunds, 'refund', 'refunds')} taken in.`}
        {entries > 0 && ` ${pluralize(entries, 'drawer entry', 'drawer entries')} taken in.`}
        {others.length > 0 && ` ${formatCount(others.length)} could not be booked:`}
      </Notice>
      {others.length > 0 && (
        <ul className="grid gap-4 small">
          {others.map(({ receipt, reason }) => (
            <li key={receipt}>
              <span className="monospace">{receipt}</span>: {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
