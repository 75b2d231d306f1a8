import { formatCents } from '@pos/contract/values/money';
import { useState } from 'react';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { toCents, typeAmount } from '#register/ui/amounts.ts';
import { Button } from '#register/ui/controls.tsx';
import { KEY_RANK, useKeys } from '#register/ui/keys.ts';
import { Keypad } from '#register/ui/keypad.tsx';
import { Sheet } from '#register/ui/sheet.tsx';
import { useSay } from '#register/words/say.tsx';

/** Notes what a child holds in the hand, so that the sale says what is left. */
export function CashInHand({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const till = useTill();
  const { budget } = useTillState().sale;
  const [typed, setTyped] = useState('');
  const cents = toCents(typed) ?? 0;
  const press = (key: string) => setTyped((before) => typeAmount(before, key));
  const note = (amount: number | null) => {
    till.setCashInHand(amount);
    onClose();
  };
  return (
    <Sheet title={say('cashInHand')} onClose={onClose}>
      <SheetKeys onKey={press} onEnter={() => cents > 0 && note(cents)} />
      <p className="label">{say('cashInHandHint')}</p>
      <div className="due">
        <span className="v num">{formatCents(cents)}</span>
      </div>
      <Keypad point onKey={press} />
      <Button className="b pri block sheet-main" disabled={cents === 0} onClick={() => note(cents)}>
        {say('noteIt', { amount: formatCents(cents) })}
      </Button>
      {budget?.from === 'hand' && (
        <Button className="b block ter" onClick={() => note(null)}>
          {say('forgetIt')}
        </Button>
      )}
    </Sheet>
  );
}

type SheetKeysProps = { onKey: (key: string) => void; onEnter: () => void };

/** Keys of a sheet with an amount. Inside of the sheet, so that they come before the sheet's own. */
export function SheetKeys({ onKey, onEnter }: SheetKeysProps) {
  useKeys((key) => {
    if (key === 'Enter') onEnter();
    else if (/^[\d.,]$/.test(key) || key === 'Backspace') onKey(key);
    else return false;
    return true;
  }, KEY_RANK.insideSheet);
  return null;
}
