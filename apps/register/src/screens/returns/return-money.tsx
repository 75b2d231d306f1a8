import { formatCents } from '@pos/contract/values/money';
import { IconLock } from '@tabler/icons-react';
import { useTillState } from '#register/app/till-context.ts';
import { BigAmount } from '#register/frame/money-parts.tsx';
import type { ReturnableSale, ReturnPlan } from '#register/till/return-views.ts';
import { Button } from '#register/ui/controls.tsx';
import { useSay } from '#register/words/say.tsx';
import { GoesBack } from './goes-back.tsx';

type ReturnMoneyProps = {
  sale: ReturnableSale;
  plan: ReturnPlan;
  hasReason: boolean;
  isReady: boolean;
  onMain: () => void;
};

/** The money of a return, and the button that gives it or asks for the approval. */
export function ReturnMoney({ sale, plan, hasReason, isReady, onMain }: ReturnMoneyProps) {
  const say = useSay();
  const { mayApprove, network } = useTillState();
  const needsNetwork = !mayApprove && network === 'offline';
  const amount = formatCents(plan.totalCents + plan.roundingCents);
  const toWords = () => {
    if (plan.units === 0) return say('nothingChosen');
    if (!hasReason) return say('chooseReason');
    return mayApprove ? say('giveIt', { amount }) : say('askApproval');
  };
  return (
    <>
      <GoesBack sale={sale} plan={plan} />
      <div className="end" />
      {!mayApprove && (
        <p className={`note money-note ${needsNetwork ? 'warn' : ''}`}>
          <IconLock className="ic" />
          <span>{say(needsNetwork ? 'return_needs_network' : 'secondApproves')}</span>
        </p>
      )}
      <div className="rule" />
      <BigAmount
        label={say('giveBackAmount')}
        more={say('items', { count: plan.units })}
        amount={amount}
      />
      <Button className="b pri main block" disabled={!isReady} onClick={onMain}>
        {toWords()}
        <kbd>Enter</kbd>
      </Button>
    </>
  );
}
