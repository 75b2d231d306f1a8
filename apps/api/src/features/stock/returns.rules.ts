import type { Movement } from './stock.service.ts';

/** A title whose return was counted, in units; `expectedReturn` may be below 0 where more was sold than was there. */
export type CountedReturn = {
  fairId: string;
  titleId: string;
  expectedReturn: number;
  countedQty: number;
  damagedQty: number;
};

/**
 * The movements that take a counted title off its fair, after which its on hand is 0 (domain 4.4): a surplus comes from `lost`
 * first, a shortage and damaged units go to `lost`, the rest goes to the warehouse.
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
    reason: 'lost' | 'returned',
  ): Movement[] => (qty > 0 ? [{ titleId, qty, from, to, reason, refType, refId }] : []);
  return [
    ...move(variance, 'lost', fair, 'lost'),
    ...move(-variance, fair, 'lost', 'lost'),
    ...move(damagedQty, fair, 'lost', 'lost'),
    ...move(countedQty - damagedQty, fair, 'warehouse', 'returned'),
  ];
}
