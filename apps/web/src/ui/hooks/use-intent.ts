import { useEffect, useRef } from 'react';

/** Minimum hover time (ms): a pointer that only passes is ignored. */
const REST_MS = 40;

/**
 * Event handlers of an element that may be pressed next: `act` is called when a pointer rests on it
 * or presses it, and when it gets the focus.
 */
export type Intent = {
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  onPointerDown: () => void;
  onFocus: () => void;
};

/**
 * For a group of elements of which one is pressed at a time: `<button {...intent(() =>
 * readAhead(2))}>`.
 */
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
