import { formatCents } from '@pos/contract/values/money';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { IconCloudOff, IconInfoCircle, IconPlayerPause, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { later } from '#register/app/later.tsx';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { useAttempt } from '#register/app/use-attempt.ts';
import { useNavigation } from '#register/app/view.ts';
import { Frame, Head } from '#register/frame/frame.tsx';
import { METHODS, getName, PayMoney } from '#register/frame/money-parts.tsx';
import type { TenderObstacle, TenderOption } from '#register/till/till.ts';
import { Button } from '#register/ui/controls.tsx';
import { useKeys } from '#register/ui/keys.ts';
import { useSay } from '#register/words/say.tsx';
import type { WordKey } from '#register/words/words.ts';
import { PayCash } from './pay-cash.tsx';

const PayCard = later(() => import('./pay-card.tsx'));
const PayAmount = later(() => import('./pay-amount.tsx'));
const PayCheck = later(() => import('./pay-check.tsx'));

/** Order of the tiles: cash first, what few use last. */
const ORDER = [
  PaymentMethod.cash,
  PaymentMethod.creditCard,
  PaymentMethod.eWallet,
  PaymentMethod.check,
  PaymentMethod.facts,
  PaymentMethod.aveDollar,
] as const;

const OBSTACLE_WORDS = {
  needs_network: 'needsNetwork',
  needs_student: 'needsStudent',
  not_enabled: 'notEnabled',
  wallet_empty: 'walletEmpty',
  wallet_frozen: 'walletStopped',
  wallet_short: 'walletShort',
  only_school_or_teacher: 'onlySchool',
} as const satisfies Record<TenderObstacle, WordKey>;

/** The payment: first how they pay, then the screen of that way, until nothing is left. */
export function Pay() {
  const { sale } = useTillState();
  const [method, setMethod] = useState<PaymentMethod | null>(null);
  const back = () => setMethod(null);
  // Each payment that was taken begins again with the question how they pay.
  const [takenBefore, setTakenBefore] = useState(sale.taken.length);
  if (takenBefore !== sale.taken.length) {
    setTakenBefore(sale.taken.length);
    setMethod(null);
  }
  switch (method) {
    case null:
      return <HowTheyPay onChoose={setMethod} />;
    case PaymentMethod.cash:
      return <PayCash onBack={back} />;
    case PaymentMethod.creditCard:
      return <PayCard onClose={back} />;
    case PaymentMethod.check:
      return <PayCheck onClose={back} />;
    default:
      return <PayAmount method={method} onClose={back} />;
  }
}

function HowTheyPay({ onChoose }: { onChoose: (method: PaymentMethod) => void }) {
  const say = useSay();
  const till = useTill();
  const { attempt } = useAttempt();
  const { sale } = useTillState();
  const [refused, setRefused] = useState<TenderOption | null>(null);
  const options = ORDER.flatMap((method) => sale.tenders.filter((each) => each.method === method));
  const back = () => attempt(till.backToSale());
  const choose = (option: TenderOption | undefined) => {
    if (!option) return;
    if (option.obstacle === null) onChoose(option.method);
    else setRefused(option);
  };
  useKeys((key) => {
    if (key === 'Escape') back();
    else if (/^[1-6]$/.test(key)) choose(options[Number(key) - 1]);
    else return false;
    return true;
  });
  return (
    <Frame
      money={
        <PayMoney sale={sale} label={say('leftToPay')} amountCents={sale.leftToPayCents}>
          <Button className="b main block strong" onClick={back}>
            {say('backToSale')}
          </Button>
        </PayMoney>
      }
    >
      <Head title={say('howPay')} onBack={back} />
      <div className="tiles pay6">
        {options.map((option) => (
          <Tender
            key={option.method}
            option={option}
            isRefused={refused?.method === option.method}
            onChoose={() => choose(option)}
          />
        ))}
      </div>
      {refused?.obstacle && <Why obstacle={refused.obstacle} />}
    </Frame>
  );
}

type TenderProps = { option: TenderOption; isRefused: boolean; onChoose: () => void };

/** One way to pay. What stands in its way is on it; it can be tapped all the same, and says more. */
function Tender({ option: { method, obstacle }, isRefused, onChoose }: TenderProps) {
  const say = useSay();
  const { sale, fair } = useTillState();
  const { word, icon: MethodIcon } = METHODS[method];
  const child = sale.customer?.type === 'student' ? sale.customer : null;
  const hints: Record<PaymentMethod, string> = {
    [PaymentMethod.cash]: say('cashHint'),
    [PaymentMethod.creditCard]: say('cardHint'),
    [PaymentMethod.check]: say('checkHint', { school: fair?.schoolName ?? '' }),
    [PaymentMethod.facts]: child
      ? say('factsHint', { name: child.student.firstName })
      : say('needsStudent'),
    [PaymentMethod.eWallet]: child
      ? say('walletHint', {
          name: child.student.firstName,
          amount: formatCents(child.student.walletBalanceCents),
        })
      : say('needsStudent'),
    [PaymentMethod.aveDollar]: say('aveDollarHint'),
  };
  return (
    <Button
      className={`tile ${obstacle ? 'na' : ''} ${isRefused ? 'on' : ''}`}
      aria-disabled={obstacle !== null}
      onClick={onChoose}
    >
      <MethodIcon className="ic l" />
      <b>{say(word)}</b>
      <small className={obstacle === 'needs_network' ? 'row tight' : ''}>
        {obstacle === 'needs_network' && <IconCloudOff className="ic xs" />}
        {obstacle ? say(OBSTACLE_WORDS[obstacle]) : hints[method]}
      </small>
    </Button>
  );
}

/** Says the reason why a tender cannot be taken, and what to do instead. */
function Why({ obstacle }: { obstacle: TenderObstacle }) {
  const say = useSay();
  const till = useTill();
  const { warn } = useNavigation();
  const { attempt } = useAttempt();
  const { sale } = useTillState();
  const isNetwork = obstacle === 'needs_network';
  const buyer = sale.customer && getName(sale.customer, say).name;
  const park = () => {
    if (attempt(till.backToSale())) attempt(till.park(buyer ?? undefined));
  };
  const tryNetwork = async () => {
    const result = await till.sendNow();
    if (!result.ok) warn(say(`send_${result.reason}`));
  };
  return (
    <div className="note warn end" role="alert">
      {isNetwork ? <IconCloudOff className="ic" /> : <IconInfoCircle className="ic" />}
      <div>
        <b className="why">{say(`why_${obstacle}`)}</b>
        <br />
        {say(`why_${obstacle}_text`)}
        {isNetwork && (
          <div className="row why-acts">
            {sale.taken.length === 0 && (
              <Button className="b sm strong" onClick={park}>
                <IconPlayerPause className="ic s" />
                {say('parkUntilNetwork')}
              </Button>
            )}
            <Button className="b sm strong" onClick={() => void tryNetwork()}>
              <IconRefresh className="ic s" />
              {say('tryNetwork')}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
