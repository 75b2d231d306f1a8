import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { formatCents } from '@pos/contract/values/money';
import { IconArrowBackUp, IconCalculator, IconCheck, IconCoins } from '@tabler/icons-react';
import { useState } from 'react';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { useAttempt } from '#register/app/use-attempt.ts';
import { Frame, Head } from '#register/frame/frame.tsx';
import { PayMoney } from '#register/frame/money-parts.tsx';
import { toCents, PIECES, typeAmount, type Piece } from '#register/ui/amounts.ts';
import { Button } from '#register/ui/controls.tsx';
import { useKeys } from '#register/ui/keys.ts';
import { Keypad } from '#register/ui/keypad.tsx';
import { PieceFace } from '#register/ui/pieces.tsx';
import { useSay } from '#register/words/say.tsx';

/** Cash: exactly, a round sum in one tap, an amount typed, or bills and coins counted. */
export function PayCash({ onBack }: { onBack: () => void }) {
  const say = useSay();
  const till = useTill();
  const { attemptPayment, busy } = useAttempt();
  const { sale } = useTillState();
  const [typed, setTyped] = useState('');
  const [pieces, setPieces] = useState<readonly Piece[]>([]);
  const [isCounting, setCounting] = useState(false);
  const owed = sale.leftInCashCents;
  const given = isCounting ? pieces.reduce((sum, piece) => sum + piece, 0) : (toCents(typed) ?? 0);
  const press = (key: string) => setTyped((before) => typeAmount(before, key));
  const take = (tenderedCents: number) =>
    void attemptPayment(() => till.take({ method: PaymentMethod.cash, tenderedCents }));
  useKeys((key) => {
    if (key === 'Escape') onBack();
    else if (key === 'Enter') take(given > 0 ? given : owed);
    else if (/^[\d.,]$/.test(key) || key === 'Backspace') press(key);
    else return false;
    return true;
  });
  const isRest = sale.taken.length > 0;
  return (
    <Frame
      money={
        <PayMoney sale={sale} label={say('toPayCash')} amountCents={owed} hint={say('oneTap')}>
          <Button
            className="b pri main block"
            disabled={busy || (given > 0 && given < owed)}
            onClick={() => take(given > 0 ? given : owed)}
          >
            {given > 0
              ? say('takeGiven', { amount: formatCents(given) })
              : say('exactly', { amount: formatCents(owed) })}
            <kbd>Enter</kbd>
          </Button>
        </PayMoney>
      }
    >
      <Head
        title={say(isRest ? 'cashRest' : 'cashTitle')}
        text={isCounting ? say('countHint') : undefined}
        onBack={onBack}
      />
      {!isCounting && (
        <div className="quick num">
          {sale.quickCash.map(({ tenderedCents, changeCents }) => (
            <Button key={tenderedCents} disabled={busy} onClick={() => take(tenderedCents)}>
              <b>{formatCents(tenderedCents).replace('.00', '')}</b>
              <small>{say('changeOf', { amount: formatCents(changeCents) })}</small>
            </Button>
          ))}
        </div>
      )}
      <div className="seg" role="group" aria-label={say('cashTitle')}>
        <Button aria-pressed={!isCounting} onClick={() => setCounting(false)}>
          <IconCalculator className="ic s" />
          {say('typeAmount')}
        </Button>
        <Button aria-pressed={isCounting} onClick={() => setCounting(true)}>
          <IconCoins className="ic s" />
          {say('countCoins')}
        </Button>
      </div>
      {isCounting ? (
        <Count pieces={pieces} owed={owed} onChange={setPieces} />
      ) : (
        <Keypad point onKey={press} />
      )}
    </Frame>
  );
}

type CountProps = {
  pieces: readonly Piece[];
  owed: number;
  onChange: (pieces: readonly Piece[]) => void;
};

function Count({ pieces, owed, onChange }: CountProps) {
  const say = useSay();
  const given = pieces.reduce((sum, piece) => sum + piece, 0);
  return (
    <>
      <div className="coins">
        {PIECES.map((piece) => {
          const count = pieces.filter((each) => each === piece).length;
          const amount = formatCents(piece);
          return (
            <Button
              key={piece}
              className={`coin ${count > 0 ? 'has' : ''}`}
              title={say(piece >= 100 ? 'bill' : 'coin', { amount })}
              onClick={() => onChange([...pieces, piece])}
            >
              <PieceFace piece={piece} />
              <small className="num">{count > 0 ? say('times', { count }) : '–'}</small>
            </Button>
          );
        })}
      </div>
      <div className="given card">
        <span className="label">{say('theyGave')}</span>
        <b className="num" role="status">
          {formatCents(given)}
        </b>
        {given === owed && (
          <span className="pill ok">
            <IconCheck className="ic xs" />
            {say('exactlyRight')}
          </span>
        )}
        {given > 0 && given < owed && (
          <span className="pill mute plain">
            {say('stillMissing', { amount: formatCents(owed - given) })}
          </span>
        )}
        <span className="grow" />
        <Button
          className="b sm"
          disabled={pieces.length === 0}
          onClick={() => onChange(pieces.slice(0, -1))}
        >
          <IconArrowBackUp className="ic s" />
          {say('oneBack')}
        </Button>
      </div>
    </>
  );
}
