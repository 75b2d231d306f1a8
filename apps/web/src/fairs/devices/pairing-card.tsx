import {
  PAIRING_CODE_LENGTH,
  PAIRING_CODE_MINUTES,
  type Device,
} from '@pos/contract/fairs/devices';
import { formatTime } from '@pos/contract/values/clock';
import { failureText } from '#web/lib/api/failure.ts';
import { HERE } from '#web/lib/input/time.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { useCountdown } from '#web/ui/hooks/use-countdown.ts';
import { QrCode } from '#web/ui/files/qr-code.tsx';
import { useMakePairingCode } from './devices.data.ts';
import * as styles from './devices.module.css';

type PairingCardProps = { device: Device; onForget: () => void };

/**
 * Pairs a tablet with the device: shows a pairing code with its remaining time, and confirms when a
 * tablet has used it.
 */
export function PairingCard({ device, onForget }: PairingCardProps) {
  return (
    <Card title="Pairing">
      <div className="grid gap-12">
        <p role="status">
          {device.paired
            ? `A tablet is paired with ${device.deviceId}.`
            : `No tablet is paired with ${device.deviceId}.`}
        </p>
        {device.paired ? (
          <Paired device={device} onForget={onForget} />
        ) : (
          <Unpaired device={device} />
        )}
      </div>
    </Card>
  );
}

function Paired({ device: { pairingCodeExpiresAt }, onForget }: PairingCardProps) {
  return (
    <>
      {pairingCodeExpiresAt && (
        <p className="caption">
          Its pairing code stays valid until {formatTime(pairingCodeExpiresAt, HERE)} or until the
          tablet logs in again, in case it did not get its key.
        </p>
      )}
      <p className="caption">
        Lost or replaced? Forgetting the pairing logs the tablet out at once.
      </p>
      <div>
        <Button onClick={onForget}>Forget pairing</Button>
      </div>
    </>
  );
}

function Unpaired({ device }: { device: Device }) {
  const make = useMakePairingCode(device.id);
  const [secondsLeft, startCountdown] = useCountdown();
  const shown = make.data;
  // Someone else requested a newer code, which ended this one.
  const isReplaced =
    shown !== undefined &&
    device.pairingCodeExpiresAt !== null &&
    device.pairingCodeExpiresAt > shown.expiresAt;
  const isGood = shown !== undefined && !isReplaced && secondsLeft > 0;
  // This computer's clock may be wrong: the countdown starts with the answer.
  const show = (): void =>
    make.mutate(undefined, { onSuccess: () => startCountdown(PAIRING_CODE_MINUTES * 60) });
  return (
    <>
      {isGood && <Code code={shown.pairingCode} secondsLeft={secondsLeft} />}
      {isGood && <OpenRegister deviceId={device.deviceId} code={shown.pairingCode} />}
      {!isGood && shown && (
        <Notice kind="warn">
          {isReplaced
            ? 'A colleague created a new code, which replaced this one.'
            : 'This code has expired.'}
        </Notice>
      )}
      {!shown && <CodeHint device={device} />}
      {make.error && <Notice kind="bad">{failureText(make.error).message}</Notice>}
      <div className="row wrapping gap-8">
        <OpenHere device={device} make={make} isShown={!isGood} onCode={startCountdown} />
        <Button onClick={show} busy={make.isPending && 'Creating a code…'}>
          {shown || device.pairingCodeExpiresAt ? 'Create a new code' : 'Show a pairing code'}
        </Button>
      </div>
    </>
  );
}

type OpenHereProps = {
  device: Device;
  make: ReturnType<typeof useMakePairingCode>;
  isShown: boolean;
  onCode: (seconds: number) => void;
};

/** Opens the register in a tab of this browser with a new code, by one press. */
function OpenHere({ device, make, isShown, onCode }: OpenHereProps) {
  if (!isShown) return null;
  const open = (): void => {
    // Browsers block a tab that opens later than the press.
    const tab = window.open('about:blank', '_blank');
    make.mutate(undefined, {
      onSuccess: ({ pairingCode }) => {
        onCode(PAIRING_CODE_MINUTES * 60);
        if (tab) tab.location.href = registerAddress(device.deviceId, pairingCode);
      },
      onError: () => tab?.close(),
    });
  };
  return <Button onClick={open}>Open the register on this computer</Button>;
}

/** Explains the code before one was created here. */
function CodeHint({ device: { deviceId, pairingCodeExpiresAt } }: { device: Device }) {
  return (
    <p className="caption">
      {pairingCodeExpiresAt
        ? `A code exists that is valid until ${formatTime(pairingCodeExpiresAt, HERE)}. It is shown only once; a new one replaces it.`
        : `A tablet needs a code of ${PAIRING_CODE_LENGTH} characters to become ${deviceId}.`}
    </p>
  );
}

/** Pairing code in two groups for reading aloud; copied as one word. */
function Code({ code, secondsLeft }: { code: string; secondsLeft: number }) {
  const half = PAIRING_CODE_LENGTH / 2;
  const clock = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`;
  return (
    <div className={styles.pairingCode}>
      <output aria-label="Pairing code" className="monospace">
        <span>{code.slice(0, half)}</span>
        <span>{code.slice(half)}</span>
      </output>
      <CopyButton text={code} label="Copy pairing code" />
      <p className="caption">
        Valid for <span className="numeric">{clock}</span>
      </p>
    </div>
  );
}

/** QR code and link that open the register app with the code filled in. */
function OpenRegister({ deviceId, code }: { deviceId: string; code: string }) {
  const address = registerAddress(deviceId, code);
  return (
    <>
      <div className={styles.registerQr}>
        <QrCode text={address} label="QR code that opens the register" />
      </div>
      <ol className={styles.pairingSteps}>
        <li>
          Scan this with the tablet’s camera. Or open{' '}
          <span className="monospace">{REGISTER_ADDRESS}</span> there and type{' '}
          <span className="monospace">{deviceId}</span> and the code.
        </li>
        <li>This page shows when the tablet is paired.</li>
        <li>
          Then people choose the fair and their name, and enter their code. Cashiers and codes are
          added on the page of the fair, tab Devices.
        </li>
      </ol>
      <p>
        <a href={address} target="_blank" rel="noreferrer">
          Open the register on this computer
        </a>
      </p>
    </>
  );
}

/** Address of the register app on this server, to type on a tablet. */
const REGISTER_ADDRESS = `${location.host}/register`;

/** Address that opens the register app and pairs it. The code is behind #, so no server logs it. */
function registerAddress(deviceId: string, code: string): string {
  const given = new URLSearchParams({ pair: code, device: deviceId });
  return `${location.origin}/register#${given}`;
}
