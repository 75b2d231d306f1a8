import { useEffect, useRef } from 'react';

/** A pointer that only passes wants nothing. */
const REST_MS = 40;

/** What the element that somebody is about to press carries: `act` is called when a pointer rests on it or is pressed, and when the focus comes to it. */
export type Intent = {
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  onPointerDown: () => void;
  onFocus: () => void;
};

/** For elements of which one is pressed at a time: `<button {...intent(() => readAhead(2))}>`. */
export function useIntent(): (act: () => void) => Intent {
  const rest = useRef(0);
  useEffect(() => () => clearTimeout(rest.current), []);
  const stop = (): void => clearTimeout(rest.current);
  return (act) => {
    const begin = (): void => {
      stop();
      rest.current = window.setTimeout(act, REST_MS);
    };
    return { onPointerEnter: begin, onPointerLeave: stop, onPointerDown: act, onFocus: act };
  };
}
