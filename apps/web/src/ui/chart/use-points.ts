import { useState, type FocusEventHandler, type KeyboardEvent } from 'react';

type Point = {
  tabIndex: 0 | -1;
  onFocus: FocusEventHandler;
  onKeyDown: (event: KeyboardEvent) => void;
};

/**
 * Makes the points of a chart one Tab stop: arrow keys, Home and End move between them. They must
 * be siblings, alone or first in their parent.
 */
export function usePoints(count: number): (index: number) => Point {
  const [chosen, setChosen] = useState(0);
  const current = Math.min(chosen, count - 1);
  return (index) => ({
    tabIndex: index === current ? 0 : -1,
    onFocus: () => setChosen(index),
    onKeyDown: (event) => {
      const next = {
        ArrowRight: index + 1,
        ArrowDown: index + 1,
        ArrowLeft: index - 1,
        ArrowUp: index - 1,
        Home: 0,
        End: count - 1,
      }[event.key];
      if (next === undefined) return;
      event.preventDefault();
      const points = event.currentTarget.parentElement?.querySelectorAll<HTMLElement | SVGElement>(
        ':scope > [tabindex]',
      );
      points?.[Math.max(0, Math.min(next, count - 1))]?.focus();
    },
  });
}
