import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { formatCents } from '@pos/contract/values/money';
import { IconCircleX, IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { later } from '#register/app/later.tsx';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { useAttempt } from '#register/app/use-attempt.ts';
import { Frame, Head } from '#register/frame/frame.tsx';
import { PayMoney } from '#register/frame/money-parts.tsx';
import { useKeys } from '#register/ui/keys.ts';
import { Steps } from '#register/frame/steps.tsx';
import { Button, TextField } from '#register/ui/controls.tsx';
import { Keypad } from '#register/ui/keypad.tsx';
import { useSay } from '#register/words/say.tsx';
import { PartSheet } from './part.tsx';

const PendingSheet = later(() => import('./pending-sheet.tsx'));

/** Kinds of cards with the letter that chooses each. */
const BRANDS = { V: 'Visa', M: 'Mastercard', A: 'Amex', D: 'Discover', O: 'Other' } as const;
type Brand = (typeof BRANDS)[keyof typeof BRANDS];

/** A card on the school's own terminal: what its slip says. The app never sees the card's number. */
export default function PayCard({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const till = useTill();
  const { attemptPayment, busy } = useAttempt();
  const { sale } = useTillState();
  const [brand, setBrand] = useState<Brand | null>(null);
  const [digits, setDigits] = useState('');
  const [approval, setApproval] = useState('');
  const [part, setPart] = useState<number | null>(null);
  const [asksPart, setAsksPart] = useState(false);
  const amountCents = part ?? sale.leftToPayCents;
  const isComplete = brand !== null && digits.length === 4;
  const press = (key: string) =>
    setDigits((before) =>
      key === 'Backspace' ? before.slice(0, -1) : (before + key).replaceAll(/\D/g, '').slice(0, 4),
    );
  const take = (isPending = false) => {
    if (!isComplete && !isPending) return;
    const processorRef = approval.trim();
    void attemptPayment(() =>
      till.take({
        method: PaymentMethod.creditCard,
        cardBrand: brand ?? '',
        cardLast4: digits.length === 4 ? digits : '',
        ...(isPending && { isPending }),
        ...(part !== null && { amountCents: part }),
        ...(processorRef !== '' && { processorRef }),
      }),
    );
  };
  useKeys((key) => {
    const letter = key.toUpperCase();
    if (key === 'Escape') onClose();
    else if (key === 'Enter') take();
    else if (letter in BRANDS) setBrand(BRANDS[letter as keyof typeof BRANDS]);
    else if (/^\d$/.test(key) || key === 'Backspace') press(key);
    else return false;
    return true;
  });
  return (
    <Frame
      money={
        <PayMoney
          sale={sale}
          label={say('onTerminal')}
          amountCents={amountCents}
          hint={say('onlyApproved')}
        >
          <Button
            className="b pri main block"
            disabled={busy || !isComplete}
            onClick={() => take()}
          >
            {say('saysApproved')}
            <kbd>Enter</kbd>
          </Button>
        </PayMoney>
      }
    >
      <Head title={say('cardTitle')} onBack={onClose} />
      <CardSteps amountCents={amountCents} onPart={() => setAsksPart(true)} />
      <Brands brand={brand} onChange={setBrand} />
      <div className="two4">
        <div className="col two4-left">
          <div className="fld" role="group" aria-label={say('lastFour')}>
            <span className="lab">{say('lastFour')}</span>
            <Boxes text={digits} count={4} />
          </div>
          <TextField
            label={
              <>
                {say('approvalNumber')} <span className="t2">{say('ifThereIs')}</span>
              </>
            }
            className="in num"
            value={approval}
            maxLength={40}
            autoComplete="off"
            onText={setApproval}
          />
          <div className="grow" />
          <OtherAnswers onPending={() => take(true)} onDeclined={onClose} />
        </div>
        <Keypad onKey={press} />
      </div>
      {asksPart && (
        <PartSheet
          maxCents={sale.leftToPayCents}
          onChoose={setPart}
          onClose={() => setAsksPart(false)}
        />
      )}
    </Frame>
  );
}

/** Steps on the terminal, one action each. */
function CardSteps({ amountCents, onPart }: { amountCents: number; onPart: () => void }) {
  const say = useSay();
  return (
    <Steps
      className="card card-steps num"
      now={2}
      steps={[
        {
          head: say('cardStep1', { amount: formatCents(amountCents) }),
          text: say('cardStep1Text'),
          action: (
            <Button className="b sm ter" onClick={onPart}>
              {say('anotherAmount')}
            </Button>
          ),
        },
        { head: say('cardStep2'), text: say('cardStep2Text') },
      ]}
    />
  );
}

function Brands({ brand, onChange }: { brand: Brand | null; onChange: (brand: Brand) => void }) {
  const say = useSay();
  return (
    <div className="cards" role="radiogroup" aria-label={say('kindOfCard')}>
      {Object.entries(BRANDS).map(([letter, name]) => (
        <Button
          key={letter}
          className={`b ${brand === name ? 'on' : ''}`}
          role="radio"
          aria-checked={brand === name}
          onClick={() => onChange(name)}
        >
          {name === 'Other' ? say('kindOther') : name}
        </Button>
      ))}
    </div>
  );
}

/** Typed characters in boxes, the next one marked. */
function Boxes({ text, count }: { text: string; count: number }) {
  return (
    <div className="box4 num" aria-hidden={text === ''}>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={`in ${index === text.length ? 'on' : ''}`}>
          {text[index] ?? ''}
        </span>
      ))}
    </div>
  );
}

type OtherAnswersProps = { onPending: () => void; onDeclined: () => void };

/** Answers of the terminal other than Approved: Declined, and none yet. */
function OtherAnswers({ onPending, onDeclined }: OtherAnswersProps) {
  const say = useSay();
  const [asksPending, setAsksPending] = useState(false);
  return (
    <>
      <Button className="b block" onClick={() => setAsksPending(true)}>
        <IconClock className="ic" />
        {say('noCardAnswer')}
      </Button>
      <Button className="b block" onClick={onDeclined}>
        <IconCircleX className="ic" />
        {say('declined')}
      </Button>
      {asksPending && <PendingSheet onTake={onPending} onClose={() => setAsksPending(false)} />}
    </>
  );
}
