import { ordersApi, type Order } from '@pos/contract/orders';
import {
  IconArrowBackUp,
  IconChecks,
  IconGavel,
  IconPrinter,
  IconTruckDelivery,
} from '@tabler/icons-react';
import { useIsClosedOut } from '#web/features/fairs/fairs.data.ts';
import { Allowed } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import { FulfilDialog, linesToMark } from './fulfil-dialog.tsx';
import { Receipt } from './receipt.tsx';
import { refundableLines, RefundDialog } from './refund-dialog.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';

type Step = 'refund' | 'resolve' | 'shipped' | 'delivered' | 'receipt';

/**
 * Actions on an order that its state and the rights allow, none once it is voided; and its printed
 * receipt.
 */
export function OrderActions({ order }: { order: Order }) {
  const { opened: step, open: setStep, close, key } = useOpened<Step>();
  const isOpen = !useIsClosedOut(order.fairId);
  // The order's outcome is unknown until the processor answers.
  const stands = order.voidedAt === null;
  const isUnpaid =
    stands &&
    isOpen &&
    order.status === 'open' &&
    order.payments.every(({ status }) => status !== 'pending');
  const isPaid = stands && (order.status === 'completed' || order.status === 'partially_refunded');
  return (
    <div className="row wrap order-actions">
      {isUnpaid && (
        <Allowed to={ordersApi.resolve}>
          <Button size="sm" onClick={() => setStep('resolve')}>
            <IconGavel size={16} aria-hidden /> Resolve…
          </Button>
        </Allowed>
      )}
      {isPaid && isOpen && refundableLines(order).length > 0 && (
        <Allowed to={ordersApi.refund}>
          <Button size="sm" onClick={() => setStep('refund')}>
            <IconArrowBackUp size={16} aria-hidden /> Refund…
          </Button>
        </Allowed>
      )}
      {stands && linesToMark(order, 'shipped').length > 0 && (
        <Allowed to={ordersApi.updateFulfilment}>
          <Button size="sm" onClick={() => setStep('shipped')}>
            <IconTruckDelivery size={16} aria-hidden /> Mark as shipped…
          </Button>
        </Allowed>
      )}
      {stands && linesToMark(order, 'delivered').length > 0 && (
        <Allowed to={ordersApi.updateFulfilment}>
          <Button size="sm" onClick={() => setStep('delivered')}>
            <IconChecks size={16} aria-hidden /> Mark as delivered…
          </Button>
        </Allowed>
      )}
      <Button size="sm" onClick={() => setStep('receipt')}>
        <IconPrinter size={16} aria-hidden /> Print receipt
      </Button>
      {step === 'refund' && <RefundDialog key={key} order={order} onClose={close} />}
      {step === 'resolve' && <ResolveDialog key={key} order={order} onClose={close} />}
      {(step === 'shipped' || step === 'delivered') && (
        <FulfilDialog key={key} order={order} next={step} onClose={close} />
      )}
      {step === 'receipt' && <Receipt order={order} onPrinted={close} />}
    </div>
  );
}
