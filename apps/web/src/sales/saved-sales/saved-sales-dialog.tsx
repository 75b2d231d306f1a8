import { formatCount, pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { REFRESHES } from '#web/sales/orders/orders.data.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FileDrop } from '#web/ui/files/file-drop.tsx';
import { filesNamed, type FileKind } from '#web/ui/files/file-kinds.ts';
import { Notice } from '#web/ui/messages/notice.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
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

type SavedSalesDialogProps = { device: { id: string; deviceId: string }; onClose: () => void };

/** Takes in the sales that a register could not send and saved to a file. */
export function SavedSalesDialog({ device, onClose }: SavedSalesDialogProps) {
  const [file, setFile] = useState<File>();
  const check = useMutation({
    mutationFn: async (chosen: File) =>
      checkSavedSales(device.id, await readSavedSales(chosen, device.deviceId)),
  });
  const takeIn = useMutation({
    mutationFn: (saved: SavedFile) => takeInSavedSales(device.id, saved),
    meta: { refreshes: [...REFRESHES, ['devices'], ['students']] },
  });
  const choose = (chosen: File): void => {
    setFile(chosen);
    takeIn.reset();
    check.mutate(chosen);
  };
  const saved = check.data;
  const label = saved && !takeIn.data && findLabel(saved);
  return (
    <Dialog
      title={`Sales of ${device.deviceId} from a file`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{takeIn.data ? 'Close' : 'Cancel'}</Button>
          {label && (
            <Button
              variant="primary"
              busy={takeIn.isPending && 'Taking in…'}
              onClick={() => takeIn.mutate(saved)}
            >
              {label}
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        <p>
          A register without a network saves its sales to a file (menu, “Hand over the tablet”). The
          school sends you that file or hands it over on a USB stick. Each sale is booked once, even
          if the register sends it later.
        </p>
        <FileDrop
          label="File of the register"
          file={file}
          kind={SALES}
          onFile={choose}
          error={check.error ? toSentence(check.error) : undefined}
        />
        <div aria-live="polite" className="grid gap-12">
          {check.isPending && <p className="caption">Checking…</p>}
          {saved && !takeIn.data && <Preview saved={saved} isComplete={!label} />}
          {takeIn.data && <Outcome taken={takeIn.data} />}
        </div>
        {takeIn.error && (
          <Notice kind="bad">
            {failureText(takeIn.error).message} Take them in again: none is booked twice.
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

/** Sentence of a refusal, or of a file that could not be read. */
function toSentence(error: Error): string {
  return error.constructor === Error ? error.message : failureText(error).message;
}

/** Label of the button that takes in what the server may not have yet; undefined for nothing. */
function findLabel({ fairs }: SavedFile): string | undefined {
  const missing = fairs.reduce((sum, { orders, known }) => sum + orders.length - known.size, 0);
  if (missing > 0) return `Take in ${pluralize(missing, 'sale', 'sales')}`;
  const hasMore = fairs.some(({ refunds, drawerEntries }) => refunds.length + drawerEntries.length);
  return hasMore ? 'Take in refunds and drawer entries' : undefined;
}

function Preview({ saved, isComplete }: { saved: SavedFile; isComplete: boolean }) {
  if (saved.fairs.length === 0) return <Notice kind="info">This file has no sales.</Notice>;
  return (
    <>
      <ul className="grid gap-8">
        {saved.fairs.map((fair) => (
          <li key={fair.fairIdentifier}>
            <FairLine fair={fair} />
          </li>
        ))}
      </ul>
      {isComplete && <Notice kind="ok">All sales of this file are booked already.</Notice>}
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
      {known.size > 0 && `, ${formatCount(known.size)} of them booked already`}
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
    <>
      <Notice kind={others.length > 0 ? 'warn' : 'ok'}>
        {pluralize(booked, 'sale', 'sales')} booked.
        {known > 0 && ` ${pluralize(known, 'was', 'were')} booked already.`}
        {refunds > 0 && ` ${pluralize(refunds, 'refund', 'refunds')} taken in.`}
        {entries > 0 && ` ${pluralize(entries, 'drawer entry', 'drawer entries')} taken in.`}
        {others.length > 0 && ` ${formatCount(others.length)} could not be booked:`}
      </Notice>
      {others.length > 0 && (
        <ul className="grid gap-4 small">
          {others.map(({ receipt, reason }) => (
            <li key={`${receipt} ${reason}`}>
              <span className="monospace">{receipt}</span>: {reason}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
