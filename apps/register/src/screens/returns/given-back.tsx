import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { formatCents } from '@pos/contract/values/money';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTillState } from '#register/app/till-context.ts';
import { Frame } from '#register/frame/frame.tsx';
import { METHODS } from '#register/frame/money-parts.tsx';
import type { ReturnRecord } from '#register/till/return-views.ts';
import { plainAmount } from '#register/ui/amounts.ts';
import { useAnnounce } from '#register/ui/announcer.tsx';
import { Button } from '#register/ui/controls.tsx';
import { useKeys } from '#register/ui/keys.ts';
import { ChangeInPieces } from '#register/ui/pieces.tsx';
import { useSay } from '#register/words/say.tsx';
import { BACK_WORDS } from './goes-back.tsx';

/** The end of a return: cash to hand over in large figures, and what goes back in other ways. */
export function GivenBack({ given, onClose }: { given: ReturnRecord; onClose: () => void }) {
  const say = useSay();
  const announce = useAnnounce();
  const { network } = useTillState();
  const next = useRef<HTMLButtonElement>(null);
  const { cashCents, tenders, totalCents, roundingCents, approvedBy, items } = given;
  const others = tenders.filter(({ paidOutAs }) => paidOutAs !== PaymentMethod.cash);
  const toWallet = others.some(({ method }) => method === PaymentMethod.eWallet);
  const said =
    cashCents > 0 ? say('giveBackSaid', { amount: formatCents(cashCents) }) : say('noCashBack');
  useEffect(() => {
    announce(said, 'assertive');
    next.current?.focus();
  }, [said, announce]);
  useKeys((key) => {
    if (key !== 'Enter' && key !== 'Escape') return false;
    onClose();
    return true;
  });
  return (
    <Frame
      money={
        <>
          <p className="label">{say('returnedTo')}</p>
          <ul className="mini first num">
            {items.map(({ title, quantity }, index) => (
              <li key={index}>
                <span className="ell">{quantity > 1 ? `${quantity} ${title}` : title}</span>
              </li>
            ))}
          </ul>
          <ul className="mini num">
            <li>
              <span>{say('total')}</span>
              <span>{plainAmount(totalCents)}</span>
            </li>
            {roundingCents !== 0 && (
              <li>
                <span>{say('rounded')}</span>
                <span>{plainAmount(roundingCents)}</span>
              </li>
            )}
          </ul>
          {approvedBy !== null && (
            <p className="label">{say('approvedBy', { name: approvedBy })}</p>
          )}
          <div className="end" />
          <Button ref={next} className="b pri main block" onClick={onClose}>
            {say('nextCustomer')}
            <kbd>Enter</kbd>
          </Button>
        </>
      }
    >
      <div className="hero">
        <p className="fin" role="status">
          <IconCircleCheck className="ic" />
          <b>{say('returnDone')}</b>
        </p>
        <h1 className="gl">{cashCents > 0 ? say('giveBack') : say('noCashBack')}</h1>
        {cashCents > 0 && (
          <>
            <p className="change num" role="img" aria-label={said}>
              {formatCents(cashCents)}
            </p>
            <ChangeInPieces cents={cashCents} />
          </>
        )}
        {others.length > 0 && (
          <ul className="given-back gap-above">
            {others.map(({ method, amountCents }) => {
              const { icon: MethodIcon } = METHODS[method];
              return (
                <li key={method}>
                  <MethodIcon className="ic" />
                  <span>
                    {method === PaymentMethod.creditCard
                      ? say('refundTerminal', { amount: formatCents(amountCents) })
                      : say(BACK_WORDS[method])}
                  </span>
                  <span className="num">{formatCents(amountCents)}</span>
                </li>
              );
            })}
          </ul>
        )}
        {toWallet && network === 'offline' && <p className="t2 gap-above">{say('walletLater')}</p>}
      </div>
    </Frame>
  );
}
