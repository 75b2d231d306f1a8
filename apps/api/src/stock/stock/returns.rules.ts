import type { Movement } from './stock.service.ts';

/**
 * A title with its counted return, in units. `expectedReturn` may be below 0 if it was oversold.
 */
export type CountedReturn = {
  fairId: string;
  titleId: string;
  expectedReturn: number;
  countedQty: number;
  damagedQty: number;
};

/**
 * Returns the movements that take a counted title off its fair, leaving 0 on hand (domain 4.4): a
 * surplus comes from `lost` first, shortages and damaged units go to `lost`, the rest goes to the
 * warehouse.
 */
export function returnMovements(
  { fairId, titleId, expectedReturn, countedQty, damagedQty }: CountedReturn,
  refType: string,
  refId: string | null,
): Movement[] {
  const fair = { fairId };
  const variance = countedQty - expectedReturn;
  const move = (
    qty: number,
    from: Movement['from'],
    to: Movement['to'],
    reason: 'lost' | 'returned' | 'returned_damaged',
  ): Movement[] => (qty > 0 ? [{ titleId, qty, from, to, reason, refType, refId }] : []);
  return [
    ...move(variance, 'lost', fair, 'lost'),
    ...move(-variance, fair, 'lost', 'lost'),
    ...move(damagedQty, fair, 'lost', 'returned_damaged'),
    ...move(countedQty - damagedQty, fair, 'warehouse', 'returned'),
  ];
}
