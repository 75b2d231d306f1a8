import { formatTime } from '@pos/contract/values/clock';
import { formatCents } from '@pos/contract/values/money';
import { IconCheck, IconDownload, IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { useNavigation } from '#register/app/view.ts';
import { Frame, Head } from '#register/frame/frame.tsx';
import { BigAmount } from '#register/frame/money-parts.tsx';
import { Steps } from '#register/frame/steps.tsx';
import { useUnsent } from '#register/frame/use-unsent.ts';
import { Button } from '#register/ui/controls.tsx';
import { useEscape } from '#register/ui/keys.ts';
import { useSay } from '#register/words/say.tsx';
import { saveFile, useSend } from './use-send.ts';

/** The end of a shift: "0" that a person can read, or how to get to it. */
export default function HandOver({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const till = useTill();
  const { warn } = useNavigation();
  const { send, busy } = useSend();
  const { outbox, cashier, sale } = useTillState();
  const { sending } = outbox;
  // Sales and returns first; entries of the drawer wait as well.
  const unsent = outbox.unsent || outbox.unsentEntries;
  const isSelling = sale.lines.length > 0;
  useEscape(onClose);
  const signOff = async () => {
    const result = await till.signOff();
    if (!result.ok) warn(say(`start_${result.reason}`));
  };
  return (
    <Frame
      isLate={unsent > 0}
      className="scrolls flows"
      money={
        <>
          <Checks />
          <div className="end" />
          {unsent > 0 ? (
            <>
              <p className="say">{say('turnsGreen')}</p>
              <div className="rule" />
              <BigAmount label={say('notSent')} amount={String(unsent)} />
              <Button
                className="b pri main block"
                disabled={busy || sending}
                onClick={() => void send()}
              >
                {busy || sending ? say('sending', { count: unsent }) : say('trySend')}
              </Button>
            </>
          ) : (
            cashier && (
              <Button
                className="b pri main block"
                disabled={isSelling}
                onClick={() => void signOff()}
              >
                <span className="ell">{say('signOff', { name: cashier.name })}</span>
              </Button>
            )
          )}
        </>
      }
    >
      <Head title={say('handOver')} onBack={onClose} />
      {outbox.unsent > 0 ? <NotSent /> : unsent > 0 ? <EntriesWait /> : <NothingLeft />}
    </Frame>
  );
}

function NotSent() {
  const say = useSay();
  const till = useTill();
  const { outbox, settings, device } = useTillState();
  const { unsent, unsentCents } = outbox;
  const { sales, returns, what } = useUnsent();
  const phone = settings?.supportPhone;
  return (
    <>
      <section className="card ho">
        <div className="row ho-head">
          <span className="six num">{unsent}</span>
          <div>
            <h2>{say('notSentHead', { sales, returns })}</h2>
            <p className="t2">
              {say('onlyHere', { what: returns > 0 ? what : formatCents(unsentCents) })}
            </p>
          </div>
        </div>
        <Steps
          now={1}
          steps={[
            { head: say('toWifi'), text: say('toWifiText') },
            { head: say('hotspot'), text: say('hotspotText') },
            {
              head: say('neither'),
              text: say('neitherText'),
              action: (
                <Button className="b sm" onClick={() => saveFile(till.unsentFile())}>
                  <IconDownload className="ic s" />
                  {say('saveFile')}
                </Button>
              ),
            },
          ]}
        />
      </section>
      {phone && (
        <div className="note">
          <IconPhone className="ic" />
          <span>{say('stuck', { phone, what, register: device?.name ?? '' })}</span>
        </div>
      )}
    </>
  );
}

/** Only entries of the drawer wait: there is nothing to carry, sending is enough. */
function EntriesWait() {
  const say = useSay();
  const { unsentEntries } = useTillState().outbox;
  return (
    <section className="card ho">
      <div className="row ho-head">
        <span className="six num">{unsentEntries}</span>
        <h2>{say('entriesWait', { count: unsentEntries })}</h2>
      </div>
    </section>
  );
}

function NothingLeft() {
  const say = useSay();
  const { today } = useTillState();
  return (
    <section className="card zero">
      <span className="big-ic ok">
        <IconCheck className="ic xl" />
      </span>
      <p className="z num" aria-hidden="true">
        0
      </p>
      <h2 role="status">{say('nothingLeft')}</h2>
      <p className="t2">
        {today.sales > 0 && (
          <>
            {say('nothingLeftText', { count: today.sales })}
            <br />
          </>
        )}
        {say('canPack')}
      </p>
    </section>
  );
}

/** Lists the conditions for packing the tablet or giving it away. */
function Checks() {
  const say = useSay();
  const { go } = useNavigation();
  const { sale, parked, outbox, fair, today } = useTillState();
  const { unsent, unsentEntries, lastTryAt } = outbox;
  const { what } = useUnsent();
  const toTime = (at: string | null) =>
    fair && at !== null ? formatTime(at, fair.timeZone) : null;
  const tried = toTime(lastTryAt);
  const counted = toTime(today.drawerCountedAt);
  const check = (isDone: boolean, sign: ReactNode, text: string, more?: ReactNode) => (
    <li>
      <span className={`n ${isDone ? 'ok' : 'wait'}`}>
        {isDone ? <IconCheck className="ic" /> : sign}
      </span>
      <span>
        {text}
        {more !== undefined && <small>{more}</small>}
      </span>
    </li>
  );
  const isIdle = sale.lines.length === 0;
  return (
    <>
      <h2>{say('beforeHandOver')}</h2>
      <ul className="ck">
        {check(
          isIdle,
          '1',
          say(isIdle ? 'noSaleOpen' : 'saleIsOpen'),
          parked.length > 0 ? say('parkedWait', { count: parked.length }) : undefined,
        )}
        {check(
          counted !== null,
          '2',
          say(counted === null ? 'drawerNotCounted' : 'drawerCounted'),
          counted ?? (
            <Button className="b sm ter" onClick={() => go({ name: 'drawer', page: 'count' })}>
              {say('countDrawer')}
            </Button>
          ),
        )}
        {check(
          unsent + unsentEntries === 0,
          '3',
          say('everythingSent'),
          unsent === 0
            ? unsentEntries > 0
              ? say('entriesWait', { count: unsentEntries })
              : undefined
            : tried === null
              ? say('stillToSend', { what })
              : say('stillToSendTried', { what, time: tried }),
        )}
      </ul>
    </>
  );
}
