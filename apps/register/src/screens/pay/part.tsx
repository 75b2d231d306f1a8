import { formatCents } from '@pos/contract/values/money';
import { useState } from 'react';
import { SheetKeys } from '#register/screens/sell/cash-in-hand.tsx';
import { toCents, typeAmount } from '#register/ui/amounts.ts';
import { Button } from '#register/ui/controls.tsx';
import { Keypad } from '#register/ui/keypad.tsx';
import { Sheet } from '#register/ui/sheet.tsx';
import { useSay } from '#register/words/say.tsx';

type PartSheetProps = { maxCents: number; onChoose: (cents: number) => void; onClose: () => void };

/** Asks how much of what is left this payment takes; the rest is paid another way. */
export function PartSheet({ maxCents, onChoose, onClose }: PartSheetProps) {
  const say = useSay();
  const [typed, setTyped] = useState('');
  const cents = toCents(typed) ?? 0;
  const fits = cents > 0 && cents <= maxCents;
  const press = (key: string) => setTyped((before) => typeAmount(before, key));
  const choose = () => {
    if (!fits) return;
    onChoose(cents);
    onClose();
  };
  return (
    <Sheet title={say('partAmount')} onClose={onClose}>
      <SheetKeys onKey={press} onEnter={choose} />
      <div className="due">
        <span className="v num">{formatCents(cents)}</span>
        <span className="k num">{say('atMost', { amount: formatCents(maxCents) })}</span>
      </div>
      <Keypad point onKey={press} />
      <Button className="b pri block sheet-main" disabled={!fits} onClick={choose}>
        {say('takeOf', { amount: formatCents(cents) })}
      </Button>
    </Sheet>
  );
}
