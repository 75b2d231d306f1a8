import { z } from 'zod';
import { Day, Id, Instant } from '../values.ts';

/** Parts of a fair's page: checklist, registers, sales by day, key figures. */

/** One line of the readiness checklist. */
export const ReadinessItem = z.strictObject({
  code: z.enum(['dates', 'salesTax', 'admin', 'devices', 'inventory', 'template', 'publicPage']),
  text: z.string(),
  detail: z.string(),
  done: z.boolean(),
});
export type ReadinessItem = z.infer<typeof ReadinessItem>;

/** A device planned for the fair, or one that has sold at it. */
export const FairDevice = z.strictObject({
  id: Id,
  deviceId: z.string(),
  name: z.string(),
  planned: z.boolean(),
  orders: z.int(),
  lastSyncAt: Instant.nullable(),
  unsentOrders: z.int(),
});

/** Sales of one calendar day in the fair's zone. */
export const FairDaySales = z.strictObject({ day: Day, orders: z.int(), netCents: z.int() });

/**
 * Key figures of a fair: sales after refunds, units, stock, cartons. Amounts in cents, null for
 * callers who see no sales.
 */
export const FairTotals = z.strictObject({
  netCents: z.int().nullable(),
  taxCents: z.int().nullable(),
  totalCents: z.int().nullable(),
  orders: z.int(),
  unitsSold: z.int(),
  unitsRefunded: z.int(),
  titles: z.int(),
  sentUnits: z.int(),
  onHandUnits: z.int(),
  oversoldUnits: z.int(),
  shipToSchoolOpenUnits: z.int(),
  heldOrders: z.int(),
  payments: z.int(),
  cartons: z.int(),
  missingCartons: z.int(),
  missingUnits: z.int(),
  soldOutTitles: z.int(),
  lastCopyTitles: z.int(),
});
