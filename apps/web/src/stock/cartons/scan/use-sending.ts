import { ApiError } from '@pos/contract/client';
import type { CartonScanAnswer, CartonStage } from '@pos/contract/stock/cartons';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api } from '#web/lib/api/api.ts';
import { fairCartons } from '../cartons.data.ts';
import type { SavedScans } from './saved-scans.ts';
import { awaitedAt } from './scan.rules.ts';

const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 30_000;

/** State of sending: `waiting` for the network or server, or stopped by a refusal. */
export type Sending =
  | { state: 'idle' | 'sending' | 'waiting' }
  | { state: 'refused'; error: unknown };

export type SendingOptions = {
  fairId: string;
  stage: CartonStage;
  saved: SavedScans;
  change: (change: (saved: SavedScans) => SavedScans) => void;
  /** True when the scans may be sent. */
  isDue: boolean;
  onSent: (answer: CartonScanAnswer, finished: boolean) => void;
};

/**
 * Sends scans as soon as they are due and retries until the server answers: at once, when the
 * network returns, and after growing delays. A code leaves the tablet only after the server
 * confirmed it. A refusal stops sending until `retry` is called.
 */
export function useSending({ fairId, stage, saved, change, isDue, onSent }: SendingOptions): {
  sending: Sending;
  retry: () => void;
} {
  const client = useQueryClient();
  const [sending, setSending] = useState<Sending>({ state: 'idle' });
  const [round, setRound] = useState(0);
  const isBusy = useRef(false);
  const pause = useRef(FIRST_PAUSE_MS);
  const isRefused = sending.state === 'refused';

  const send = useEffectEvent(async (): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    setSending({ state: 'sending' });
    const { codes, finish } = saved;
    try {
      const answer = await sendScans(fairId, stage, saved);
      pause.current = FIRST_PAUSE_MS;
      // Refreshes the list first, so that it contains the scans before they are dropped here and no
      // count drops for a moment.
      await client.invalidateQueries({ queryKey: fairCartons(fairId).queryKey });
      if (answer) change((now) => withoutSent(now, codes));
      setSending({ state: 'idle' });
      if (answer) {
        onSent(answer, finish);
        for (const queryKey of [['fairs'], ['inventory'], ['activity'], ['cartons', 'found']])
          void client.invalidateQueries({ queryKey });
      }
    } catch (error) {
      if (isFinal(error)) {
        change((now) => ({ ...now, finish: false, keepSold: false }));
        setSending({ state: 'refused', error });
      } else {
        setSending({ state: 'waiting' });
        pause.current = Math.min(pause.current * 2, MAX_PAUSE_MS);
      }
    }
    isBusy.current = false;
    setRound((now) => now + 1);
  });

  const isWaiting = sending.state === 'waiting';
  useEffect(() => {
    if (!isDue || isRefused) return undefined;
    const wake = (): void => void send();
    const timer = setTimeout(wake, isWaiting || !navigator.onLine ? pause.current : 0);
    window.addEventListener('online', wake);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', wake);
    };
  }, [isDue, isRefused, isWaiting, round, saved]);

  return { sending, retry: () => setSending({ state: 'idle' }) };
}

/**
 * Sends the kept scans. Without `finish` they are late codes, each for its own carton only: if
 * others joined the list meanwhile, they wait for the next finish, and undefined is returned.
 */
async function sendScans(
  fairId: string,
  stage: CartonStage,
  { codes, finish, keepSold = false }: SavedScans,
): Promise<CartonScanAnswer | undefined> {
  const body = { fairId, stage, codes: [...codes] };
  const isDue =
    finish ||
    !(await api.cartons.scan({ body })).data.missing.some(
      ({ status }) => status === awaitedAt(stage),
    );
  return isDue
    ? (await api.cartons.scan({ body: { ...body, confirm: true, keepSold } })).data
    : undefined;
}

/** Drops sent codes; codes scanned meanwhile stay. */
function withoutSent(saved: SavedScans, sent: readonly string[]): SavedScans {
  return {
    codes: saved.codes.filter((code) => !sent.includes(code)),
    finish: false,
    since: null,
  };
}

/** Returns true if sending the same scans again would fail again. */
function isFinal(error: unknown): boolean {
  return (
    error instanceof ApiError && error.status < 500 && error.status !== 429 && error.status !== 401
  );
}
