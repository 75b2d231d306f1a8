import type { Carton, CartonStage, UnexpectedCode } from '@pos/contract/stock/cartons';
import { formatInstant } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBarcode,
  IconCheck,
  IconHelpHexagon,
  IconRepeat,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import { STAGE_WORDS, contentWords } from '../carton-words.ts';
import type { Verdict } from './scan.rules.ts';
import * as styles from './scan.module.css';

/**
 * Result of the last scan: a verdict by the list; a code that the server is checking (`asking`),
 * could not be asked about (`unasked`) or does not know as a carton of this fair (`foreign`); or an
 * undone scan. `id` tells repeated scans of the same code apart.
 */
export type LastScan = { id: number } & (
  | Verdict
  | { kind: 'asking' | 'unasked' | 'undone'; code: string }
  | { kind: 'foreign'; code: string; unexpected: UnexpectedCode }
);

/** A result of a scan before it is shown. */
export type ScanOutcome = LastScan extends infer Each
  ? Each extends { id: number }
    ? Omit<Each, 'id'>
    : never
  : never;

type Look = { tint: 'ok' | 'warn' | 'bad' | 'mute'; icon: Icon; word: string; detail: string };

function getLook(last: LastScan, stage: CartonStage, timeZone: string): Look {
  switch (last.kind) {
    case 'new':
      return {
        tint: 'ok',
        icon: IconCheck,
        word: STAGE_WORDS[stage].done,
        detail: [last.carton.label, contentWords(last.carton)].filter(Boolean).join(', '),
      };
    case 'found':
      return {
        tint: 'ok',
        icon: IconCheck,
        word: 'Found',
        detail:
          stage === 'delivery'
            ? `It was reported missing; ${pluralize(last.carton.units, 'unit comes', 'units come')} back to the fair.`
            : 'It was missing at return.',
      };
    case 'again':
      return { tint: 'warn', icon: IconRepeat, word: 'Already scanned', detail: 'It counts once.' };
    case 'earlier':
      return {
        tint: 'warn',
        icon: IconRepeat,
        word: 'Already scanned',
        detail: toEarlierScan(last.carton, stage, timeZone),
      };
    case 'undelivered':
      return {
        tint: 'bad',
        icon: IconAlertTriangle,
        word: 'Reported missing at delivery',
        detail: 'Scan it under Delivery first, then it can go back.',
      };
    case 'unlisted':
    case 'asking':
      return {
        tint: 'warn',
        icon: IconHelpHexagon,
        word: "Not on this fair's list",
        detail: 'Looking up where it belongs…',
      };
    case 'unasked':
      return {
        tint: 'warn',
        icon: IconHelpHexagon,
        word: "Not on this fair's list",
        detail: 'It is saved and looked up once you are connected.',
      };
    case 'foreign':
      return {
        tint: 'bad',
        icon: IconX,
        word:
          last.unexpected.reason === 'other_fair' ? 'Belongs to another fair' : 'Unknown carton',
        detail: last.unexpected.text,
      };
    case 'undone':
      return {
        tint: 'mute',
        icon: IconArrowBackUp,
        word: 'Scan undone',
        detail: 'It counts as not scanned.',
      };
  }
}

/** Time and person of the earlier scan, if the list has them. */
function toEarlierScan(carton: Carton, stage: CartonStage, timeZone: string): string {
  const { scannedInAt, scannedInBy, scannedBackAt, scannedBackBy } = carton;
  const [at, by] =
    stage === 'return'
      ? [scannedBackAt, scannedBackBy]
      : [scannedInAt ?? scannedBackAt, scannedInBy ?? scannedBackBy];
  return at === null ? 'It counts once.' : `${formatInstant(at, timeZone)}, ${by}`;
}

type LastScanPanelProps = {
  last: LastScan | undefined;
  stage: CartonStage;
  timeZone: string;
  /** No carton of the list is left to scan. */
  isComplete: boolean;
};

/** Last scan in large print: code, word and color, readable at arm's length. */
export function LastScanPanel({ last, stage, timeZone, isComplete }: LastScanPanelProps) {
  const look = last && getLook(last, stage, timeZone);
  const LookIcon = look?.icon ?? IconBarcode;
  return (
    <div
      className={styles.lastScan}
      data-part="last-scan"
      data-tone={look?.tint ?? 'none'}
      role="status"
      aria-atomic
    >
      <LookIcon size={40} stroke={1.75} aria-hidden />
      {last && look ? (
        <div key={last.id}>
          <p className={styles.lastWord}>{look.word}</p>
          <p className={`${styles.lastCode} monospace`}>{last.code}</p>
          <p className={styles.lastDetail}>{look.detail}</p>
        </div>
      ) : (
        <div>
          <p className={styles.lastWord}>{isComplete ? 'All scanned' : 'Ready to scan'}</p>
          <p className={styles.lastDetail}>
            {isComplete
              ? 'Nothing is left on the list.'
              : 'Scan the code of a carton, or type it and press Enter.'}
          </p>
        </div>
      )}
    </div>
  );
}
