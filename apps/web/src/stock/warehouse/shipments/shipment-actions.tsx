import { IconPrinter } from '@tabler/icons-react';
import { type ShipmentDetails, shipmentsApi } from '@pos/contract/stock/warehouse/shipments';
import { pluralize } from '@pos/contract/values/counts';
import { useState } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { LabelMenu } from '#web/stock/cartons/labels/label-menu.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { usePdf } from '#web/ui/files/print.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { ReceiveDialog } from './receive-dialog.tsx';
import {
  useDiscardShipment,
  usePackShipment,
  useSendShipment,
  useUnpackShipment,
} from './shipments.data.ts';

type Asked = 'discard' | 'send' | 'receive';

/** Buttons of a shipment, by its state; the next step is the primary one. */
export function ShipmentActions({ shipment }: { shipment: ShipmentDetails }) {
  const { id, number, state, lines, packedCartons, fairName, cartons } = shipment;
  const { opened, open, close } = useOpened<Asked>();
  const discard = useDiscardShipment(id);
  const send = useSendShipment(id);
  return (
    <>
      {(state === 'open' || state === 'packed') && (
        <Allowed to={shipmentsApi.discard}>
          <Button variant="danger" onClick={() => open('discard')}>
            Discard
          </Button>
        </Allowed>
      )}
      {lines.length > 0 && <PaperButton id={id} />}
      {packedCartons.length > 0 && (
        <LabelMenu
          label="Print labels"
          print={(give, paper) => give(shipmentsApi.labels, { params: { id }, query: { paper } })}
        />
      )}
      <StepButtons shipment={shipment} onAsk={open} />
      {opened === 'discard' && (
        <ConfirmDialog
          title={`Discard ${number}?`}
          confirmLabel={`Discard ${number}`}
          isDanger
          confirm={async () => {
            await discard.mutateAsync(undefined);
            toast.ok({ title: `${number} discarded` });
          }}
          onClose={close}
        >
          Nothing was sent, so the stock stays as it is. The number stays in the list as discarded.
        </ConfirmDialog>
      )}
      {opened === 'send' && (
        <ConfirmDialog
          title={`Send ${number} to ${fairName}?`}
          confirmLabel={`Send ${pluralize(cartons, 'carton')}`}
          confirm={async () => {
            await send.mutateAsync(undefined);
            toast.ok({ title: `${number} sent`, detail: fairName });
          }}
          onClose={close}
        >
          Its {pluralize(shipment.units, 'unit')} leave the warehouse and belong to the fair from
          now on. There the cartons are scanned, or their arrival is confirmed.
        </ConfirmDialog>
      )}
      {opened === 'receive' && <ReceiveDialog shipment={shipment} onClose={close} />}
    </>
  );
}

function PaperButton({ id }: { id: string }) {
  const pdf = usePdf('The packing paper');
  return (
    <Button
      busy={pdf.isBusy && 'Preparing…'}
      onClick={() => void pdf.run((give) => give(shipmentsApi.paper, { params: { id } }))}
    >
      <IconPrinter size={16} aria-hidden /> Packing paper
    </Button>
  );
}

type StepButtonsProps = { shipment: ShipmentDetails; onAsk: (what: Asked) => void };

/** The step that comes next, and the way back from packed. */
function StepButtons({ shipment: { id, number, state, lines }, onAsk }: StepButtonsProps) {
  const pack = usePackShipment(id);
  const unpack = useUnpackShipment(id);
  const [isBusy, setIsBusy] = useState(false);
  const run = async (step: () => Promise<unknown>, failed: string): Promise<void> => {
    setIsBusy(true);
    try {
      await step();
    } catch (error) {
      toast.bad({ title: `${number} ${failed}`, detail: failureText(error).message });
    }
    setIsBusy(false);
  };
  switch (state) {
    case 'open':
      return (
        <Allowed to={shipmentsApi.pack}>
          <Button
            variant="primary"
            disabled={lines.length === 0}
            busy={isBusy && 'Packing…'}
            onClick={() => void run(() => pack.mutateAsync(undefined), 'cannot be packed')}
          >
            Pack
          </Button>
        </Allowed>
      );
    case 'packed':
      return (
        <Allowed to={shipmentsApi.send}>
          <Button
            busy={isBusy && 'Opening…'}
            onClick={() => void run(() => unpack.mutateAsync(undefined), 'cannot be changed')}
          >
            Change
          </Button>
          <Button variant="primary" onClick={() => onAsk('send')}>
            Send
          </Button>
        </Allowed>
      );
    case 'sent':
    case 'received_in_part':
      return (
        <Allowed to={shipmentsApi.receive}>
          <Button variant="primary" onClick={() => onAsk('receive')}>
            {state === 'sent' ? 'Confirm arrival' : 'Report found cartons'}
          </Button>
        </Allowed>
      );
    case 'received':
    case 'discarded':
      return null;
  }
}
