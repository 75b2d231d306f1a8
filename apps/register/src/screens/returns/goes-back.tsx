import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { IconAlertTriangle } from '@tabler/icons-react';
import { METHODS } from '#register/frame/money-parts.tsx';
import { useTillState } from '#register/app/till-context.ts';
import type { ReturnableSale, ReturnPlan } from '#register/till/return-views.ts';
import { plainAmount } from '#register/ui/amounts.ts';
import { useSay } from '#register/words/say.tsx';
import type { WordKey } from '#register/words/words.ts';

/** Ways of money back, by how it is paid out. */
export const BACK_WORDS: Record<PaymentMethod, WordKey> = {
  [PaymentMethod.cash]: 'backTo_cash',
  [PaymentMethod.check]: 'backTo_cash',
  [PaymentMethod.creditCard]: 'backTo_card',
  [PaymentMethod.facts]: 'backTo_facts',
  [PaymentMethod.eWallet]: 'backTo_wallet',
  [PaymentMethod.aveDollar]: 'backTo_aveDollars',
};

/** Adds up what goes back in the same way: a check goes back in cash. */
function getWays(tenders: ReturnPlan['tenders']): Omit<ReturnPlan['tenders'][number], 'method'>[] {
  const ways = [...new Set(tenders.map(({ paidOutAs }) => paidOutAs))];
  return ways.map((paidOutAs) => ({
    paidOutAs,
    amountCents: tenders
      .filter((tender) => tender.paidOutAs === paidOutAs)
      .reduce((sum, { amountCents }) => sum + amountCents, 0),
  }));
}

/** The payments of the sale, and where the money of the return goes. */
export function GoesBack({ sale, plan }: { sale: ReturnableSale; plan: ReturnPlan }) {
  const say = useSay();
  const { network } = useTillState();
  const { tenders, missingCents, cashCents, units } = plan;
  const has = (wanted: PaymentMethod) => tenders.some(({ method }) => method === wanted);
  const notes = [
    say('wayItCame'),
    ...(units > 0 && cashCents === 0 ? [say('noCashLeaves')] : []),
    ...(has(PaymentMethod.check) ? [say('checkInCash')] : []),
    ...(has(PaymentMethod.eWallet) && network === 'offline' ? [say('walletLater')] : []),
  ];
  return (
    <>
      <p className="label">{say('paidBy')}</p>
      <ul className="mini first num">
        {sale.payments.map(({ id, method, amountCents, cardLast4 }) => (
          <li key={id} className="strong">
            <span>
              {say(METHODS[method].word)}
              {cardLast4 !== null && <span className="meta"> · {cardLast4}</span>}
            </span>
            <span>{plainAmount(amountCents)}</span>
          </li>
        ))}
      </ul>
      {tenders.length > 0 && (
        <div className="purse goes-back">
          {getWays(tenders).map(({ paidOutAs, amountCents }) => {
            const { icon: MethodIcon } = METHODS[paidOutAs];
            return (
              <div className="r" key={paidOutAs}>
                <b className="row">
                  <MethodIcon className="ic s" />
                  {say(BACK_WORDS[paidOutAs])}
                </b>
                <b className="num">{plainAmount(amountCents)}</b>
              </div>
            );
          })}
          <p className="meta">{notes.join(' ')}</p>
        </div>
      )}
      {missingCents > 0 && (
        <p className="note warn gap-above" role="alert">
          <IconAlertTriangle className="ic" />
          <span>{say('return_not_refundable')}</span>
        </p>
      )}
    </>
  );
}
