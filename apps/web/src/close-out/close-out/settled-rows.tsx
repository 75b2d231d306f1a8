import type { CloseOut } from '@pos/contract/close-out/close-out';
import { PAYMENT_METHODS, PaymentMethod } from '@pos/contract/sales/payment-methods';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { IconCoin, IconCreditCard, IconSchool, IconWallet, type Icon } from '@tabler/icons-react';
import { Amount } from '#web/ui/values/amount.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { varianceStatus } from './close-out-words.ts';
import * as styles from './wizard/count-step.module.css';

/** Result of a method whose money is settled by its records. */
const MATCHES = varianceStatus(0)!;

const SETTLED: readonly {
  method:
    | typeof PaymentMethod.creditCard
    | typeof PaymentMethod.facts
    | typeof PaymentMethod.eWallet
    | typeof PaymentMethod.aveDollar;
  icon: Icon;
  from: string;
}[] = [
  { method: PaymentMethod.creditCard, icon: IconCreditCard, from: 'from the processor' },
  { method: PaymentMethod.facts, icon: IconSchool, from: 'charged to family accounts' },
  { method: PaymentMethod.eWallet, icon: IconWallet, from: 'from student wallets' },
  { method: PaymentMethod.aveDollar, icon: IconCoin, from: "from the school's credit" },
];

/** Methods that need no count: their records settle them. */
export function SettledRows({ tenders }: Pick<CloseOut, 'tenders'>) {
  return SETTLED.map(({ method, icon, from }) => {
    const name = PAYMENT_METHODS[method];
    const figures = tenders[name];
    return (
      <div key={name} className={`${styles.row} ${styles.settled}`} role="group" aria-label={name}>
        <Method
          icon={icon}
          name={name}
          detail={
            figures.count === 0 ? 'Not used at this fair' : `${paymentsText(figures)}, ${from}`
          }
        />
        <span className={`align-right ${styles.expected}`}>
          <Amount cents={figures.netCents} />
        </span>
        <span className="align-right muted numeric">{formatCents(figures.netCents)}</span>
        <span className="align-right">
          {figures.count > 0 ? <StatusPill status={MATCHES} /> : <span className="muted">–</span>}
        </span>
      </div>
    );
  });
}

type MethodProps = { icon: Icon; name: string; detail: string };

/** Name of a payment method with its icon, and a line about its payments. */
export function Method({ icon: MethodIcon, name, detail }: MethodProps) {
  return (
    <div className="two-lines">
      <span className="semibold row">
        <MethodIcon size={18} stroke={1.75} aria-hidden /> {name}
      </span>
      <small className="muted">{detail}</small>
    </div>
  );
}

/** Number of payments by a method, never their amount. */
export function paymentsText({ count, refundsCents }: CloseOut['tenders']['Cash']): string {
  if (count === 0) return 'No payments';
  return `${pluralize(count, 'payment', 'payments')}${refundsCents > 0 ? ' less refunds' : ''}`;
}
