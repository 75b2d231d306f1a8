import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { formatCents } from '@pos/contract/values/money';
import { useState } from 'react';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { useAttempt } from '#register/app/use-attempt.ts';
import { Frame, Head } from '#register/frame/frame.tsx';
import { PayMoney } from '#register/frame/money-parts.tsx';
import { toCents, typeAmount } from '#register/ui/amounts.ts';
import { Button } from '#register/ui/controls.tsx';
import { useKeys } from '#register/ui/keys.ts';
import { Keypad } from '#register/ui/keypad.tsx';
import { useSay } from '#register/words/say.tsx';

type Field = 'number' | 'amount';

/** A check: its number, and its amount if it is more than what is left. */
export default function PayCheck({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const till = useTill();
  const { attemptPayment, busy } = useAttempt();
  const { sale } = useTillState();
  const [number, setNumber] = useState('');
  const [typed, setTyped] = useState('');
  const [field, setField] = useState<Field>('number');
  const amountCents = toCents(typed) ?? sale.leftToPayCents;
  const press = (key: string) =>
    field === 'amount'
      ? setTyped((before) => typeAmount(before, key))
      : setNumber((before) =>
          key === 'Backspace'
            ? before.slice(0, -1)
            : (before + key).replaceAll(/\D/g, '').slice(0, 12),
        );
  const take = () => {
    if (number === '') return;
    const tenderedCents = toCents(typed);
    void attemptPayment(() =>
      till.take({
        method: PaymentMethod.check,
        checkNumber: number,
        ...(tenderedCents !== undefined && { tenderedCents }),
      }),
    );
  };
  useKeys((key) => {
    if (key === 'Escape') onClose();
    else if (key === 'Enter') take();
    else if (key === 'ArrowDown' || key === 'ArrowUp')
      setField(field === 'number' ? 'amount' : 'number');
    else if (/^[\d.,]$/.test(key) || key === 'Backspace') press(key);
    else return false;
    return true;
  });
  const box = (name: Field, label: string, text: string) => (
    <div className="fld">
      <span className="lab">{label}</span>
      <Button
        className={`in num ${field === name ? 'on' : ''}`}
        aria-pressed={field === name}
        aria-label={`${label}: ${text}`}
        onClick={() => setField(name)}
      >
        {text}
      </Button>
    </div>
  );
  return (
    <Frame
      money={
        <PayMoney sale={sale} label={say('leftToPay')} amountCents={sale.leftToPayCents}>
          <Button className="b pri main block" disabled={busy || number === ''} onClick={take}>
            {say('takeCheck')}
            <kbd>Enter</kbd>
          </Button>
        </PayMoney>
      }
    >
      <Head title={say('checkTitle')} text={say('checkText')} onBack={onClose} />
      <div className="two4">
        <div className="col two4-left">
          {box('number', say('checkNumber'), number)}
          {box('amount', say('checkAmount'), formatCents(amountCents))}
          {amountCents > sale.leftToPayCents && (
            <p className="t2">
              {say('changeOf', { amount: formatCents(amountCents - sale.leftToPayCents) })}
            </p>
          )}
        </div>
        <Keypad point={field === 'amount'} onKey={press} />
      </div>
    </Frame>
  );
}
