import type { Carton, CartonStage, CartonStatus } from '@pos/contract/stock/cartons';
import { formatInstant } from '@pos/contract/values/clock';
import { formatCount, pluralize } from '@pos/contract/values/counts';

/** States of a missing carton. */
export const MISSING: readonly CartonStatus[] = ['missing_at_delivery', 'missing_at_return'];

/**
 * Time and person of the delivery, if all cartons were scanned in within the same minute by the same
 * person: "11/20/2026 08:13 AM by Kim".
 */
export function commonDelivery(cartons: readonly Carton[], timeZone: string): string | undefined {
  const [first, ...others] = new Set(
    cartons.map(
      ({ scannedInAt, scannedInBy }) =>
        scannedInAt && `${formatInstant(scannedInAt, timeZone)} by ${scannedInBy}`,
    ),
  );
  return cartons.length > 1 && others.length === 0 && first ? first : undefined;
}

/** Labels of each stage: its title, the state after a scan, and the button that finishes it. */
export const STAGE_WORDS: Record<CartonStage, { title: string; done: string; finish: string }> = {
  delivery: { title: 'Delivery', done: 'Scanned in', finish: 'Finish delivery' },
  return: { title: 'Return', done: 'Scanned back', finish: 'Finish return' },
};

/** `3 titles, 48 units` */
export function contentWords({ titles, units }: Pick<Carton, 'titles' | 'units'>): string {
  return `${pluralize(titles, 'title', 'titles')}, ${pluralize(units, 'unit', 'units')}`;
}

/** Sum of the units of several cartons. */
export function totalUnits(cartons: readonly Pick<Carton, 'units'>[]): number {
  return cartons.reduce((sum, { units }) => sum + units, 0);
}

/** `1 short, 2 damaged`; empty if the title was complete and sound. */
export function correctionWords({
  shortQty,
  damagedQty,
}: Pick<Carton['contents'][number], 'shortQty' | 'damagedQty'>): string {
  return [
    ...(shortQty > 0 ? [`${formatCount(shortQty)} short`] : []),
    ...(damagedQty > 0 ? [`${formatCount(damagedQty)} damaged`] : []),
  ].join(', ');
}
