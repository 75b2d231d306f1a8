import { pluralize } from '@pos/contract/values/counts';
import { useSyncExternalStore, type ReactNode } from 'react';
import { siteStore } from '#web/lib/session/browser-storage.ts';
import { makeListeners } from '#web/lib/session/listeners.ts';
import type { Tone } from '#web/stock/cartons/scan/tones.ts';
import { toast } from '#web/ui/messages/toast.tsx';

/**
 * Scans of this browser that the server has not counted, by document: those that wait to be sent, and
 * those that need a decision. Kept in local storage until they are settled, so that they survive a
 * reload; what was counted all the same counts once when it is sent again. Codes of books and cartons
 * hold no personal data.
 */

/** A code as it was scanned, with the facts of that moment. Its ID stays when it is sent again. */
export type Scan<Facts = object> = Facts & { scanId: string; code: string };

/**
 * Result of a scan: its tone, a word in large print, the title and further facts. Each of `choices`
 * is a button whose result replaces this one; `action` is a further button or link, which may leave
 * the scan out.
 */
export type ScanOutcome = {
  tone: Tone;
  word: string;
  detail?: ReactNode;
  choices?: readonly { label: string; send: () => Promise<ScanOutcome> }[];
  action?: (leaveOut: () => void) => ReactNode;
};

/** What a scan has led to; nothing while it waits to be sent. */
export type ScanResult = { outcome?: ScanOutcome; error?: unknown };
export type Unsettled<Facts = object> = { key: string; scan: Scan<Facts>; result?: ScanResult };

const places = new Map<string, readonly Unsettled[]>();
const { subscribe, tell } = makeListeners();
let newest = 0;

/** Returns the unsettled scans of a document, in the order in which they were scanned. */
export function listUnsettled(place: string): readonly Unsettled[] {
  const known = places.get(place);
  if (known) return known;
  const read = siteStore
    .keys()
    .filter((key) => key.startsWith(`scan.${place}.`))
    .sort()
    .map((key) => ({ key, scan: JSON.parse(siteStore.read(key)!) as Scan }));
  places.set(place, read);
  return read;
}

function change(place: string, next: readonly Unsettled[]): void {
  places.set(place, next);
  tell();
}

/** Keeps a scan until it is settled. */
export function keepScan(place: string, scan: Scan): void {
  newest = Math.max(newest + 1, Date.now());
  const key = `scan.${place}.${newest}`;
  const before = listUnsettled(place);
  siteStore.write(key, JSON.stringify(scan));
  change(place, [...before, { key, scan }]);
}

/** Stores what a scan has led to; without a result it waits to be sent. */
export function setResult(place: string, { key }: Unsettled, result?: ScanResult): void {
  change(
    place,
    listUnsettled(place).map(({ scan, ...kept }) =>
      kept.key === key ? { key, scan, ...(result && { result }) } : { scan, ...kept },
    ),
  );
}

/** Forgets a scan that was counted or left out. */
export function settleScan(place: string, { key }: Unsettled): void {
  siteStore.remove(key);
  change(
    place,
    listUnsettled(place).filter((kept) => kept.key !== key),
  );
}

export function useUnsettled(place: string): readonly Unsettled[] {
  return useSyncExternalStore(subscribe, () => listUnsettled(place));
}

/**
 * Returns a function that says that scans of the document are not settled, and if so, true: what
 * would book without them waits.
 */
export function useUnsettledHold(place: string): () => boolean {
  const count = useUnsettled(place).length;
  return () => {
    if (count > 0)
      toast.bad({
        title: `${pluralize(count, 'scan is', 'scans are')} not counted yet`,
        detail: 'Wait until they are sent, or decide about them below the scanner.',
      });
    return count > 0;
  };
}
