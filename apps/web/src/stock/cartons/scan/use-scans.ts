import type {
  Carton,
  CartonScanAnswer,
  CartonStage,
  UnexpectedCode,
} from '@pos/contract/stock/cartons';
import { MAX_SCANNED_LENGTH } from '@pos/contract/stock/cartons';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#web/lib/api/api.ts';
import { useScanner } from '#web/ui/hooks/use-scanner.ts';
import { fairCartons } from '../cartons.data.ts';
import { scanEdits, useSavedScans } from './saved-scans.ts';
import type { ScanOutcome } from './last-scan.tsx';
import { isOpen, checkScan, type Verdict } from './scan.rules.ts';
import type { Tone } from './tones.ts';
import { useLastScan } from './use-last-scan.ts';
import { useSending, type SendingOptions } from './use-sending.ts';

const TONE: Record<Verdict['kind'], Tone> = {
  new: 'ok',
  found: 'ok',
  again: 'repeat',
  earlier: 'repeat',
  undelivered: 'bad',
  unlisted: 'repeat',
};

type Station = {
  fairId: string;
  stage: CartonStage;
  cartons: readonly Carton[];
  sound: (tone: Tone) => void;
};

/**
 * Scans of one stage on this tablet: keeps new codes, looks up the others, and sends all once they
 * are due.
 */
export function useScans({ fairId, stage, cartons, sound }: Station) {
  const client = useQueryClient();
  const [saved, change] = useSavedScans(fairId, stage);
  const { keep, dropLast, dropAll, setFinish } = scanEdits(change);
  const { last, show, replace, clear } = useLastScan();
  const isStageOpen = isOpen(stage, cartons);
  const { sending, retry, result, clearResult, foreign, addForeign } = useSentScans({
    fairId,
    stage,
    saved,
    change,
    isDue: saved.finish || (saved.codes.length > 0 && !isStageOpen),
  });

  const lookUp = async (code: string): Promise<void> => {
    const id = show({ kind: 'asking', code });
    const outcome = await askAbout(client, { fairId, stage, saved: saved.codes, code });
    if (outcome.kind === 'foreign') {
      addForeign([outcome.unexpected]);
      sound('bad');
    }
    if (isToKeep(outcome)) keep(outcome.code);
    replace(id, outcome);
  };
  const scan = (given: string): void => {
    const verdict = checkScan(stage, cartons, saved.codes, given.slice(0, MAX_SCANNED_LENGTH));
    clearResult();
    sound(TONE[verdict.kind]);
    if (verdict.kind === 'unlisted') return void lookUp(verdict.code);
    if (isToKeep(verdict)) keep(verdict.code);
    show(verdict);
  };
  // Codes scanned while a dialog is open must not press its buttons.
  useScanner(scan);

  const undone = saved.codes.at(-1);
  const undo = (): void => {
    if (undone === undefined) return;
    dropLast();
    show({ kind: 'undone', code: undone });
  };
  const forget = (): void => {
    dropAll();
    clear();
  };
  return {
    kept: saved,
    last,
    foreign,
    result,
    isStageOpen,
    sending,
    retry,
    scan,
    undo,
    forget,
    setFinish,
  };
}

/**
 * Sends due scans, and keeps the answer to a finished stage and the codes that do not belong to the
 * fair, the latest first.
 */
function useSentScans(options: Omit<SendingOptions, 'onSent'>) {
  const [result, setResult] = useState<CartonScanAnswer>();
  const [foreign, setForeign] = useState<readonly UnexpectedCode[]>([]);
  const addForeign = (codes: readonly UnexpectedCode[]): void =>
    setForeign((now) => [
      ...codes,
      ...now.filter(({ code }) => !codes.some((each) => each.code === code)),
    ]);
  const { sending, retry } = useSending({
    ...options,
    onSent: (answer, finished) => {
      if (finished) setResult(answer);
      addForeign(answer.unexpected);
    },
  });
  return {
    sending,
    retry,
    result,
    clearResult: (): void => setResult(undefined),
    foreign,
    addForeign,
  };
}

/**
 * Returns true if the code is kept on this tablet until it is sent. A foreign one is, so that its
 * fair learns where it was found.
 */
function isToKeep({ kind }: Pick<ScanOutcome, 'kind'>): boolean {
  return kind === 'new' || kind === 'found' || kind === 'unasked' || kind === 'foreign';
}

type Question = { fairId: string; stage: CartonStage; saved: readonly string[]; code: string };

/** Asks the server about a code that is not on the list of this tablet. */
async function askAbout(
  client: QueryClient,
  { fairId, stage, saved, code }: Question,
): Promise<ScanOutcome> {
  try {
    const body = { fairId, stage, codes: [code] };
    const [unexpected] = (await api.cartons.scan({ body })).data.unexpected;
    if (unexpected) return { kind: 'foreign', code, unexpected };
    // The carton is newer than the list on this tablet.
    const cartons = await client.fetchQuery({ ...fairCartons(fairId), staleTime: 0 });
    return checkScan(stage, cartons, saved, code);
  } catch {
    return { kind: 'unasked', code };
  }
}
