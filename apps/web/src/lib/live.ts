import type { LiveEvent, LiveKind } from '@pos/contract/events';
import { useEffect, useEffectEvent } from 'react';

type Listener = {
  kinds: readonly string[];
  fairId: string | undefined;
  hear: (events: readonly LiveEvent[]) => void;
};

const listeners = new Set<Listener>();
/** What was told a moment ago, for a part of the page that is shown only now. */
let recent: { at: number; events: readonly LiveEvent[] }[] = [];
const RECENT_MS = 10_000;

/**
 * Calls `onEvents` when something of these kinds has changed on the server (at this fair, where one is given), with what
 * has changed: at most once in a tenth of a second, the same now and then twice. An event without ids says "something of
 * that kind"; one without a fair "anywhere", which is also what comes after a break that was too long to make up for.
 *
 * What the queries of the app have loaded is marked stale without this (`live-stream.ts`).
 */
export function useLive(
  kinds: readonly LiveKind[],
  onEvents: (events: readonly LiveEvent[]) => void,
  { fairId }: { fairId?: string | undefined } = {},
): void {
  const hear = useEffectEvent(onEvents);
  const wanted = kinds.join(' ');
  useEffect(() => {
    const listener: Listener = { kinds: wanted.split(' '), fairId, hear: (events) => hear(events) };
    listeners.add(listener);
    tell(
      listener,
      recent.filter(({ at }) => Date.now() - at < RECENT_MS).flatMap(({ events }) => events),
    );
    return () => void listeners.delete(listener);
  }, [wanted, fairId]);
}

/** Tells those who listen on this page. */
export function tellListeners(events: readonly LiveEvent[]): void {
  recent = [...recent.filter(({ at }) => Date.now() - at < RECENT_MS), { at: Date.now(), events }];
  for (const listener of listeners) tell(listener, events);
}

function tell({ kinds, fairId, hear }: Listener, events: readonly LiveEvent[]): void {
  const own = events.filter(
    (event) =>
      kinds.includes(event.kind) &&
      (fairId === undefined || event.fairId === null || event.fairId === fairId),
  );
  if (own.length > 0) hear(own);
}
