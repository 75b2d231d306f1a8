import { z } from 'zod';
import { AdjustmentReason, LineMovementKind } from './adjustments.ts';
import { Id, Instant } from '../values.ts';
import { DocumentKind } from './warehouse/documents.ts';

/** Kinds of movements of a title but sales at fairs, which its fairs and the reports show. */
export const TitleMovementKind = z.enum([
  ...LineMovementKind.exclude(['sale', 'restock']).options,
  'sync',
  'correction',
  'ship_to_school',
  'received',
  'received_damaged',
  'received_reversed',
  'counted',
]);
export type TitleMovementKind = z.infer<typeof TitleMovementKind>;

/** Location of units. */
export const MovementPlace = z.enum(['warehouse', 'fair', 'customer', 'lost', 'supplier']);
export type MovementPlace = z.infer<typeof MovementPlace>;

/**
 * Record that wrote a movement: a document of the warehouse, or else the put-away (`id` is its fair),
 * carton, adjustment, import, close-out, order, sync or deletion. `label` is its number, code or file
 * name, blank if it has none.
 */
export const MovementDocument = z.strictObject({
  kind: z.enum([
    ...DocumentKind.options,
    'put_away',
    'carton',
    'adjustment',
    'upload',
    'close_out',
    'order',
    'sync',
    'line_deletion',
  ]),
  id: Id,
  label: z.string(),
});
export type MovementDocument = z.infer<typeof MovementDocument>;

const fair = z.strictObject({ id: Id, name: z.string() }).nullable();
/** `qty` units of a title that went from one place to another. `reason`: of an adjustment. */
export const TitleMovement = z.strictObject({
  id: Id,
  at: Instant,
  kind: TitleMovementKind,
  qty: z.int(),
  from: MovementPlace,
  fromFair: fair,
  to: MovementPlace,
  toFair: fair,
  reason: z.enum([...AdjustmentReason.options, 'transfer_in', 'transfer_out']).nullable(),
  note: z.string(),
  actor: z.string(),
  document: MovementDocument.nullable(),
});
export type TitleMovement = z.infer<typeof TitleMovement>;

/** Movements per answer. */
export const TITLE_MOVEMENTS = 20;

/** Newest first; `before` is the ID of the last movement of the answer before. */
export const TitleMovementsQuery = z.strictObject({ before: Id.optional() });

/** `next`: `before` of the older movements, null if there are none. */
export const TitleMovements = z.strictObject({
  movements: z.array(TitleMovement),
  next: Id.nullable(),
});
export type TitleMovements = z.infer<typeof TitleMovements>;
