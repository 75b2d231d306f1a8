import { useEffect, useState } from 'react';

/** Countdown in seconds from `initial` to 0: `[left, start]`; `start(60)` restarts it. */
export function useCountdown(initial = 0): [number, (seconds: number) => void] {
  const [endsAt, setEndsAt] = useState(() => Date.now() + initial * 1000);
  const [left, setLeft] = useState(initial);
  useEffect(() => {
    const timer = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
      setLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [endsAt]);
  const start = (seconds: number): void => {
    setLeft(seconds);
    setEndsAt(Date.now() + seconds * 1000);
  };
  return [left, start];
}
