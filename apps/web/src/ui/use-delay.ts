import { useEffect, useState } from 'react';

/** False at first, true after so many milliseconds of which `isOn` was true throughout. */
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
