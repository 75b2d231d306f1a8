import { formatCents } from '@pos/contract/values/money';
import { formatTime } from '@pos/contract/values/clock';
import { IconClock, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { useAttempt } from '#register/app/use-attempt.ts';
import { SALE, useNavigation } from '#register/app/view.ts';
import { Frame, Head } from '#register/frame/frame.tsx';
import { BigAmount, getName } from '#register/frame/money-parts.tsx';
import type { ParkedView } from '#register/till/till.ts';
import { Button } from '#register/ui/controls.tsx';
import { Face } from '#register/ui/face.tsx';
import { useKeys } from '#register/ui/keys.ts';
import { useSay } from '#register/words/say.tsx';

/** Sales put aside; each can be taken up again or removed. */
export default function Parked() {
  const say = useSay();
  const till = useTill();
  const { go } = useNavigation();
  const { attempt } = useAttempt();
  const { parked, fair } = useTillState();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const at = Math.max(
    parked.findIndex(({ id }) => id === chosenId),
    0,
  );
  const chosen = parked[at];
  const resume = (sale: ParkedView) => {
    if (attempt(till.resume(sale.id))) go(SALE);
  };
  const toHead = (sale: ParkedView) => {
    const buyer = sale.customer && getName(sale.customer, say);
    return { name: buyer?.name ?? (sale.note || say('noName')), more: buyer?.more ?? '' };
  };
  useKeys((key) => {
    if (key === 'Escape') go(SALE);
    else if (key === 'Enter' && chosen) resume(chosen);
    else if (key === 'ArrowDown') setChosenId(parked[at + 1]?.id ?? chosenId);
    else if (key === 'ArrowUp') setChosenId(parked[at - 1]?.id ?? chosenId);
    else return false;
    return true;
  });
  return (
    <Frame
      money={
        chosen && (
          <>
            <ParkedSale sale={chosen} head={toHead(chosen)} />
            <div className="end" />
            <div className="rule" />
            <BigAmount
              label={say('total')}
              more={say('items', { count: chosen.items })}
              amount={formatCents(chosen.totalCents)}
            />
            <Button
              className="b block bad gap-below"
              onClick={() => attempt(till.discard(chosen.id))}
            >
              <IconTrash className="ic" />
              {say('removeParked')}
            </Button>
            <Button className="b pri main block" onClick={() => resume(chosen)}>
              {say('resume')}
            </Button>
          </>
        )
      }
    >
      <Head
        title={say('parkedTitle', { count: parked.length })}
        text={parked.length > 0 ? say('parkedText') : undefined}
        onBack={() => go(SALE)}
      />
      {parked.length > 0 && (
        <div className="card rows">
          {parked.map((sale) => (
            <Button
              key={sale.id}
              className={`hit parked ${sale === chosen ? 'on' : ''}`}
              aria-pressed={sale === chosen}
              onClick={() => (sale === chosen ? resume(sale) : setChosenId(sale.id))}
            >
              <Face name={toHead(sale).name} size="l" />
              <span className="narrow">
                <b className="ell">{toHead(sale).name}</b>
                <small>
                  {[toHead(sale).more, fair && formatTime(sale.parkedAt, fair.timeZone)]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
                <small className="ell strong">{sale.titles.join(', ')}</small>
              </span>
              <span className="pr num">{formatCents(sale.totalCents)}</span>
            </Button>
          ))}
        </div>
      )}
      <div className="end" />
      <div className="note">
        <IconClock className="ic" />
        <span>{say('parkedStays')}</span>
      </div>
    </Frame>
  );
}

/** Buyer and titles of a parked sale. */
function ParkedSale({ sale, head }: { sale: ParkedView; head: { name: string; more: string } }) {
  return (
    <>
      <div className="who">
        <Face name={head.name} size="l" />
        <span className="narrow">
          <b className="ell">{head.name}</b>
          <span className="meta ell">{head.more}</span>
        </span>
      </div>
      <ul className="parked-titles">
        {sale.titles.map((title, index) => (
          <li key={index} className="ell">
            {title}
          </li>
        ))}
      </ul>
    </>
  );
}
