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
      {isGood && <Instructions deviceId={device.deviceId} />}
      {!isGood && shown && (
        <Notice kind="warn">
          {isReplaced
            ? 'A colleague created a new code, which replaced this one.'
            : 'This code has expired.'}
        </Notice>
      )}
      {!shown && <CodeHint device={device} />}
      {make.error && <Notice kind="bad">{failureText(make.error).message}</Notice>}
      <div>
        <Button onClick={show} busy={make.isPending && 'Creating a code…'}>
          {shown || device.pairingCodeExpiresAt ? 'Create a new code' : 'Show a pairing code'}
        </Button>
      </div>
    </>
  );
}

/** Explains the code before one was created here. */
function CodeHint({ device: { deviceId, pairingCodeExpiresAt } }: { device: Device }) {
  return (
    <p className="caption">
      {pairingCodeExpiresAt
        ? `A code exists that is valid until ${formatTime(pairingCodeExpiresAt, HERE)}. It is shown only once; a new one replaces it.`
        : `A tablet needs a code of ${PAIRING_CODE_LENGTH} characters for its first login as ${deviceId}.`}
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

function Instructions({ deviceId }: { deviceId: string }) {
  return (
    <ol className={styles.pairingSteps}>
      <li>Open the register app on the tablet.</li>
      <li>
        Log in as <span className="monospace">{deviceId}</span> with a user, their secret code and
        the fair.
      </li>
      <li>Type this code where the app asks for the pairing code.</li>
      <li>This page shows when the tablet is paired.</li>
    </ol>
  );
}
