import type { Carton, CartonStage, CartonStatus } from '@pos/contract/cartons';
import { countOf } from '#web/lib/money.ts';
import type { StatusText } from '#web/ui/status-pill.tsx';

/** How a carton stands, in words. */
export const CARTON_STATUS: Record<CartonStatus, StatusText> = {
  packed: { label: 'Not scanned yet', meaning: 'waiting' },
  delivered: { label: 'Delivered', meaning: 'ok' },
  missing_at_delivery: { label: 'Missing at delivery', meaning: 'bad' },
  returned: { label: 'Returned', meaning: 'info' },
  missing_at_return: { label: 'Missing at return', meaning: 'bad' },
};

/** The states of a carton that nobody has found. */
export const MISSING: readonly CartonStatus[] = ['missing_at_delivery', 'missing_at_return'];

/** Each stage in words: what it is called, and what a carton becomes by its scan. */
export const STAGE_WORDS: Record<CartonStage, { title: string; done: string; finish: string }> = {
  delivery: { title: 'Delivery', done: 'Scanned in', finish: 'Finish delivery' },
  return: { title: 'Return', done: 'Scanned back', finish: 'Finish return' },
};

/** `3 titles, 48 units` */
export function contentWords({ titles, units }: Pick<Carton, 'titles' | 'units'>): string {
  return `${countOf(titles, 'title', 'titles')}, ${countOf(units, 'unit', 'units')}`;
}

/** The units of several cartons together. */
export function unitsOf(cartons: readonly Pick<Carton, 'units'>[]): number {
  return cartons.reduce((sum, { units }) => sum + units, 0);
}
