import { formatCents } from '@pos/contract/values/money';
import { IconClock, IconRefresh } from '@tabler/icons-react';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { useAttempt } from '#register/app/use-attempt.ts';
import { Frame, Title } from '#register/frame/frame.tsx';
import { BigAmount, Buyer, ShortSums, Taken } from '#register/frame/money-parts.tsx';
import { Button } from '#register/ui/controls.tsx';
import { useSay } from '#register/words/say.tsx';

/**
 * A sale that the office is asked about: nobody knows yet whether the eWallet paid. It is the same
 * sale whenever it is asked again, so that nothing is taken twice.
 */
export function Waiting() {
  const say = useSay();
  const till = useTill();
  const { attemptPayment, busy } = useAttempt();
  const { sale, outbox, network } = useTillState();
  const isAsking = busy || (outbox.sending && network === 'online');
  return (
    <Frame
      money={
        <>
          <Buyer customer={sale.customer} />
          <ShortSums sale={sale} />
          <Taken sale={sale} />
          <div className="end" />
          <div className="rule" />
          <BigAmount label={say('total')} amount={formatCents(sale.totalCents)} />
          <Button
            className="b pri main block"
            disabled={isAsking}
            onClick={() => void attemptPayment(() => till.askAgain())}
          >
            {say('askOnceMore')}
          </Button>
        </>
      }
    >
      <section className="card waiting">
        <span className="big-ic">
          {isAsking ? <IconRefresh className="ic xl turn" /> : <IconClock className="ic xl" />}
        </span>
        <Title>{say(isAsking ? 'asking' : 'noAnswerTitle')}</Title>
        <p className="t2" role="status">
          {say(isAsking ? 'askingText' : 'noAnswerText')}
        </p>
      </section>
      {!isAsking && (
        <div className="note let-go">
          <IconClock className="ic" />
          <span>
            {say('letGoText')}
            <br />
            <Button
              className="b sm strong"
              onClick={() => void attemptPayment(() => till.finishUnanswered())}
            >
              {say('letGo')}
            </Button>
          </span>
        </div>
      )}
    </Frame>
  );
}
