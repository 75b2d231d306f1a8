import { IconChevronLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { PAYMENT_METHODS, type PaymentDetails } from '@pos/contract/payments';
import { formatCents } from '#web/lib/money.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Link } from '#web/ui/link.tsx';
import { AfterDelay, ErrorNotice, Skeleton } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { usePaymentAddress } from '../payment-address.ts';
import { paymentDetails } from '../payments.data.ts';
import './payment.css';
import { PaymentView } from './payment-view.tsx';

const titleOf = (payment: PaymentDetails | undefined): string => (payment ? `${formatCents(payment.amountCents)} by ${PAYMENT_METHODS[payment.method]}` : 'Payment');

/** The open payment beside the list. */
export function PaymentPanel({ id }: { id: string }) {
  const { data: payment } = useQuery(paymentDetails(id));
  const { open } = usePaymentAddress();
  const close = (): void => {
    document.querySelector<HTMLElement>('a.rec[aria-current="page"]')?.focus();
    open(undefined);
  };
  return (
    <Panel title={titleOf(payment)} onClose={close} actions={<CopyButton text={id} label="Copy payment id" />}>
      <PaymentBody id={id} level="h3" />
    </Panel>
  );
}

/** The open payment in place of the list, where there is no room beside it. Within a fair's page (`isPart`) the fair has the `h1`. */
export function PaymentPage({ id, isPart }: { id: string; isPart: boolean }) {
  const { data: payment } = useQuery(paymentDetails(id));
  const { withPayment } = usePaymentAddress();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const Heading = isPart ? 'h2' : 'h1';
  return (
    <>
      <div className="payment-head">
        <Link to={withPayment(undefined)} className="row">
          <IconChevronLeft size={16} aria-hidden /> {isPart ? 'Payments of this fair' : 'Payments'}
        </Link>
        <div className="row between wrap">
          <Heading ref={heading} tabIndex={-1}>
            {titleOf(payment)}
          </Heading>
          <CopyButton text={id} label="Copy payment id" />
        </div>
      </div>
      <section className="card payment-card">
        <PaymentBody id={id} level={isPart ? 'h3' : 'h2'} />
      </section>
    </>
  );
}

function PaymentBody({ id, level }: { id: string; level: 'h2' | 'h3' }): ReactNode {
  const { data: payment, error, refetch } = useQuery(paymentDetails(id));
  if (payment) return <PaymentView payment={payment} level={level} />;
  if (error) return <ErrorNotice what="The payment" error={error} retry={() => void refetch()} />;
  return (
    <AfterDelay>
      {['60%', '85%', '70%', '90%', '40%'].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </AfterDelay>
  );
}
