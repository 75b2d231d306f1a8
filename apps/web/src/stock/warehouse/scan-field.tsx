import { ApiError } from '@pos/contract/client';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { newId } from '#web/lib/input/new-id.ts';
import { type Tone, useTones } from '#web/stock/cartons/scan/tones.ts';
import { Button, IconButton } from '#web/ui/buttons/button.tsx';
import { CameraScan } from '#web/ui/camera/camera-scan.tsx';
import { ScanInput } from '#web/ui/hooks/scan-input.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import * as styles from './scan-field.module.css';

/** A code as it was scanned; `scanId` stays the same when it is sent again. */
export type Scan = { scanId: string; code: string };

/**
 * Result of a scan: its tone, a word in large print, the title and further facts. Each of `choices`
 * is a button whose result replaces this one; `action` is a further button or link.
 */
export type ScanOutcome = {
  tone: Tone;
  word: string;
  detail?: ReactNode;
  choices?: readonly { label: string; send: () => Promise<ScanOutcome> }[];
  action?: ReactNode;
};

/** Facts of the last scan that counted, and its buttons. */
export type Counted = { facts: ReactNode; actions: ReactNode };

type Sent = Scan & { outcome?: ScanOutcome; error?: unknown };

type ScanFieldProps = {
  /** Label of the code: "ISBN, SKU or UPC". */
  label: string;
  /** Stands for a result that counted, and for none: it may change without another scan. */
  counted?: Counted | undefined;
  /** Sends a scan. A rejected promise is shown as a failure. */
  send: (scan: Scan) => Promise<ScanOutcome>;
};

/**
 * Field for a hand scanner or a keyboard that keeps the focus, and the camera, with tones and the result
 * of the last scan. Scans are sent one after the other, so that the last answer is that of the last scan;
 * one that could not be sent stays, to be sent again with the same ID, and one that was refused until it
 * is left out.
 */
export function ScanField({ label, counted, send }: ScanFieldProps) {
  const tones = useTones();
  const { last, failed, run, leaveOut } = useSentScans(tones.sound);
  const scanned = (code: string): void => {
    const scan = { scanId: newId(), code };
    run(scan, () => send(scan));
  };
  const ToneIcon = tones.isMuted ? IconVolumeOff : IconVolume;
  return (
    <div className="stack gap-12">
      <div className={styles.row}>
        <ScanInput label={label} placeholder="Scan or type" onScan={scanned} />
        <IconButton
          label={tones.isMuted ? 'Turn tones on' : 'Turn tones off'}
          aria-pressed={!tones.isMuted}
          onClick={tones.toggle}
        >
          <ToneIcon size={20} stroke={1.75} aria-hidden />
        </IconButton>
      </div>
      <CameraScan onScan={scanned} />
      <LastScan last={last} counted={counted} run={run} />
      {failed.map((scan) => (
        <Notice
          key={scan.scanId}
          kind="bad"
          action={
            isRefused(scan.error) ? (
              <Button size="sm" onClick={() => leaveOut(scan)}>
                Leave out
              </Button>
            ) : (
              <Button size="sm" onClick={() => run(scan, () => send(scan))}>
                Send again
              </Button>
            )
          }
        >
          {scan.code} was not stored. {failureText(scan.error).message}
        </Notice>
      ))}
    </div>
  );
}

/** Time in which a scan must be answered before the next is sent, in ms. */
const ANSWER_MS = 5_000;

/** Rejects as `fetch` does without a connection. What arrived all the same counts once when sent again. */
const noAnswer = (): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new TypeError('No answer')), ANSWER_MS));

type Run = (scan: Scan, call: () => Promise<ScanOutcome>) => void;

/** The last scan and the ones that failed. `run` sends one and shows its result with a tone. */
function useSentScans(sound: (tone: Tone) => void): {
  last: Sent | undefined;
  failed: readonly Sent[];
  run: Run;
  leaveOut: (scan: Scan) => void;
} {
  const [last, setLast] = useState<Sent>();
  const [failed, setFailed] = useState<readonly Sent[]>([]);
  const before = useRef(Promise.resolve());
  const settle = (sent: Sent): void => setLast((now) => (now?.scanId === sent.scanId ? sent : now));
  const leaveOut = ({ scanId }: Scan): void =>
    setFailed((all) => all.filter((other) => other.scanId !== scanId));
  const deliver = async ({ scanId, code }: Scan, call: () => Promise<ScanOutcome>) => {
    try {
      const outcome = await Promise.race([call(), noAnswer()]);
      sound(outcome.tone);
      settle({ scanId, code, outcome });
    } catch (error) {
      sound('bad');
      settle({ scanId, code, error });
      setFailed((all) => [...all, { scanId, code, error }]);
    }
  };
  const run: Run = ({ scanId, code }, call) => {
    setLast({ scanId, code });
    leaveOut({ scanId, code });
    before.current = before.current.then(() => deliver({ scanId, code }, call));
  };
  return { last, failed, run, leaveOut };
}

/** Returns true if the server understood a scan and refused it, as it would again. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && [400, 404, 409].includes(error.status);

type LastScanProps = { last: Sent | undefined; counted: Counted | undefined; run: Run };

/** Result of the last scan in large print. */
function LastScan({ last, counted, run }: LastScanProps) {
  const { tone, word, detail } = toShown(last);
  const stands = tone === 'ok' || !last ? counted : undefined;
  return (
    <section
      className={styles.last}
      aria-label="Last scan"
      data-part="last-scan"
      data-tone={stands ? 'ok' : tone}
    >
      <div role="status" aria-atomic className={styles.result}>
        {stands?.facts ?? (
          <>
            <p className={styles.word}>{word}</p>
            {last && <p className="monospace">{last.code}</p>}
            {detail !== undefined && <div>{detail}</div>}
          </>
        )}
      </div>
      {stands?.actions ?? (last && <ScanChoices scan={last} run={run} />)}
    </section>
  );
}

function toShown(
  last: Sent | undefined,
): { tone: Tone | 'none' } & Pick<ScanOutcome, 'word' | 'detail'> {
  if (!last)
    return { tone: 'none', word: 'Ready', detail: 'Scan a code, or type it and press Enter.' };
  if (last.outcome) return last.outcome;
  if (last.error !== undefined) return { tone: 'bad', word: 'Not stored' };
  return { tone: 'none', word: 'Storing…' };
}

/** Buttons of a result that needs a decision. */
function ScanChoices({ scan, run }: { scan: Sent; run: Run }) {
  const { choices = [], action } = scan.outcome ?? {};
  if (choices.length === 0 && action === undefined) return null;
  return (
    <div className={styles.choices}>
      {choices.map(({ label, send }) => (
        <Button key={label} size="sm" onClick={() => run(scan, send)}>
          {label}
        </Button>
      ))}
      {action}
    </div>
  );
}
