import type { AdjustmentReason } from '@pos/contract/stock/adjustments';
import type { Movement, Place } from '#api/stock/stock/stock.service.ts';

/** Place that added units come from and removed units go to (domain 3.10). */
const OTHER_PLACES: Record<AdjustmentReason, Place> = {
  received: 'warehouse',
  correction: 'lost',
  count: 'lost',
  damaged: 'lost',
  missing: 'lost',
  theft: 'lost',
  kept_by_school: 'customer',
  other: 'lost',
};

type Adjustment = {
  id: string;
  fairId: string;
  titleId: string;
  delta: number;
  reason: AdjustmentReason;
};

/**
 * Returns the movements of an adjustment. The boxes have arrived whatever the records say: units
 * beyond `availableQty` are booked as a correction, so that nothing goes below zero (domain 10.3).
 */
export function adjustmentMovements(
  { id, fairId, titleId, delta, reason }: Adjustment,
  availableQty: number,
): Movement[] {
  const place = OTHER_PLACES[reason];
  const ref = { titleId, refType: 'adjustment', refId: id };
  if (delta < 0) return [{ ...ref, qty: -delta, from: { fairId }, to: place, reason: 'adjusted' }];
  const lacking = place === 'warehouse' ? Math.max(delta - Math.max(availableQty, 0), 0) : 0;
  return [
    ...(lacking > 0
      ? [{ ...ref, qty: lacking, from: 'supplier', to: 'warehouse', reason: 'correction' } as const]
      : []),
    { ...ref, qty: delta, from: place, to: { fairId }, reason: 'adjusted' },
  ];
}

/**
 * A line without sales and its quantities. `missing` lists the units that left it as missing, by
 * carton or other reference.
 */
export type UnsoldLine = {
  id: string;
  fairId: string;
  titleId: string;
  sentQty: number;
  adjustQty: number;
  missing: readonly { refType: string; refId: string | null; qty: number }[];
};

/**
 * Returns the movements that close a line: each quantity goes back to 0 by movements of its own
 * reason, between the fair and the warehouse. Together they return exactly the units on hand to the
 * warehouse; lost and donated units stay where they are. A later line of the same title starts at
 * 0.
 */
export function closingMovements({
  id,
  fairId,
  titleId,
  sentQty,
  adjustQty,
  missing,
}: UnsoldLine): Movement[] {
  const fair = { fairId };
  const move = (
    units: number,
    reason: 'sent' | 'missing' | 'adjusted',
    ref: { refType: string; refId: string | null },
  ): Movement[] => {
    if (units === 0) return [];
    const [from, to] = units > 0 ? ([fair, 'warehouse'] as const) : (['warehouse', fair] as const);
    return [{ titleId, qty: Math.abs(units), from, to, reason, ...ref }];
  };
  const deletion = { refType: 'line_deletion', refId: id };
  return [
    ...move(sentQty, 'sent', deletion),
    ...missing.flatMap(({ qty, ...ref }) => move(-qty, 'missing', ref)),
    ...move(adjustQty, 'adjusted', deletion),
  ];
}
