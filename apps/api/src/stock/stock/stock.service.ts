import { v7 as uuidv7 } from 'uuid';
import { insertAll, type RowsByTable } from '#api/db/insert-rows.ts';
import type { Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';
import {
  applyAllocationRows,
  applyFairDeltaRows,
  applyWarehouseDeltaRows,
  type FairDelta,
} from './stock.queries.ts';

/** Location of units. `supplier` is the outside world that fills the warehouse. */
export type Place = 'warehouse' | 'customer' | 'lost' | 'supplier' | { fairId: string };

/**
 * Reasons of movements, each with the quantity of the fair line that a movement into or out of the
 * fair changes (domain 3.8). `sign` is +1 if units coming in raise the quantity, −1 if units going
 * out raise it.
 */
export const MOVEMENT_REASONS = {
  sent: { column: 'sentQty', sign: 1 },
  missing: { column: 'missingQty', sign: -1 },
  adjusted: { column: 'adjustQty', sign: 1 },
  sale: { column: 'soldQty', sign: -1 },
  restock: { column: 'restockedQty', sign: 1 },
  returned: { column: 'returnedQty', sign: -1 },
  returned_damaged: { column: 'lostQty', sign: -1 },
  lost: { column: 'lostQty', sign: -1 },
  /** Between the outside world and the warehouse: a delivery from the source system. */
  sync: undefined,
  /**
   * Between the outside world and the warehouse: packed boxes held more units than were on record
   * (domain 10.3).
   */
  correction: undefined,
  /** From the supplier to the warehouse, or to `lost` if the unit is damaged (domain 13.2). */
  received: undefined,
  received_damaged: undefined,
  /** Back to the supplier, when a receipt is reversed. */
  received_reversed: undefined,
  /** From the warehouse to the customer. */
  ship_to_school: undefined,
  /** Between the warehouse and `lost`: a difference that a count booked (domain 13.3). */
  counted: undefined,
} as const satisfies Record<
  string,
  { column: Exclude<keyof FairDelta, 'fairId' | 'titleId'>; sign: 1 | -1 } | undefined
>;
export type MovementReason = keyof typeof MOVEMENT_REASONS;

/**
 * `qty` units (above 0) of a title from one place to another. `refType`/`refId` name the cause
 * (order line, carton, upload, …).
 */
export type Movement = {
  titleId: string;
  qty: number;
  from: Place;
  to: Place;
  reason: MovementReason;
  refType: string;
  refId: string | null;
};

/**
 * Records movements and updates the quantities that are their sums: of the fairs' lines, which must
 * exist, and of the warehouse. Locks fair lines, then titles, each by ID.
 */
export async function recordMovements(
  tx: Tx,
  movements: readonly Movement[],
  actor: Actor,
): Promise<void> {
  await moveQuantities(tx, movements);
  await insertAll(tx, movementRows(movements, actor));
}

/** Updates the quantities only, for callers that write `movementRows` together with other rows. */
export async function moveQuantities(tx: Tx, movements: readonly Movement[]): Promise<void> {
  await applyFairDeltaRows(tx, fairDeltas(movements));
  await applyWarehouseDeltaRows(tx, warehouseDeltas(movements));
}

/** Builds the rows of movements. Must be combined with `moveQuantities`. */
export function movementRows(
  movements: readonly Movement[],
  actor: Actor,
): Pick<RowsByTable, 'stockMovements'> {
  return {
    stockMovements: movements.map((movement) => ({
      id: uuidv7(),
      titleId: movement.titleId,
      qty: movement.qty,
      fromPlace: placeName(movement.from),
      fromFairId: findFair(movement.from),
      toPlace: placeName(movement.to),
      toFairId: findFair(movement.to),
      reason: movement.reason,
      refType: movement.refType,
      refId: movement.refId,
      actor: actor.name,
    })),
  };
}

/**
 * Changes the paid ship-to-school units of titles that are not shipped yet (`titles.allocatedQty`)
 * by positive or negative deltas.
 */
export async function allocate(tx: Tx, deltas: ReadonlyMap<string, number>): Promise<void> {
  await applyAllocationRows(
    tx,
    [...deltas].map(([titleId, delta]) => ({ titleId, delta })),
  );
}

const findFair = (place: Place) => (typeof place === 'string' ? null : place.fairId);
const placeName = (place: Place) => (typeof place === 'string' ? place : 'fair');

function fairDeltas(movements: readonly Movement[]): FairDelta[] {
  const deltas = new Map<string, FairDelta>();
  const add = (fairId: string, { titleId, reason }: Movement, units: number) => {
    const rule = MOVEMENT_REASONS[reason];
    if (!rule) throw new Error(`A movement "${reason}" neither enters nor leaves a fair.`);
    const key = `${fairId} ${titleId}`;
    let delta = deltas.get(key);
    if (!delta)
      deltas.set(
        key,
        (delta = {
          fairId,
          titleId,
          sentQty: 0,
          missingQty: 0,
          adjustQty: 0,
          soldQty: 0,
          restockedQty: 0,
          returnedQty: 0,
          lostQty: 0,
        }),
      );
    delta[rule.column] += units * rule.sign;
  };
  for (const movement of movements) {
    if (typeof movement.from !== 'string') add(movement.from.fairId, movement, -movement.qty);
    if (typeof movement.to !== 'string') add(movement.to.fairId, movement, movement.qty);
  }
  return [...deltas.values()];
}

function warehouseDeltas(movements: readonly Movement[]): { titleId: string; delta: number }[] {
  const deltas = new Map<string, number>();
  for (const { from, to, titleId, qty } of movements) {
    const delta = (to === 'warehouse' ? qty : 0) - (from === 'warehouse' ? qty : 0);
    if (delta !== 0) deltas.set(titleId, (deltas.get(titleId) ?? 0) + delta);
  }
  return [...deltas].map(([titleId, delta]) => ({ titleId, delta }));
}
