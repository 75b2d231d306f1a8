import { IconAlertTriangle, IconDownload, IconSchool } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { startWalk } from '#register/app/walk.ts';
import { saveFile } from '#register/screens/around/use-send.ts';
import { Title } from '#register/frame/frame.tsx';
import { useUnsent } from '#register/frame/use-unsent.ts';
import { Button, TextField } from '#register/ui/controls.tsx';
import { Logo } from '#register/ui/logo.tsx';
import { useSay } from '#register/words/say.tsx';
import { LanguageButton } from './language-button.tsx';
import { readPairingLink } from './pairing-link.ts';
import { useRefusal } from './refusal.ts';
import { Shelf } from './shelf.tsx';

const HomeScreen = lazy(() => import('./home-screen.tsx'));

/**
 * True in a browser tab of an iPad or iPhone, which may delete what it stores after a week. Only the
 * home screen keeps it, and does not share it with the tab, so that pairing has to wait.
 */
function mustGoToHomeScreen(): boolean {
  return 'standalone' in navigator && navigator.standalone !== true;
}

/** Pairs this device once, by the code that the office shows or its link. */
export function StartPair() {
  if (!mustGoToHomeScreen()) return <PairForm />;
  return (
    <Suspense>
      <HomeScreen />
    </Suspense>
  );
}

/**
 * Device and code of the link that opened the page. They are in the part of the address that is never
 * sent, and do not stay there.
 */
const linked = readPairingLink() ?? { deviceId: '', pairingCode: '' };

function PairForm() {
  const say = useSay();
  const till = useTill();
  const toRefusal = useRefusal();
  const [given, setGiven] = useState(linked);
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);
  const connect = async () => {
    if (busy) return;
    setBusy(true);
    setRefusal('');
    const result = await till.pair({
      deviceId: given.deviceId.trim(),
      pairingCode: given.pairingCode,
    });
    setBusy(false);
    if (!result.ok) setRefusal(toRefusal(result));
  };
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (linked.pairingCode !== '') button.current?.focus();
  }, []);
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    void connect();
  };
  return (
    <div className="pair">
      <main className="pf">
        <div className="row pair-name">
          <Logo />
          <b className="sb grow">{say('appName')}</b>
          <LanguageButton />
        </div>
        <form className="mid" onSubmit={send}>
          <Title>{say('connectTitle')}</Title>
          <p className="t2">{say('connectText')}</p>
          <TextField
            label={say('deviceId')}
            value={given.deviceId}
            required
            maxLength={30}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="REG-01"
            onText={(text) => setGiven({ ...given, deviceId: text })}
          />
          <TextField
            label={say('pairingCode')}
            className="in code"
            value={given.pairingCode}
            required
            maxLength={12}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="K7QM 4T2X"
            onText={(text) => setGiven({ ...given, pairingCode: text.toUpperCase() })}
          />
          <EndedPairing />
          {refusal !== '' && (
            <p className="note bad" role="alert">
              <IconAlertTriangle className="ic" />
              <span>{refusal}</span>
            </p>
          )}
          <button ref={button} type="submit" className="b pri main block" disabled={busy}>
            {say(busy ? 'connecting' : 'connect')}
          </button>
          <Button className="b sm ter" onClick={() => startWalk(till)}>
            <IconSchool className="ic s" />
            {say('practiceFirst')}
          </Button>
        </form>
      </main>
      <Shelf />
    </div>
  );
}

/** Says that the office ended the pairing, and offers what is not sent yet as a file. */
function EndedPairing() {
  const say = useSay();
  const till = useTill();
  const { outbox, warnings } = useTillState();
  const { what } = useUnsent();
  return (
    <>
      {warnings.includes('key_refused') && (
        <p className="note warn">
          <IconAlertTriangle className="ic" />
          <span>{say('warn_key_refused')}</span>
        </p>
      )}
      {outbox.unsent > 0 && (
        <>
          <p className="note warn">
            <IconAlertTriangle className="ic" />
            <span>
              <b>{say('unsentTitle', { what })}</b>
              <br />
              {say('sendAfterPairing')}
            </span>
          </p>
          <Button className="b block" onClick={() => saveFile(till.unsentFile())}>
            <IconDownload className="ic" />
            {say('saveFile')}
          </Button>
        </>
      )}
    </>
  );
}
