import { formatCents } from '@pos/contract/values/money';
import type { Category } from '@pos/contract/stock/inventory';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { useAttempt } from '#register/app/use-attempt.ts';
import { SALE, useNavigation } from '#register/app/view.ts';
import { Frame, Head } from '#register/frame/frame.tsx';
import { toCents, typeAmount } from '#register/ui/amounts.ts';
import { Button } from '#register/ui/controls.tsx';
import { useKeys } from '#register/ui/keys.ts';
import { Keypad } from '#register/ui/keypad.tsx';
import { Stepper } from '#register/ui/stepper.tsx';
import { useSay } from '#register/words/say.tsx';
import { Kinds, KINDS } from './kinds.tsx';

/** Most items that were sold without a barcode before, as tiles. */
const BEFORE = 6;

/** Sells an item without a barcode by its kind and price. */
export default function NoBarcode() {
  const say = useSay();
  const till = useTill();
  const { go } = useNavigation();
  const { attempt } = useAttempt();
  const [kind, setKind] = useState<Category>('Merchandise');
  const [typed, setTyped] = useState('');
  const [quantity, setQuantity] = useState(1);
  const kindWord = say(KINDS[kind]);
  const before = useSoldBefore();
  const cents = toCents(typed) ?? 0;
  const press = (key: string) => setTyped((old) => typeAmount(old, key));
  const add = (item: { category: string; title: string; unitPriceCents: number }) => {
    if (attempt(till.addItem({ ...item, quantity }))) go(SALE);
  };
  const addTyped = () =>
    cents > 0 && add({ category: kind, title: kindWord, unitPriceCents: cents });
  useKeys((key) => {
    if (key === 'Escape') go(SALE);
    else if (key === 'Enter') addTyped();
    else if (key === '+') setQuantity(quantity + 1);
    else if (key === '-') setQuantity(Math.max(1, quantity - 1));
    else if (/^[\d.,]$/.test(key) || key === 'Backspace') press(key);
    else return false;
    return true;
  });
  return (
    <Frame
      className="no-barcode"
      money={
        <>
          <p className="label">{say('priceOfOne', { kind: kindWord })}</p>
          <div className="due">
            <span className="v num">{formatCents(cents)}</span>
          </div>
          <div className="row how-many">
            <span className="md">{say('howMany')}</span>
            <Stepper title={kindWord} quantity={quantity} removes={false} onChange={setQuantity} />
          </div>
          <Keypad point onKey={press} />
          <div className="end" />
          <Button className="b pri main block" disabled={cents === 0} onClick={addTyped}>
            {say('addFor', { amount: formatCents(cents * quantity) })}
          </Button>
        </>
      }
    >
      <Head title={say('whatIsIt')} text={say('whatIsItText')} onBack={() => go(SALE)} />
      <Kinds kind={kind} onChange={setKind} />
      {before.length > 0 && (
        <>
          <h2>{say('soldBefore')}</h2>
          <div className="tiles c3">
            {before.map((item) => (
              <Button
                key={item.title + item.unitPriceCents}
                className="tile pre"
                onClick={() => add(item)}
              >
                <b>{item.title}</b>
                <span className="num">{formatCents(item.unitPriceCents)}</span>
              </Button>
            ))}
          </div>
        </>
      )}
      <div className="note end">
        <IconInfoCircle className="ic" />
        <span>{say('bookWithout')}</span>
      </div>
    </Frame>
  );
}

/** Items without a barcode in the last sales, the latest first. */
function useSoldBefore() {
  const till = useTill();
  const { training } = useTillState();
  const seen = new Map<string, { category: string; title: string; unitPriceCents: number }>();
  for (const { order } of training ? [] : till.sales().slice(0, 200))
    for (const { sku, title, category, unitPriceCents } of order.lines)
      if (sku === null && title !== null && category !== null && seen.size < BEFORE)
        seen.set(`${title} ${unitPriceCents}`, { title, category, unitPriceCents });
  return [...seen.values()];
}
