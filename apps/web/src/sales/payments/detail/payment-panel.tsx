import { useQuery } from '@tanstack/react-query';
import { PaymentsQuery, type PaymentDetails } from '@pos/contract/sales/payments';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { Panel } from '#web/ui/overlays/panel.tsx';
import { RecordBody, RecordPage } from '#web/ui/layout/record.tsx';
import { StepButtons } from '#web/ui/buttons/step-buttons.tsx';
import { useNeighbors } from '#web/ui/table/use-neighbors.ts';
import { usePaymentAddress } from '../payment-address.ts';
import { paymentDetails, paymentsList } from '../payments.data.ts';
import { PaymentView } from './payment-view.tsx';

const toTitle = (payment: PaymentDetails | undefined): string =>
  payment ? `${PAYMENT_METHODS[payment.method]} payment` : 'Payment';

type OpenPaymentProps = { id: string; fixed: Partial<PaymentsQuery> };

/** Open payment beside the list. */
export function PaymentPanel({ id, fixed }: OpenPaymentProps) {
  const { data: payment } = useQuery(paymentDetails(id));
  const { close } = usePaymentAddress();
  return (
    <Panel
      title={toTitle(payment)}
      onClose={close}
      actions={<PaymentTools id={id} fixed={fixed} />}
    >
      <PaymentBody id={id} level="h3" />
    </Panel>
  );
}

/**
 * Open payment in place of the list where there is no room beside it. On a fair's page the fair
 * has the `h1`.
 */
export function PaymentPage({ id, fixed }: OpenPaymentProps) {
  const isPart = fixed.fairId !== undefined;
  const { data: payment } = useQuery(paymentDetails(id));
  const { withRecord } = usePaymentAddress();
  return (
    <RecordPage
      back={{ to: withRecord(undefined), label: isPart ? 'Payments of this fair' : 'Payments' }}
      title={toTitle(payment)}
      tools={<PaymentTools id={id} fixed={fixed} />}
      level={isPart ? 'h2' : 'h1'}
    >
      <PaymentBody id={id} level={isPart ? 'h3' : 'h2'} />
    </RecordPage>
  );
}

/** Copies the payment's ID; links to the previous and next payment. */
function PaymentTools({ id, fixed }: OpenPaymentProps) {
  const { open } = usePaymentAddress();
  const neighbors = useNeighbors({
    id,
    schema: PaymentsQuery,
    list: paymentsList,
    fixed,
    open: (payment, changes) => open(payment.id, changes),
  });
  return (
    <span className="row">
      <CopyButton text={id} label="Copy payment id" />
      <StepButtons what="payment" id={id} {...neighbors} />
    </span>
  );
}

function PaymentBody({ id, level }: { id: string; level: 'h2' | 'h3' }) {
  return (
    <RecordBody query={useQuery(paymentDetails(id))} what="The payment">
      {(payment) => <PaymentView key={id} payment={payment} level={level} />}
    </RecordBody>
  );
}
