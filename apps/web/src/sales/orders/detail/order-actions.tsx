import { ordersApi, type Order, OrderDayCorrection } from '@pos/contract/sales/orders';
import { allows } from '@pos/contract/permissions';
import {
  IconArrowBackUp,
  IconCalendarEvent,
  IconChecks,
  IconGavel,
  IconPrinter,
  IconTruckDelivery,
} from '@tabler/icons-react';
import { useIsClosedOut } from '#web/fairs/fairs/fairs.data.ts';
import { Allowed, useRights } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { usePageKeys } from '#web/ui/hooks/use-step-keys.ts';
import { FulfilDialog, linesToMark } from './fulfil-dialog.tsx';
import { Receipts } from './receipt.tsx';
import { refundableLines, RefundDialog } from './refund-dialog.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { formatDay } from '@pos/contract/values/days';
import { DateField } from '#web/ui/fields/dates/date-field.tsx';
import { TextareaField } from '#web/ui/fields/text-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useCorrectDay } from '../orders.data.ts';

const BUTTONS = [
  { step: 'resolve', to: ordersApi.resolve, icon: IconGavel, label: 'Resolve…' },
  { step: 'refund', to: ordersApi.refund, icon: IconArrowBackUp, label: 'Refund…' },
  {
    step: 'shipped',
    to: ordersApi.updateFulfilment,
    icon: IconTruckDelivery,
    label: 'Mark as shipped…',
  },
  {
    step: 'delivered',
    to: ordersApi.updateFulfilment,
    icon: IconChecks,
    label: 'Mark as delivered…',
  },
  {
    step: 'day',
    to: ordersApi.correctDay,
    icon: IconCalendarEvent,
    label: 'Correct day…',
  },
] as const;
type Step = (typeof BUTTONS)[number]['step'];

/**
 * Actions on an order that its state and the rights allow, none once it is voided; and its printed
 * receipt.
 */
export function OrderActions({ order }: { order: Order }) {
  const { opened: step, open: setStep, close, key } = useOpened<Step | 'receipt'>();
  const isClosedOut = useIsClosedOut(order.fairId);
  const rights = useRights();
  usePageKeys((letter) => {
    const isRefund =
      letter === 'r' &&
      isPossible('refund', order, isClosedOut) &&
      allows(ordersApi.refund.access, rights);
    if (isRefund) setStep('refund');
    return isRefund;
  });
  return (
    <div className="row wrapping">
      {BUTTONS.filter((button) => isPossible(button.step, order, isClosedOut)).map(
        ({ step: next, to, icon: StepIcon, label }) => (
          <Allowed key={next} to={to}>
            <Button
              size="sm"
              {...(next === 'refund' && { 'aria-keyshortcuts': 'R' })}
              onClick={() => setStep(next)}
            >
              <StepIcon size={16} aria-hidden /> {label}
            </Button>
          </Allowed>
        ),
      )}
      <Button size="sm" onClick={() => setStep('receipt')}>
        <IconPrinter size={16} aria-hidden /> Print receipt
      </Button>
      {step === 'refund' && <RefundDialog key={key} order={order} onClose={close} />}
      {step === 'day' && <DayDialog key={key} order={order} onClose={close} />}
      {step === 'resolve' && <ResolveDialog key={key} order={order} onClose={close} />}
      {(step === 'shipped' || step === 'delivered') && (
        <FulfilDialog key={key} order={order} next={step} onClose={close} />
      )}
      {step === 'receipt' && <Receipts orders={[order]} onPrinted={close} />}
    </div>
  );
}

/** Returns true if the state of the order and its fair allows the step. */
function isPossible(step: Step, order: Order, isClosedOut: boolean): boolean {
  if (order.voidedAt !== null) return false;
  switch (step) {
    case 'day':
      return !isClosedOut;
    case 'resolve':
      // The outcome of the order is unknown until the processor answers.
      return (
        !isClosedOut &&
        order.status === 'open' &&
        order.payments.every(({ status }) => status !== 'pending')
      );
    case 'refund':
      return (
        !isClosedOut &&
        (order.status === 'completed' || order.status === 'partially_refunded') &&
        refundableLines(order).length > 0
      );
    case 'shipped':
    case 'delivered':
      return linesToMark(order, step).length > 0;
  }
}

/** Corrects the day of an order whose register had a wrong clock, or confirms the one that it has. */
function DayDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { mutateAsync: correct } = useCorrectDay(order.id);
  const { orderNumber, businessDay, clockSoldAt, receivedAt, timeZone } = order;
  const zone = zoneName(timeZone);
  return (
    <FormDialog
      title={`Correct the day of ${orderNumber}`}
      onClose={onClose}
      schema={OrderDayCorrection}
      values={{ businessDay, reason: '' }}
      save={correct}
      onSaved={(saved) => {
        toast.ok({ title: 'Day corrected', detail: formatDay(saved.businessDay) });
        onClose();
      }}
      submitLabel="Save day"
      busyLabel="Saving…"
    >
      <Notice kind="info">
        {clockSoldAt &&
          `The register's clock showed ${formatInstant(clockSoldAt, timeZone)} ${zone}. `}
        The order arrived on {formatInstant(receivedAt, timeZone)} {zone}. Its sales, tax and
        payments count on the day that you enter. Refunds keep their day.
      </Notice>
      <DateField name="businessDay" label="Day of the sale" />
      <TextareaField name="reason" label="Reason" rows={2} />
    </FormDialog>
  );
}
