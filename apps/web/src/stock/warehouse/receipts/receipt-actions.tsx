import { type Receipt, ReceiptFacts, receiptsApi } from '@pos/contract/stock/warehouse/receipts';
import { today } from '@pos/contract/values/clock';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { useNavigate } from '@tanstack/react-router';
import { HERE } from '#web/lib/input/time.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { ActionMenu } from '#web/ui/overlays/menu.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { useUnsettledHold } from '../unsettled-scans.ts';
import { documentPath } from '../warehouse-paths.ts';
import { ReceiptFactsFields } from './receipt-facts-fields.tsx';
import {
  useBookReceipt,
  useCloseRest,
  useDiscardReceipt,
  useOpenReceipt,
  useReceiveListed,
  useUpdateReceipt,
} from './receipts.data.ts';

const ReverseDialog = asidePart(() => import('./receipt-dialogs.tsx'), 'ReverseDialog');

type Dialog = 'edit' | 'discard' | 'book' | 'listed' | 'reverse' | 'rest' | 'close-rest';
type Props = { receipt: Receipt };

/** Buttons of a receipt, by its state, and their dialogs. */
export function ReceiptActions({ receipt }: Props) {
  const { opened, open, close } = useOpened<Dialog>();
  return (
    <Allowed to={receiptsApi.book}>
      {receipt.state === 'open' && <OpenActions receipt={receipt} open={open} />}
      {receipt.state === 'booked' && <BookedActions receipt={receipt} open={open} />}
      {opened && <ReceiptDialog opened={opened} receipt={receipt} onClose={close} />}
    </Allowed>
  );
}

function OpenActions({ receipt, open }: Props & { open: (dialog: Dialog) => void }) {
  const { id, goodQty, damagedQty, shortQty } = receipt;
  const holds = useUnsettledHold(documentPath('receipts', id));
  return (
    <>
      <ActionMenu
        label="More actions"
        look="page"
        actions={[
          { label: 'Edit', run: () => open('edit') },
          ...(shortQty > 0 ? [{ label: 'Receive all as listed…', run: () => open('listed') }] : []),
          { label: 'Discard…', danger: true, run: () => open('discard') },
        ]}
      />
      <ButtonLink to={`${documentPath('receipts', id)}/upload`}>Upload a sheet</ButtonLink>
      {goodQty + damagedQty > 0 && (
        <Button variant="primary" onClick={() => !holds() && open('book')}>
          Book receipt
        </Button>
      )}
    </>
  );
}

function BookedActions({ receipt: { rest }, open }: Props & { open: (dialog: Dialog) => void }) {
  return (
    <>
      <ActionMenu
        label="More actions"
        look="page"
        actions={[
          ...(rest === 'to_come'
            ? [{ label: 'Expect no more…', run: () => open('close-rest') }]
            : []),
          { label: 'Reverse…', danger: true, run: () => open('reverse') },
        ]}
      />
      {rest === 'to_come' && (
        <Button variant="primary" onClick={() => open('rest')}>
          Receive the rest
        </Button>
      )}
    </>
  );
}

function ReceiptDialog({
  opened,
  receipt,
  onClose,
}: Props & { opened: Dialog; onClose: () => void }) {
  if (opened === 'edit') return <EditReceipt receipt={receipt} onClose={onClose} />;
  if (opened === 'reverse') return <ReverseDialog receipt={receipt} onClose={onClose} />;
  return <Question opened={opened} receipt={receipt} onClose={onClose} />;
}

type Asked = {
  title: string;
  label: string;
  effect: string;
  isDanger?: boolean;
  run: () => Promise<unknown>;
  done: string;
};

/** Asks before a step that needs no input. */
function Question({
  opened,
  receipt,
  onClose,
}: Props & { opened: Exclude<Dialog, 'edit' | 'reverse'>; onClose: () => void }) {
  const { title, label, effect, isDanger = false, run, done } = useQuestions(receipt)[opened];
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={label}
      isDanger={isDanger}
      confirm={async () => {
        await run();
        toast.ok({ title: done });
      }}
      onClose={onClose}
    >
      {effect}
    </ConfirmDialog>
  );
}

function useQuestions(receipt: Receipt): Record<Exclude<Dialog, 'edit' | 'reverse'>, Asked> {
  const { id, number, shortQty } = receipt;
  const navigate = useNavigate();
  const discard = useDiscardReceipt(id);
  const book = useBookReceipt(id);
  const receive = useReceiveListed(id);
  const closeRest = useCloseRest(id);
  const open = useOpenReceipt();
  const short = pluralize(shortQty, 'unit');
  return {
    book: {
      title: `Book ${number}?`,
      label: `Book ${number}`,
      effect: bookingText(receipt),
      run: () => book.mutateAsync(undefined),
      done: `${number} booked`,
    },
    listed: {
      title: `Receive all of ${number} as listed?`,
      label: `Receive ${short}`,
      effect: `${short} that were not scanned yet are received as good.`,
      run: () => receive.mutateAsync(undefined),
      done: `${short} received`,
    },
    rest: {
      title: `Receive the rest of ${number}?`,
      label: 'Open receipt',
      effect: `A new receipt expects the ${short} that are still to come.`,
      run: async () => {
        const next = await open.mutateAsync({ continuesId: id, receivedOn: today(HERE) });
        void navigate({ href: documentPath('receipts', next.id) });
      },
      done: 'Receipt opened',
    },
    'close-rest': {
      title: `Expect no more from ${number}?`,
      label: 'Expect no more',
      effect: `${short} of ${number} are no longer expected.`,
      run: () => closeRest.mutateAsync(undefined),
      done: `No more is expected from ${number}`,
    },
    discard: {
      title: `Discard ${number}?`,
      label: `Discard ${number}`,
      effect: 'Its scans change no stock. The number stays in the list as discarded.',
      isDanger: true,
      run: () => discard.mutateAsync(undefined),
      done: `${number} discarded`,
    },
  };
}

/** Effect of booking, with what differs from the list. */
function bookingText({ goodQty, damagedQty, shortQty, overQty }: Receipt): string {
  return [
    `${pluralize(goodQty, 'good unit enters', 'good units enter')} the warehouse.`,
    ...(damagedQty > 0 ? [`${pluralize(damagedQty, 'unit is', 'units are')} damaged.`] : []),
    ...(shortQty > 0 ? [`${pluralize(shortQty, 'unit is', 'units are')} still to come.`] : []),
    ...(overQty > 0 ? [`${formatCount(overQty)} more than listed.`] : []),
  ].join(' ');
}

function EditReceipt({ receipt, onClose }: Props & { onClose: () => void }) {
  const { id, number, supplier, reference, receivedOn, isOpening } = receipt;
  const update = useUpdateReceipt(id);
  return (
    <FormDialog
      title={`Edit ${number}`}
      schema={ReceiptFacts}
      values={{ supplier, reference, receivedOn }}
      save={update.mutateAsync}
      onSaved={() => {
        toast.ok({ title: `${number} saved` });
        onClose();
      }}
      submitLabel="Save"
      saveWith="button"
      onClose={onClose}
    >
      <ReceiptFactsFields isOpening={isOpening} />
    </FormDialog>
  );
}
