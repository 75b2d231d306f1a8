import { eventsApi, LiveKind, LiveMessage, type LiveEvent } from '@pos/contract/staff/events';
import type { QueryClient } from '@tanstack/react-query';
import { createParser } from 'eventsource-parser';
import { openStream } from '../api/api.ts';
import { tellListeners } from './live.ts';
import { wantRefresh } from '../api/refresh.ts';
import { currentSession } from '../session/session.tsx';
import { storedSession, subscribeToSession } from '../session/tokens.ts';

/**
 * One stream of live events per browser, because browsers open few connections to a server: the tab
 * that holds the lock reads it and broadcasts the events. Without locks (plain http), each tab
 * reads while it is visible.
 */

const NAME = 'admin.live';
/** Longest silence before reconnecting (ms). The server sends a heartbeat every 15 seconds. */
const SILENCE_MS = 45_000;
const LONGEST_WAIT_MS = 30_000;
/**
 * Idle time after which a browser stops listening, so that the stream does not keep its session
 * alive.
 */
const IDLE_MS = 60 * 60_000;
/**
 * Window that a new listener gets replayed (ms). The server replays ten seconds; anything this page
 * read earlier may be stale.
 */
const HEARD_BACK_MS = 9_000;
/** Delay before changed data is read again (ms), so that many changes cost one request. */
const REREAD_MS = 2_000;

type Addressed = { userId: string; message: LiveMessage; id: string | undefined };
type Word = { told: Addressed } | { touched: true };

/** Roots of the query keys that each kind makes stale. */
const STALE: Record<LiveKind, readonly string[]> = {
  orders: ['orders', 'activity'],
  refunds: ['orders', 'payments', 'activity'],
  payments: ['payments', 'activity'],
  fairs: ['fairs', 'close-out', 'schools', 'activity'],
  stock: ['inventory', 'activity'],
  cartons: ['cartons', 'activity'],
  warehouse: ['warehouse', 'activity'],
  devices: ['devices', 'activity'],
  students: ['students', 'activity'],
  users: ['admins', 'roles', 'activity'],
  settings: ['settings', 'activity'],
  jobs: ['jobs'],
  notifications: ['notifications'],
  rights: [],
};
/**
 * Query keys refetched in place, because their layout does not move. All others, mainly lists, are
 * only marked stale and refetched on the next visit.
 */
const IN_PLACE =
  /^\["(notifications"|activity","(order|student|settings)")|"(details|option|label)"/;

let isFollowing = false;
let lastEventId: string | undefined;
/** Earliest time at which visible data may have been read, in ms since the document was opened. */
let readSince = 0;
let touchedAt = Date.now();

/**
 * Keeps the pages of this browser up to date while somebody is signed in. `since`: time of the
 * first render, in ms since the document was opened.
 */
export function followLive(queryClient: QueryClient, since: number): void {
  if (isFollowing) return;
  isFollowing = true;
  const channel = new BroadcastChannel(NAME);
  const hear = receiver(queryClient);
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if ('touched' in data) touchedAt = Date.now();
    else if (data.told.userId === currentSession()?.user.id) hear(data.told);
  });
  const pass = (told: Addressed): void => {
    hear(told);
    channel.postMessage({ told } satisfies Word);
  };
  watchTouches(() => channel.postMessage({ touched: true } satisfies Word));

  let userId: string | undefined;
  let beganAt: number | undefined = since;
  let ending = new AbortController();
  const followSession = (): void => {
    const session = currentSession();
    const next = session?.user.emailVerified ? session.user.id : undefined;
    if (next === userId) return;
    userId = next;
    ending.abort();
    lastEventId = undefined;
    if (next === undefined) return;
    readSince = beganAt ?? performance.now();
    beganAt = undefined;
    ending = new AbortController();
    void inOneTab((signal) => keepReading(next, pass, signal), ending.signal);
  };
  subscribeToSession(followSession);
  followSession();
}

