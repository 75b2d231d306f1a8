import { formatCents } from '@pos/contract/values/money';
import { IconAlertTriangle, IconDownload, IconPhone, IconRefresh } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTill } from '#register/app/till-context.ts';
import { useAttempt } from '#register/app/use-attempt.ts';
import { useHelp } from '#register/frame/use-help.ts';
import { Frame, Title } from '#register/frame/frame.tsx';
import { BigAmount } from '#register/frame/money-parts.tsx';
import { Steps } from '#register/frame/steps.tsx';
import type { Problem as TillProblem } from '#register/till/till.ts';
import { Button } from '#register/ui/controls.tsx';
import { toCallAddress } from '#register/frame/call-address.ts';
import { useSay } from '#register/words/say.tsx';
import { loadSaleCode } from './load-sale-code.ts';
import { saveFile } from './use-send.ts';

const SaleCode = lazy(loadSaleCode);

/** Longest text of a QR code that a camera still reads from a screen. */
const QR_LENGTH = 1_800;

/** The till cannot store: the sale stays on the screen, with steps of one action each. */
export function Problem({ problem }: { problem: TillProblem }) {
  switch (problem.kind) {
    case 'no_storage':
      return <Reload title="noStorageTitle" text="noStorageText" />;
    case 'connection_lost':
      return <Reload title="connectionLost" text="connectionLostText" />;
    case 'not_stored':
      return <NotStored problem={problem} />;
  }
}

function NotStored({ problem }: { problem: Extract<TillProblem, { kind: 'not_stored' }> }) {
  const say = useSay();
  const till = useTill();
  const { attemptPayment, busy } = useAttempt();
  const file = till.unstoredFile();
  const help = useHelp();
  return (
    <Frame
      isLate
      className="scrolls"
      money={
        <>
          {file && file.text.length <= QR_LENGTH && (
            <Suspense>
              <SaleCode text={file.text} />
            </Suspense>
          )}
          <p className="label not-stored">{say('saleNotStored', { number: problem.sequence })}</p>
          <div className="end" />
          <BigAmount label={say('total')} amount={formatCents(problem.totalCents)} />
          <Button
            className="b pri main block"
            disabled={busy}
            onClick={() => void attemptPayment(() => till.storeAgain())}
          >
            {say('storeAgain')}
          </Button>
        </>
      }
    >
      <section className="card pb" role="alert">
        <div className="row pb-head">
          <span className="big-ic bad">
            <IconAlertTriangle className="ic xl" />
          </span>
          <div>
            <Title>{say('stopSelling')}</Title>
            <p className="t2">{say('notStoredText')}</p>
          </div>
        </div>
        <Steps
          now={2}
          steps={[
            { head: say('doNotClose'), text: say('doNotCloseText') },
            { head: say('tapStore'), text: say('tapStoreText') },
            { head: say('photo'), text: say('photoText') },
          ]}
        />
      </section>
      <div className="end" />
      <div className="acts">
        {file && (
          <Button className="b" onClick={() => saveFile(file)}>
            <IconDownload className="ic" />
            <span>{say('saveSale')}</span>
          </Button>
        )}
        {help && (
          <a className="b call" href={toCallAddress(help.phone)}>
            <IconPhone className="ic" />
            <span className="num">{say('call', { phone: help.phone })}</span>
          </a>
        )}
      </div>
    </Frame>
  );
}

/** A page that can only be loaded anew. */
export function Reload({
  title,
  text,
}: {
  title: 'noStorageTitle' | 'connectionLost' | 'secondTabTitle';
  text: 'noStorageText' | 'connectionLostText' | 'secondTabText';
}) {
  const say = useSay();
  return (
    <Frame>
      <section className="pc">
        <span className="big-ic warn">
          <IconAlertTriangle className="ic xl" />
        </span>
        <Title>{say(title)}</Title>
        <p className="t2">{say(text)}</p>
        <Button className="b pri main" onClick={() => location.reload()}>
          <IconRefresh className="ic" />
          {say('reload')}
        </Button>
      </section>
    </Frame>
  );
}
