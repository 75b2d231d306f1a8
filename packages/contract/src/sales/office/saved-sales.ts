import { z } from 'zod';
import { defineApi } from '../../endpoint.ts';
import { edit } from '../../permissions.ts';
import { DrawerEntry, DrawerResult, MAX_DRAWER_BATCH } from '../drawers/drawers.ts';
import { MAX_ORDER_BATCH, OrderBatchAnswer, SoldOrder } from '../register-orders.ts';
import { RefundBatchAnswer, SoldRefund } from '../register-refunds.ts';
import { ClientId, item } from '../register-values.ts';
import { dataSchema, Day, optional } from '../../values.ts';

/** Sales that a register app saved to a file because it could not send them (docs/registers.md). */

/** Format of the file. Orders are checked one by one when they are taken in. */
export const SavedSales = z.object({
  format: z.literal('pos-register-sales-1'),
  deviceId: z.string(),
  savedAt: z.string(),
  fairs: z.array(
    z.object({
      fairIdentifier: z.string(),
      orders: z.array(z.unknown()),
      refunds: z.array(z.unknown()).default([]),
      drawerEntries: z.array(z.unknown()).default([]),
    }),
  ),
});
export type SavedSales = z.infer<typeof SavedSales>;

const fairIdentifier = z.string().trim().min(1).max(40);

export const savedSalesApi = defineApi({
  check: {
    call: 'POST /v1/devices/check-sales/:id',
    place: 'named',
    access: edit('Fairs'),
    summary: 'Tell which saved sales of a device the server already has',
    body: z.strictObject({
      fairIdentifier,
      clientOrderIds: z.array(ClientId).min(1).max(MAX_ORDER_BATCH),
    }),
    response: dataSchema(
      z.strictObject({
        fairName: z.string(),
        startDate: Day,
        isFinished: z.boolean(),
        /** Those of the IDs that are booked or held. */
        known: z.array(z.string()),
      }),
    ),
  },
  takeIn: {
    call: 'POST /v1/devices/take-in-sales/:id',
    place: 'named',
    access: edit('Fairs'),
    summary: 'Take in saved sales of a device',
    description:
      'Up to 200 orders of one fair, each with its result as at pos/orders, up to 200 refunds, booked after them, and up to 100 entries of the drawer. Each is booked once, however often and by whatever way it comes. The goods are gone, so none is refused.',
    body: z.strictObject({
      fairIdentifier,
      orders: z
        .array(item(SoldOrder))
        .max(MAX_ORDER_BATCH, `Send at most ${MAX_ORDER_BATCH} orders.`),
      refunds: optional(
        z.array(item(SoldRefund)).max(MAX_ORDER_BATCH, `Send at most ${MAX_ORDER_BATCH} refunds.`),
      ),
      /** Money that went into and out of the drawer beside the sales. */
      drawerEntries: optional(
        z
          .array(item(DrawerEntry))
          .max(MAX_DRAWER_BATCH, `Send at most ${MAX_DRAWER_BATCH} entries.`),
      ),
    }),
    judges: ['orders', 'refunds', 'drawerEntries'],
    response: dataSchema(
      OrderBatchAnswer.pick({ results: true }).extend({
        refundResults: RefundBatchAnswer.shape.results,
        drawerResults: z.array(DrawerResult),
      }),
    ),
  },
});
