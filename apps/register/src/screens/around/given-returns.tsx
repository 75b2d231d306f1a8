import { formatTime } from '@pos/contract/values/clock';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { later } from '#register/app/later.tsx';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { useNavigation } from '#register/app/view.ts';
import { METHODS } from '#register/frame/money-parts.tsx';
import type { GivenApproval } from '#register/till/approval-views.ts';
import type { ReturnRecord } from '#register/till/return-views.ts';
import { plainAmount } from '#register/ui/amounts.ts';
import { Button } from '#register/ui/controls.tsx';
import { useSay } from '#register/words/say.tsx';
import { SaleState } from './sale-state.tsx';

const ApproveSheet = later(() => import('#register/screens/changes/approve-sheet.tsx'));

/** Returns that were given today, also of sales of another register or day. */
export function GivenReturns({ returns }: { returns: readonly ReturnRecord[] }) {
  const say = useSay();
  const [asked, setAsked] = useState<ReturnRecord | null>(null);
  return (
    <>
      <h2>{say('returnsTitle')}</h2>
      <ul className="card rows last-sales">
        {returns.map((given) => (
          <Return key={given.refund.clientRefundId} given={given} onAsk={() => setAsked(given)} />
        ))}
      </ul>
      {asked && <LateApproval given={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function Return({ given, onAsk }: { given: ReturnRecord; onAsk: () => void }) {
  const say = useSay();
  const { fair, mayApprove } = useTillState();
  const { refund, of, customerName, tenders, totalCents, answer, needsStaff } = given;
  const words = [
    fair && formatTime(refund.refundedAt, fair.timeZone),
    customerName,
    ...tenders.map(({ paidOutAs }) => say(METHODS[paidOutAs].word)),
  ];
  return (
    <li className="hit sale-row">
      <span className="num sb">{say('returnOf', { number: of.sequence })}</span>
      <span className="ell">{words.filter(Boolean).join(' · ')}</span>
      <span className="row">
        {needsStaff && !mayApprove ? (
          <Button className="b sm" onClick={onAsk}>
            <IconLock className="ic s" />
            {say('askApproval')}
          </Button>
        ) : (
          <SaleState answer={answer} />
        )}
        <span className="num sb">−{plainAmount(totalCents)}</span>
      </span>
    </li>
  );
}

/** Asks for the approval of a return that the server does not take from the person at this register. */
function LateApproval({ given, onClose }: { given: ReturnRecord; onClose: () => void }) {
  const say = useSay();
  const till = useTill();
  const { warn } = useNavigation();
  const { refund, of, items, units, totalCents, customerName } = given;
  const { clientRefundId, clientOrderId } = refund;
  const add = async ({ id, name }: GivenApproval) => {
    onClose();
    if (id === null) return;
    const returns = await till.returns();
    const result = await returns.addApproval(clientRefundId, { id, name });
    if (!result.ok) warn(say('start_not_stored'));
  };
  return (
    <ApproveSheet
      what={`${say('returnOf', { number: of.sequence })} · ${say('items', { count: units })}`}
      more={[...items.map(({ title }) => title), customerName, refund.reason]
        .filter(Boolean)
        .join(' · ')}
      request={{ kinds: ['refund'], clientOrderId, clientRefundId, amountCents: totalCents }}
      onApproved={(approval) => void add(approval)}
      onClose={onClose}
    />
  );
}
