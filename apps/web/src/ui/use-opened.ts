import { useCallback, useState } from 'react';

type Opening<What> = { what: What; key: number; close: () => void };

let lastKey = 0;

const nothingOpen = (): void => undefined;

/**
 * State of a dialog that opens over the page: what it is about, or undefined while closed. `close`
 * belongs to the opening of its render: called late, by an answer that came after the dialog was
 * closed, it leaves whatever has been opened since. `key` tells openings apart.
 */
export function useOpened<What>(): {
  opened: What | undefined;
  key: number | undefined;
  open: (what: What) => void;
  close: () => void;
} {
  const [opening, setOpening] = useState<Opening<What>>();
  const open = useCallback((what: What): void => {
    lastKey += 1;
    const mine: Opening<What> = {
      what,
      key: lastKey,
      close: () => setOpening((now) => (now === mine ? undefined : now)),
    };
    setOpening(mine);
  }, []);
  return {
    opened: opening?.what,
    key: opening?.key,
    open,
    close: opening?.close ?? nothingOpen,
  };
}
