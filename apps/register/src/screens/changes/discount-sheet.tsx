import { formatCents } from '@pos/contract/values/money';
import { useState } from 'react';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { useAttempt } from '#register/app/use-attempt.ts';
import { SheetKeys } from '#register/screens/sell/cash-in-hand.tsx';
import type { Discount } from '#register/till/till.ts';
import { toCents, typeAmount } from '#register/ui/amounts.ts';
import { useAnnounce } from '#register/ui/announcer.tsx';
import { Button } from '#register/ui/controls.tsx';
import { Keypad } from '#register/ui/keypad.tsx';
import { Sheet } from '#register/ui/sheet.tsx';
import { useSay } from '#register/words/say.tsx';
import { Reasons, type Reason } from './reasons.tsx';

const REASONS = ['reasonTeacher', 'reasonVolunteer', 'reasonDamaged', 'reasonPrice'] as const;

type Off = { percent: number } | { cents: number };

/** Takes percent or dollars off the whole sale or a line, with the reason. */
export function DiscountSheet({
  lineId,
  onClose,
}: {
  /** The line that is chosen on the screen below. */
  lineId: string | null;
  onClose: () => void;
}) {
  const say = useSay();
  const till = useTill();
  const announce = useAnnounce();
  const { attempt } = useAttempt();
  const { sale } = useTillState();
  const line = sale.lines.find(({ id }) => id === lineId);
  const hasOwn = line !== undefined && line.discount !== null;
  const [isOfLine, setIsOfLine] = useState(sale.discount === null && hasOwn);
  const [reason, setReason] = useState<Reason | null>(null);
  const isGiven = isOfLine ? hasOwn : sale.discountCents > 0;
  const set = (discount: Discount | null) => {
    if (!attempt(till.setDiscount(isOfLine && line ? line.id : 'all', discount))) return;
    announce(`${say('total')} ${formatCents(till.getState().sale.totalCents)}`);
    onClose();
  };
  return (
    <Sheet isWide title={say('discount')} onClose={onClose}>
      <div className="two-sides">
        <div className="side">
          <h1>{say('discount')}</h1>
          {line && (
            <>
              <p className="lab">{say('discountFor')}</p>
              <div className="seg" role="group" aria-label={say('discountFor')}>
                <Button aria-pressed={!isOfLine} onClick={() => setIsOfLine(false)}>
                  {say('wholeSale')}
                </Button>
                <Button aria-pressed={isOfLine} onClick={() => setIsOfLine(true)}>
                  <span className="ell">{line.title}</span>
                </Button>
              </div>
            </>
          )}
          <Reasons reasons={REASONS} reason={reason} onChange={setReason} />
          {isGiven && (
            <Button className="b block ter gap-above" onClick={() => set(null)}>
              {say('removeDiscount')}
            </Button>
          )}
          <div className="end">
            <Button className="b block" onClick={onClose}>
              {say('cancelNothing')}
            </Button>
          </div>
        </div>
        <HowMuch reason={reason?.text ?? ''} onGive={set} />
      </div>
    </Sheet>
  );
}

/** The digits of a discount, in percent or dollars. */
function HowMuch({ reason, onGive }: { reason: string; onGive: (discount: Discount) => void }) {
  const say = useSay();
  const [isPercent, setIsPercent] = useState(true);
  const [typed, setTyped] = useState('');
  const amount = isPercent ? Number(typed) : (toCents(typed) ?? 0);
  const words = isPercent ? `${typed || '0'}%` : formatCents(amount);
  const isReady = amount > 0 && reason !== '';
  const press = (key: string) =>
    setTyped((before) => (isPercent ? typePercent(before, key) : typeAmount(before, key)));
  const give = () => {
    const off: Off = isPercent ? { percent: amount } : { cents: amount };
    if (isReady) onGive({ reason, ...off });
  };
  const choose = (toPercent: boolean) => {
    setIsPercent(toPercent);
    setTyped('');
  };
  return (
    <div className="side digits">
      <SheetKeys onKey={press} onEnter={give} />
      <div className="seg" role="group" aria-label={say('discount')}>
        <Button aria-pressed={isPercent} onClick={() => choose(true)}>
          {say('percent')}
        </Button>
        <Button aria-pressed={!isPercent} onClick={() => choose(false)}>
          {say('dollars')}
        </Button>
      </div>
      <div className="due">
        <span className="v num">{words}</span>
      </div>
      <Keypad point={!isPercent} onKey={press} />
      <div className="end">
        <Button className="b pri main block" disabled={!isReady} onClick={give}>
          {amount === 0
            ? say('typeDiscount')
            : isReady
              ? say('takeOff', { amount: words })
              : say('chooseReason')}
        </Button>
      </div>
    </div>
  );
}

/** Adds a key to a typed percentage, at most 100. */
function typePercent(typed: string, key: string): string {
  if (key === 'Backspace') return typed.slice(0, -1);
  if (!/^\d$/.test(key)) return typed;
  const next = typed === '0' ? key : typed + key;
  return Number(next) > 100 ? typed : next;
}
