import { useRef, useState } from 'react';
import type { LastScan, ScanOutcome } from './last-scan.tsx';

/** The last scan on the screen, and functions that show, replace and clear it. */
export function useLastScan() {
  const [last, setLast] = useState<LastScan>();
  const lastId = useRef(0);
  return {
    last,
    /** Shows an outcome and returns its ID. */
    show: (outcome: ScanOutcome): number => {
      const id = (lastId.current += 1);
      setLast({ ...outcome, id });
      return id;
    },
    /** Replaces the outcome of this ID, unless another scan is shown by now. */
    replace: (id: number, outcome: ScanOutcome): void =>
      setLast((now) => (now?.id === id ? { ...outcome, id } : now)),
    clear: (): void => setLast(undefined),
  };
}
