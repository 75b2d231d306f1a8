import { ApiError } from '@pos/contract/client';
import { pluralize } from '@pos/contract/values/counts';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { newId } from '#web/lib/input/new-id.ts';
import { type Tone, useTones } from '#web/stock/cartons/scan/tones.ts';
import { Button, IconButton } from '#web/ui/buttons/button.tsx';
import { CameraScan } from '#web/ui/camera/camera-scan.tsx';
import { ScanInput } from '#web/ui/hooks/scan-input.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import {
  keepScan,
  listUnsettled,
  setResult,
  settleScan,
  useUnsettled,
  type Scan,
  type ScanOutcome,
  type ScanResult,
  type Unsettled,
} from './unsettled-scans.ts';
import * as styles from './scan-field.module.css';

/** Facts of the last scan that counted, and its buttons. */
export type Counted = { facts: ReactNode; actions: ReactNode };

type ScanFieldProps<Facts> = {
  /** Address of the document, under which its scans are kept. */
  path: string;
  /** Label of the code: "ISBN, SKU or UPC". */
  label: string;
  /** Kept with each scan, such as the condition of the unit. */
  facts: Facts;
  /** Stands for a result that counted, and for none: it may change without another scan. */
  counted?: Counted | undefined;
  /** Sends a scan. A rejected promise is shown as a failure. */
  send: (scan: Scan<Facts>) => Promise<ScanOutcome>;
};

/**
 * Field for a hand scanner or a keyboard that keeps the focus, and the camera, with tones and the result
 * of the last scan. Scans are sent one after the other, so that the last answer is that of the last scan.
 * Without an answer they are kept and sent again by themselves; what needs a decision stays listed.
 */
export function ScanField<Facts extends object>({
  path,
  label,
  facts,
  counted,
  send,
}: ScanFieldProps<Facts>) {
  const tones = useTones();
  const { last, trouble, scanned, choose, sendAll } = useScans(path, send, tones.sound);
  const unsettled = useUnsettled(path);
  const waiting = unsettled.filter(({ result }) => !result);
  const undecided = unsettled.filter(({ result }) => result);
  const onScan = (code: string): void => scanned({ ...facts, scanId: newId(), code });
  const toDecision = (each: Unsettled): DecisionProps => ({
    unsettled: each,
    choose,
    leaveOut: () => settleScan(path, each),
  });
  // The last scan is decided where it is shown.
  const lastOne = undecided.find(
    ({ scan, result }) => scan.scanId === last?.scan.scanId && result?.outcome,
  );
  const ToneIcon = tones.isMuted ? IconVolumeOff : IconVolume;
  return (
    <div className="stack gap-12">
      <div className={styles.row}>
        <ScanInput label={label} placeholder="Scan or type" onScan={onScan} />
        <IconButton
          label={tones.isMuted ? 'Turn tones on' : 'Turn tones off'}
          aria-pressed={!tones.isMuted}
          onClick={tones.toggle}
        >
          <ToneIcon size={20} stroke={1.75} aria-hidden />
        </IconButton>
      </div>
      <CameraScan onScan={onScan} />
      <LastScan last={last} isKept={trouble !== undefined} counted={counted}>
        {lastOne && <Decision {...toDecision(lastOne)} />}
      </LastScan>
      {trouble !== undefined && waiting.length > 0 && (
        <Notice
          kind="warn"
          action={
            <Button size="sm" onClick={sendAll}>
              Send now
            </Button>
          }
        >
          {pluralize(waiting.length, 'scan is', 'scans are')} kept on this device and sent as soon
          as the server answers: {waiting.map(({ scan }) => scan.code).join(', ')}.
          {trouble instanceof ApiError && ` ${failureText(trouble).message}`}
        </Notice>
      )}
      {undecided
        .filter((each) => each !== lastOne)
        .map((each) => (
          <Undecided key={each.key} {...toDecision(each)} />
        ))}
    </div>
  );
}

/** Time in which a scan must be answered, and between attempts to send it, in ms. */
const ANSWER_MS = 5_000;
const AGAIN_MS = 3_000;

/** Rejects as `fetch` does without a connection. What arrived all the same counts once when sent again. */
const noAnswer = (): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new TypeError('No answer')), ANSWER_MS));

/** Returns true if the server understood a scan and refused it, as it would again. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && [400, 404, 409].includes(error.status);

type Choose = (unsettled: Unsettled, send: () => Promise<ScanOutcome>) => void;
type Shown = { scan: Scan; result?: ScanResult };

/**
 * Sends the scans of a document in their order, also those that an earlier page has kept. `trouble` is
 * the failure while the server does not answer; `choose` sends a scan as the person decided.
 */
