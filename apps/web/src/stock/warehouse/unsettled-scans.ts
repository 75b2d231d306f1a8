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

/** Answer to a scan, or its refusal. */
export type ScanResult = { outcome?: ScanOutcome; error?: unknown };
/** A scan under its key in the store; without a result it waits to be sent. */
export type Unsettled = { key: string; scan: Scan; result?: ScanResult };

const kept = new Map<string, readonly Unsettled[]>();
const { subscribe, tell } = makeListeners();
let newest = 0;

/** Returns the unsettled scans of a document, in the order in which they were scanned. */
export function listUnsettled(path: string): readonly Unsettled[] {
  const known = kept.get(path);
  if (known) return known;
  const read = siteStore
    .keys()
    .filter((key) => key.startsWith(`scan.${path}.`))
    .sort()
    .map((key) => ({ key, scan: JSON.parse(siteStore.read(key)!) as Scan }));
  kept.set(path, read);
  return read;
}

function change(path: string, next: readonly Unsettled[]): void {
  kept.set(path, next);
  tell();
}

/** Keeps a scan until it is settled. */
export function keepScan(path: string, scan: Scan): void {
  newest = Math.max(newest + 1, Date.now());
  const key = `scan.${path}.${newest}.${scan.scanId}`;
  const before = listUnsettled(path);
  siteStore.write(key, JSON.stringify(scan));
  change(path, [...before, { key, scan }]);
}

/** Stores the result of a scan; without one it waits to be sent. */
export function setResult(path: string, { key, scan }: Unsettled, result?: ScanResult): void {
  const changed: Unsettled = { key, scan, ...(result && { result }) };
  change(
    path,
    listUnsettled(path).map((one) => (one.key === key ? changed : one)),
  );
}

/** Forgets a scan that was counted or left out. */
export function settleScan(path: string, { key }: Unsettled): void {
  siteStore.remove(key);
  change(
    path,
    listUnsettled(path).filter((one) => one.key !== key),
  );
}

export function useUnsettled(path: string): readonly Unsettled[] {
  return useSyncExternalStore(subscribe, () => listUnsettled(path));
}

/**
 * Returns a function for buttons that book a document: if scans of it are not settled, it says so and
 * returns true, and nothing is booked without them.
 */
export function useUnsettledHold(path: string): () => boolean {
  const count = useUnsettled(path).length;
  return () => {
    if (count > 0)
      toast.bad({
        title: `${pluralize(count, 'scan is', 'scans are')} not counted yet`,
        detail: 'Wait until they are sent, or decide about them below the scanner.',
      });
    return count > 0;
  };
}
