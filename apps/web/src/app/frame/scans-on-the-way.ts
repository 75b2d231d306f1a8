import type { AnyRouter } from '@tanstack/react-router';
import { typeAhead } from '#web/ui/typed-ahead.tsx';
import { screenAt } from '../screens.ts';

type Place = { pathname: string; search: Record<string, unknown> };

/** True for the screen that scans cartons, and for the quick count. */
const isForCodes = ({ pathname, search }: Place): boolean =>
  screenAt(pathname)?.full === true || search['mode'] === 'count';

/**
 * Keeps codes that are scanned after the way to a screen for codes was taken, until it is there.
 * Returns a function that stops this.
 */
export function keepScansOnTheWay(router: AnyRouter): () => void {
  let arrive: (() => void) | undefined;
  const stops = [
    router.subscribe('onBeforeNavigate', ({ toLocation, hrefChanged }) => {
      if (hrefChanged && isForCodes(toLocation)) arrive ??= typeAhead();
    }),
    router.subscribe('onRendered', () => {
      arrive?.();
      arrive = undefined;
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
