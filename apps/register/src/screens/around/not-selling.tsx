import { formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { IconDownload, IconLock, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { later } from '#register/app/later.tsx';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { Frame, Title } from '#register/frame/frame.tsx';
import { useUnsent } from '#register/frame/use-unsent.ts';
import type { Selling } from '#register/till/till.ts';
import { Button } from '#register/ui/controls.tsx';
import { useSay } from '#register/words/say.tsx';
import type { Say } from '#register/words/words.ts';
import { saveFile, useSend } from './use-send.ts';

const SellOn = later(() => import('#register/screens/changes/sell-on.tsx'));

type Reason = Extract<Selling, { allowed: false }>['reason'];

/** Says the reason why nothing new is sold, and hands in earlier sales. */
export function NotSelling({ reason }: { reason: Reason }) {
  const say = useSay();
  const till = useTill();
  const { send, busy } = useSend();
  const [asks, setAsks] = useState(false);
  const { outbox, settings, fair } = useTillState();
  const { unsent, unsentCents, sending } = outbox;
  const { sales, returns, what } = useUnsent();
  const phone = settings?.supportPhone;
  const { title, text } = toWords(reason, say, {
    from: fair?.sellingFrom,
    to: fair?.sellingTo,
  });
  return (
    <Frame isLate={unsent > 0} className="scrolls">
      <section className="pc">
        <span className="big-ic warn">
          <IconLock className="ic xl" />
        </span>
        <Title>{title}</Title>
        <p className="t2">{text}</p>
        {reason === 'long_offline' && (
          <Button className="b pri main" onClick={() => setAsks(true)}>
            {say('askApproval')}
          </Button>
        )}
        <div className="card box">
          {unsent > 0 ? (
            <>
              <div className="row ho-head">
                <span className="six num">{unsent}</span>
                <div>
                  <h2>{say('waitHanded', { sales, returns })}</h2>
                  <p className="t2 num">{returns > 0 ? what : formatCents(unsentCents)}</p>
                </div>
              </div>
              <div className="row wraps">
                <Button
                  className="b pri main grow"
                  disabled={busy || sending}
                  onClick={() => void send()}
                >
                  {busy || sending ? say('sending', { count: unsent }) : say('handIn')}
                </Button>
                <Button className="b main strong" onClick={() => saveFile(till.unsentFile())}>
                  <IconDownload className="ic" />
                  {say('saveFile')}
                </Button>
              </div>
            </>
          ) : (
            <p role="status">{say('allHandedIn')}</p>
          )}
        </div>
        <Button className="b" onClick={() => void till.signOff()}>
          <IconUsers className="ic" />
          {say('otherFair')}
        </Button>
        {phone && <p className="label num">{say('mistake', { phone })}</p>}
      </section>
      {asks && <SellOn onClose={() => setAsks(false)} />}
    </Frame>
  );
}

function toWords(
  reason: Reason,
  say: Say,
  days: { from: string | undefined; to: string | undefined },
): { title: string; text: string } {
  switch (reason) {
    case 'too_early':
      return {
        title: say('earlyTitle'),
        text: say('earlyText', { day: days.from ? formatDay(days.from) : '' }),
      };
    case 'too_late':
      return {
        title: say('lateTitle'),
        text: say('lateText', { day: days.to ? formatDay(days.to) : '' }),
      };
    case 'long_offline':
      return { title: say('longOfflineTitle'), text: say('longOfflineText') };
    case 'no_catalog':
      return { title: say('noCatalogTitle'), text: say('noCatalogText') };
    case 'closed':
    case 'signed_out':
    case 'read_only':
      return { title: say('closedTitle'), text: say('closedText') };
  }
}
