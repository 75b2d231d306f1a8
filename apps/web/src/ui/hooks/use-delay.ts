import { useEffect, useState } from 'react';

/** Returns true once `isOn` has been true for `ms` milliseconds without a break. */
export function useDelay(ms: number, isOn = true): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setTimeout(() => setIsOver(true), ms);
    return () => {
      clearTimeout(timer);
      setIsOver(false);
    };
  }, [ms, isOn]);
  return isOver && isOn;
}