async function inOneTab(
  work: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  if ('locks' in navigator)
    return navigator.locks.request(NAME, { signal }, () => work(signal)).catch(() => undefined);
  while (!signal.aborted) {
    await until(() => document.visibilityState === 'visible', signal);
    const hiding = new AbortController();
    const onHide = (): void => hiding.abort();
    document.addEventListener('visibilitychange', onHide, { once: true });
    await work(AbortSignal.any([signal, hiding.signal]));
    document.removeEventListener('visibilitychange', onHide);
  }
}

/**
 * Reads streams until `signal` aborts; after a disconnect it resumes after the last event received.
 */
async function keepReading(
  userId: string,
  pass: (told: Addressed) => void,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    await until(() => Date.now() - touchedAt < IDLE_MS && navigator.onLine, signal);
    if (signal.aborted || !storedSession()) return;
    let wait: number | undefined;
    try {
      let begins = lastEventId === undefined;
      wait = await readStream((message, id) => {
        failures = 0;
        const isLate = begins && performance.now() - readSince > HEARD_BACK_MS;
        begins = false;
        pass({ userId, message: isLate ? { ...message, missed: true } : message, id });
      }, signal);
    } catch {
      // Broken connection: retry below.
    }
    failures += 1;
    await pause(
      wait ?? Math.min(LONGEST_WAIT_MS, 250 * 2 ** failures * (0.5 + Math.random())),
      signal,
    );
  }
}

/** Reads a stream to its end. Returns the delay before the next one (ms) if the server sets it. */
async function readStream(
  onMessage: (message: LiveMessage, id: string | undefined) => void,
  signal: AbortSignal,
): Promise<number | undefined> {
  const silent = new AbortController();
  const response = await openStream(
    eventsApi.open,
    lastEventId,
    AbortSignal.any([signal, silent.signal]),
  );
  if (!response.ok || !response.body)
    return Number(response.headers.get('retry-after')) * 1_000 || undefined;
  const parser = createParser({
    onId: (id) => (lastEventId = id),
    onEvent: ({ id, data }) => onMessage(LiveMessage.parse(JSON.parse(data)), id),
  });
  let watch = 0;
  try {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      clearTimeout(watch);
      watch = window.setTimeout(() => silent.abort(), SILENCE_MS);
      const { done, value } = await reader.read();
      if (done) return undefined;
      parser.feed(value);
    }
  } finally {
    clearTimeout(watch);
  }
}

const EVERYTHING: LiveEvent[] = LiveKind.options
  .filter((kind) => kind !== 'rights')
  .map((kind) => ({ kind, fairId: null, ids: [] }));

function receiver(queryClient: QueryClient): (told: Addressed) => void {
  const stale = new Set<string>();
  let reading: number | undefined;
  const readAgain = (): void => {
    reading = undefined;
    const roots = [...stale];
    stale.clear();
    for (const root of roots) {
      // A hidden page refetches when it becomes visible.
      void queryClient.invalidateQueries({
        queryKey: [root],
        predicate: ({ queryKey }) => IN_PLACE.test(JSON.stringify(queryKey)),
        refetchType: document.hidden ? 'none' : 'active',
      });
    }
  };
  return ({ message, id }) => {
    if (id !== undefined) lastEventId = id;
    const events = message.missed ? [...EVERYTHING, ...message.events] : message.events;
    if (events.some(({ kind }) => kind === 'rights') && Date.now() - touchedAt < IDLE_MS)
      void wantRefresh();
    for (const root of new Set(events.flatMap(({ kind }) => STALE[kind]))) {
      stale.add(root);
      void queryClient.invalidateQueries({ queryKey: [root], refetchType: 'none' });
    }
    if (stale.size > 0) reading ??= window.setTimeout(readAgain, REREAD_MS * (0.5 + Math.random()));
    tellListeners(events);
  };
}

function watchTouches(onTouch: () => void): void {
  const touch = (): void => {
    const isNews = Date.now() - touchedAt > 60_000;
    touchedAt = Date.now();
    if (isNews) onTouch();
  };
  for (const event of ['pointerdown', 'keydown', 'focus'])
    window.addEventListener(event, touch, { passive: true });
}

async function until(holds: () => boolean, signal: AbortSignal): Promise<void> {
  while (!holds() && !signal.aborted) await pause(1_000, signal);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
