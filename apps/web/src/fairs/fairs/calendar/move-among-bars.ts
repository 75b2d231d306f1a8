import type { KeyboardEvent } from 'react';

/**
 * Moves between bars: ← → by fair, ↑ ↓ by the group that they are in (a week, a row), Home and End to
 * the first and last.
 */
export function moveAmongBars(event: KeyboardEvent<HTMLElement>): void {
  const bars = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-state]')];
  const at = bars.findIndex((bar) => bar === document.activeElement);
  if (at === -1) return;
  const findGroup = (bar: HTMLElement | undefined) => bar?.closest('[role=group]');
  const targets: Record<string, () => HTMLElement | undefined> = {
    ArrowRight: () => bars[at + 1],
    ArrowLeft: () => bars[at - 1],
    ArrowDown: () => bars.slice(at).find((bar) => findGroup(bar) !== findGroup(bars[at])),
    ArrowUp: () => bars.slice(0, at).findLast((bar) => findGroup(bar) !== findGroup(bars[at])),
    Home: () => bars[0],
    End: () => bars.at(-1),
  };
  const target = targets[event.key]?.();
  if (!target) return;
  event.preventDefault();
  target.focus();
}
