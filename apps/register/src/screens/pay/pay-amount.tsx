import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { formatCents } from '@pos/contract/values/money';
import { useState } from 'react';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { useAttempt } from '#register/app/use-attempt.ts';
import { Frame, Head } from '#register/frame/frame.tsx';
import { METHODS, getName, PayMoney } from '#register/frame/money-parts.tsx';
import { Button } from '#register/ui/controls.tsx';
import { useKeys } from '#register/ui/keys.ts';
import { useSay } from '#register/words/say.tsx';
import type { WordKey } from '#register/words/words.ts';
import { PartSheet } from './part.tsx';

type AmountMethod =
  | typeof PaymentMethod.facts
  | typeof PaymentMethod.eWallet
  | typeof PaymentMethod.aveDollar;

const TITLES: Record<AmountMethod, WordKey> = {
  [PaymentMethod.facts]: 'factsTitle',
  [PaymentMethod.eWallet]: 'walletTitle',
  [PaymentMethod.aveDollar]: 'aveDollarTitle',
};

type PayAmountProps = { method: AmountMethod; onClose: () => void };

/** EWallet, AveDollars and FACTS: as much as they hold, or a part of it, and what is left to pay. */
export default function PayAmount({ method, onClose }: PayAmountProps) {
  const say = useSay();
  const till = useTill();
  const { attemptPayment, busy } = useAttempt();
  const { sale } = useTillState();
  const [part, setPart] = useState<number | null>(null);
  const [asksPart, setAsksPart] = useState(false);
  const mostCents = sale.tenders.find((each) => each.method === method)?.upToCents ?? 0;
  const amountCents = part ?? mostCents;
  const restCents = sale.leftToPayCents - amountCents;
  const name = sale.customer ? getName(sale.customer, say).first : '';
  const balance =
    method === PaymentMethod.eWallet && sale.customer?.type === 'student'
      ? sale.customer.student.walletBalanceCents
      : null;
  const take = () =>
    void attemptPayment(() => till.take({ method, ...(part !== null && { amountCents: part }) }));
  useKeys((key) => {
    if (key === 'Escape') onClose();
    else if (key === 'Enter') take();
    else return false;
    return true;
  });
  const { icon: MethodIcon } = METHODS[method];
  return (
    <Frame
      money={
        <PayMoney
          sale={sale}
          label={say('leftToPay')}
          amountCents={sale.leftToPayCents}
          hint={say('nothingBefore')}
        >
          <Button className="b pri main block" disabled={busy} onClick={take}>
            {say(method === PaymentMethod.facts ? 'factsBill' : 'takeOf', {
              amount: formatCents(amountCents),
            })}
            <kbd>Enter</kbd>
          </Button>
        </PayMoney>
      }
    >
      <Head title={say(TITLES[method], { name })} onBack={onClose} />
      <section className="card pay-amount">
        <span className="big-ic">
          <MethodIcon className="ic xl" />
        </span>
        <div>
          <p className="amount-now num">{formatCents(amountCents)}</p>
          {method === PaymentMethod.facts && (
            <p className="t2">{say('factsText', { amount: formatCents(amountCents), name })}</p>
          )}
          {balance !== null && (
            <p className="t2 num">
              {say('walletHint', { name, amount: formatCents(balance) })} ·{' '}
              {say('walletLeaves', { amount: formatCents(balance - amountCents) })}
            </p>
          )}
          {restCents > 0 && (
            <p className="t2 num">{say('walletRest', { amount: formatCents(restCents) })}</p>
          )}
        </div>
      </section>
      <div className="end" />
      <Button className="b block" onClick={() => setAsksPart(true)}>
        {say('anotherAmount')}
      </Button>
      {asksPart && (
        <PartSheet maxCents={mostCents} onChoose={setPart} onClose={() => setAsksPart(false)} />
      )}
    </Frame>
  );
}
