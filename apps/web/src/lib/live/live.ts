import type { LiveEvent, LiveKind } from '@pos/contract/staff/events';
import { useEffect, useEffectEvent } from 'react';

type Listener = {
  kinds: readonly string[];
  fairId: string | undefined;
  hear: (events: readonly LiveEvent[]) => void;
};

const listeners = new Set<Listener>();
/** Recent events, for a component that mounts right after them. */
let recent: { at: number; events: readonly LiveEvent[] }[] = [];
const RECENT_MS = 10_000;

/**
 * Calls `onEvents` with the changes when something of these kinds has changed on the server (at
 * this fair, if given), at most ten times a second; the same event may arrive twice. An event
 * without IDs means any record of that kind; one without a fair means any fair, which is also sent
 * after a disconnect too long to replay.
 *
 * Queries are marked stale without this hook (`live-stream.ts`).
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

/** Notifies the listeners on this page. */
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