function useScans<Facts extends object>(
  path: string,
  send: (scan: Scan<Facts>) => Promise<ScanOutcome>,
  sound: (tone: Tone) => void,
) {
  const [last, setLast] = useState<Shown>();
  const [trouble, setTrouble] = useState<unknown>();
  const decided = useRef(new Map<string, () => Promise<ScanOutcome>>());
  const isSending = useRef(false);
  const isStuck = trouble !== undefined;

  const show = (next: Unsettled, result: ScanResult): void => {
    setTrouble(undefined);
    sound(result.outcome?.tone ?? 'bad');
    if (result.outcome?.tone === 'ok') settleScan(path, next);
    else setResult(path, next, result);
    setLast((now) => (now?.scan.scanId === next.scan.scanId ? { scan: now.scan, result } : now));
  };
  /** Sends a scan; false if the server did not answer. */
  const deliver = async (next: Unsettled): Promise<boolean> => {
    const call = decided.current.get(next.key) ?? (() => send(next.scan as Scan<Facts>));
    try {
      show(next, { outcome: await Promise.race([call(), noAnswer()]) });
    } catch (error) {
      if (!isRefused(error)) {
        setTrouble(error);
        return false;
      }
      show(next, { error });
    }
    decided.current.delete(next.key);
    return true;
  };
  const sendAll = async (): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    let next = findWaiting(path);
    while (next && (await deliver(next))) next = findWaiting(path);
    isSending.current = false;
  };

  const begin = useEffectEvent(() => void sendAll());
  useEffect(() => begin(), [path]);
  useEffect(() => {
    if (!isStuck) return;
    const timer = setInterval(() => begin(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [isStuck]);
  const warn = useEffectEvent(() => sound('bad'));
  useEffect(() => {
    if (isStuck) warn();
  }, [isStuck]);

  const scanned = (scan: Scan<Facts>): void => {
    keepScan(path, scan);
    setLast({ scan });
    if (isStuck) sound('repeat');
    void sendAll();
  };
  const choose: Choose = (unsettled, call) => {
    decided.current.set(unsettled.key, call);
    setResult(path, unsettled);
    setLast({ scan: unsettled.scan });
    void sendAll();
  };
  return { last, trouble, scanned, choose, sendAll: () => void sendAll() };
}

const findWaiting = (path: string): Unsettled | undefined =>
  listUnsettled(path).find(({ result }) => !result);

type LastScanProps = {
  last: Shown | undefined;
  isKept: boolean;
  counted: Counted | undefined;
  children: ReactNode;
};

/** Result of the last scan in large print. */
function LastScan({ last, isKept, counted, children }: LastScanProps) {
  const { tone, word, detail } = toShown(last, isKept);
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
            {last && <p className="monospace">{last.scan.code}</p>}
            {detail !== undefined && <div>{detail}</div>}
          </>
        )}
      </div>
      {stands?.actions ?? children}
    </section>
  );
}

function toShown(
  last: Shown | undefined,
  isKept: boolean,
): { tone: Tone | 'none' } & Pick<ScanOutcome, 'word' | 'detail'> {
  if (!last)
    return { tone: 'none', word: 'Ready', detail: 'Scan a code, or type it and press Enter.' };
  const { outcome, error } = last.result ?? {};
  if (outcome) return outcome;
  if (error !== undefined) return { tone: 'bad', word: 'Not stored' };
  if (isKept) return { tone: 'repeat', word: 'Kept on this device', detail: 'It is not sent yet.' };
  return { tone: 'none', word: 'Storing…' };
}

type DecisionProps = { unsettled: Unsettled; choose: Choose; leaveOut: () => void };

/** A scan that was not counted, below the last one. */
function Undecided({ unsettled, choose, leaveOut }: DecisionProps) {
  const { scan, result = {} } = unsettled;
  const { outcome, error } = result;
  return (
    <Notice
      kind="bad"
      action={<Decision unsettled={unsettled} choose={choose} leaveOut={leaveOut} />}
    >
      <b className="monospace">{scan.code}</b>{' '}
      {outcome ? (
        <>
          {outcome.word}. {outcome.detail}
        </>
      ) : (
        `was not stored. ${failureText(error).message}`
      )}
    </Notice>
  );
}

/** Buttons that settle a scan that was not counted. */
function Decision({ unsettled, choose, leaveOut }: DecisionProps) {
  const { choices = [], action } = unsettled.result?.outcome ?? {};
  return (
    <div className={styles.choices}>
      {choices.map(({ label, send }) => (
        <Button key={label} size="sm" onClick={() => choose(unsettled, send)}>
          {label}
        </Button>
      ))}
      {action?.(leaveOut)}
      <Button size="sm" onClick={leaveOut}>
        Leave out
      </Button>
    </div>
  );
}
