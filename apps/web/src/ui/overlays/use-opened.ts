import { useCallback, useState } from 'react';

type Opening<What> = { what: What; key: number; close: () => void };

let lastKey = 0;

const nothingOpen = (): void => undefined;

/**
 * State of a dialog: its subject, or undefined while closed. `close` belongs to the opening of its
 * render: called late, after the dialog was closed, it does not close one opened since. `key`
 * identifies an opening.
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
