import { formatCents } from '@pos/contract/values/money';
import { IconCircleCheck, IconClock, IconMail, IconPrinter, IconQrcode } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { type ReceiptWay, SALE, useNavigation } from '#register/app/view.ts';
import { Frame } from '#register/frame/frame.tsx';
import { METHODS } from '#register/frame/money-parts.tsx';
import { SheetKeys } from '#register/screens/sell/cash-in-hand.tsx';
import { findOpenCards } from '#register/till/rules/card-results.ts';
import type { DoneView } from '#register/till/till.ts';
import { toCents, plainAmount, typeAmount } from '#register/ui/amounts.ts';
import { useAnnounce } from '#register/ui/announcer.tsx';
import { Button } from '#register/ui/controls.tsx';
import { KEY_RANK, useKeys } from '#register/ui/keys.ts';
import { Keypad } from '#register/ui/keypad.tsx';
import { ChangeInPieces } from '#register/ui/pieces.tsx';
import { Sheet } from '#register/ui/sheet.tsx';
import { useSay } from '#register/words/say.tsx';

/** The end of a sale: the change in large figures until the next scan or tap. */
export function Done({ done }: { done: DoneView }) {
  const say = useSay();
  const till = useTill();
  const announce = useAnnounce();
  const { go } = useNavigation();
  const { training } = useTillState();
  const [asksOther, setAsksOther] = useState(false);
  const nextButton = useRef<HTMLButtonElement>(null);
  const { changeCents, tenderedCents, sale } = done;
  const { sequence } = sale.order;
  const openCents = findOpenCards(sale).reduce((sum, { amountCents }) => sum + amountCents, 0);
  const open = openCents > 0 ? say('cardOpen', { amount: formatCents(openCents) }) : null;
  const said =
    changeCents > 0
      ? say('giveBackSaid', { amount: formatCents(changeCents) })
      : (open ?? say('noChange'));
  const finished = `${say('finished', { number: sequence })} ${say(training ? 'practiceDone' : 'storedHere')}`;
  useEffect(() => {
    announce(said, 'assertive');
    announce(finished);
  }, [said, finished, announce]);
  useEffect(() => nextButton.current?.focus(), []);
  const next = () => {
    till.nextCustomer();
    go(SALE);
  };
  useKeys((key) => {
    if (key !== 'Enter') return false;
    next();
    return true;
  });
  return (
    <Frame
      money={
        <>
          <Account done={done} />
          {tenderedCents > 0 && (
            <Button className="b sm block gave" onClick={() => setAsksOther(true)}>
              {say('gaveAnother')}
            </Button>
          )}
          {!training && (
            <Button
              className="b sm ter block"
              onClick={() =>
                go({ name: 'return', search: sale.order.clientOrderId, isWhole: true })
              }
            >
              {say('undoSale')}
            </Button>
          )}
          {!training && <Receipts id={sale.order.clientOrderId} />}
          <div className="end" />
          <p className="label or-scan">{say('orScan')}</p>
          <Button ref={nextButton} className="b pri main block" onClick={next}>
            {say('nextCustomer')}
            <kbd>Enter</kbd>
          </Button>
        </>
      }
    >
      <div className="hero">
        <p className="fin">
          <IconCircleCheck className="ic" />
          <span>
            <b>{say('finished', { number: sequence })}</b>{' '}
            {say(training ? 'practiceDone' : 'storedHere')}
          </span>
        </p>
        <h1 className="gl">{changeCents > 0 ? say('giveBack') : (open ?? say('noChange'))}</h1>
        {changeCents > 0 ? (
          <>
            <p className="change num" role="img" aria-label={said}>
              {formatCents(changeCents)}
            </p>
            <ChangeInPieces cents={changeCents} />
          </>
        ) : (
          open === null && <p className="change paid-all">{say('thanks')}</p>
        )}
        {open !== null && (
          <p className="note warn">
            <IconClock className="ic" />
            <span>{say('cardOpenText')}</span>
          </p>
        )}
      </div>
      {asksOther && (
        <OtherAmount leastCents={tenderedCents - changeCents} onClose={() => setAsksOther(false)} />
      )}
    </Frame>
  );
}

/** A receipt, only if they ask: on a phone, by email or on paper. */
function Receipts({ id }: { id: string }) {
  const say = useSay();
  const { go } = useNavigation();
  const open = (way: ReceiptWay) => go({ name: 'receipt', id, way, back: SALE });
  useKeys((key) => {
    if (!/^r$/i.test(key)) return false;
    open('show');
    return true;
  }, KEY_RANK.part);
  return (
    <>
      <div className="rule" />
      <p className="label receipt-label">{say('receiptIfAsked')}</p>
      <div className="acts receipt-acts">
        <Button className="b" onClick={() => open('show')}>
          <IconQrcode className="ic" />
          {say('receiptShow')}
        </Button>
        <Button className="b" onClick={() => open('email')}>
          <IconMail className="ic" />
          {say('receiptEmail')}
        </Button>
        <Button className="b" onClick={() => open('print')}>
          <IconPrinter className="ic" />
          {say('receiptPrint')}
        </Button>
      </div>
    </>
  );
}

/** Total, what was given and the change. */
function Account({ done: { sale, changeCents, tenderedCents } }: { done: DoneView }) {
  const say = useSay();
  const { totalCents, payments } = sale.order;
  const rounding = payments.reduce((sum, payment) => sum + (payment.roundingCents ?? 0), 0);
  return (
    <ul className="mini first num">
      <li>
        <span>{say('total')}</span>
        <span>{plainAmount(totalCents)}</span>
      </li>
      {payments.map(({ clientPaymentId, method, amountCents, tenderedCents: given = 0 }) => (
        <li key={clientPaymentId}>
          <span>
            {given > 0
              ? say('gaveMethod', { method: say(METHODS[method].word) })
              : say(METHODS[method].word)}
          </span>
          <span>
            {plainAmount(given > 0 ? (payments.length === 1 ? tenderedCents : given) : amountCents)}
          </span>
        </li>
      ))}
      {rounding !== 0 && (
        <li>
          <span>{say('rounded')}</span>
          <span>{plainAmount(rounding)}</span>
        </li>
      )}
      {changeCents > 0 && (
        <li className="strong sb">
          <span>{say('change')}</span>
          <span>{plainAmount(changeCents)}</span>
        </li>
      )}
    </ul>
  );
}

/** Shows the change for another amount than was tapped. The sale itself stays. */
function OtherAmount({ leastCents, onClose }: { leastCents: number; onClose: () => void }) {
  const say = useSay();
  const till = useTill();
  const [typed, setTyped] = useState('');
  const cents = toCents(typed) ?? 0;
  const press = (key: string) => setTyped((before) => typeAmount(before, key));
  const show = () => {
    if (cents < leastCents) return;
    till.showChangeFor(cents);
    onClose();
  };
  return (
    <Sheet title={say('gaveAnother')} onClose={onClose}>
      <SheetKeys onKey={press} onEnter={show} />
      <p className="label">{say('gaveAnotherText')}</p>
      <div className="due">
        <span className="v num">{formatCents(cents)}</span>
      </div>
      <Keypad point onKey={press} />
      <Button className="b pri block sheet-main" disabled={cents < leastCents} onClick={show}>
        {say('showChange')}
      </Button>
    </Sheet>
  );
}
