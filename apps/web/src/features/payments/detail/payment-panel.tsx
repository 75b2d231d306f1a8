import { useQuery } from '@tanstack/react-query';
import type { PaymentDetails } from '@pos/contract/payments';
import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import { formatCents } from '@pos/contract/values/money';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { RecordBody, RecordPage } from '#web/ui/record.tsx';
import { usePaymentAddress } from '../payment-address.ts';
import { paymentDetails } from '../payments.data.ts';
import { PaymentView } from './payment-view.tsx';

const titleOf = (payment: PaymentDetails | undefined): string =>
  payment ? `${formatCents(payment.amountCents)} by ${PAYMENT_METHODS[payment.method]}` : 'Payment';

/** Open payment beside the list. */
export function PaymentPanel({ id }: { id: string }) {
  const { data: payment } = useQuery(paymentDetails(id));
  const { open } = usePaymentAddress();
  const close = (): void => {
    document.querySelector<HTMLElement>('a[data-row][aria-current="page"]')?.focus();
    open(undefined);
  };
  return (
    <Panel
      title={titleOf(payment)}
      onClose={close}
      actions={<CopyButton text={id} label="Copy payment id" />}
    >
      <PaymentBody id={id} level="h3" />
    </Panel>
  );
}

/**
 * Open payment in place of the list where there is no room beside it. On a fair's page (`isPart`)
 * the fair has the `h1`.
 */
export function PaymentPage({ id, isPart }: { id: string; isPart: boolean }) {
  const { data: payment } = useQuery(paymentDetails(id));
  const { withPayment } = usePaymentAddress();
  return (
    <RecordPage
      back={{ to: withPayment(undefined), label: isPart ? 'Payments of this fair' : 'Payments' }}
      title={titleOf(payment)}
      tools={<CopyButton text={id} label="Copy payment id" />}
      level={isPart ? 'h2' : 'h1'}
    >
      <PaymentBody id={id} level={isPart ? 'h3' : 'h2'} />
    </RecordPage>
  );
}

function PaymentBody({ id, level }: { id: string; level: 'h2' | 'h3' }) {
  return (
    <RecordBody query={useQuery(paymentDetails(id))} what="The payment">
      {(payment) => <PaymentView payment={payment} level={level} />}
    </RecordBody>
  );
}
