import { z } from 'zod';
import { CustomerType, Fulfilment, OrderStatus } from './order-states.ts';
import { PaymentMethodNumber } from './payment-methods.ts';
import { PaymentStatus } from './payment-states.ts';
import { Instant } from '../values.ts';

/** Orders of the fair that a register looks up, for a return of what another register sold. */

/** Maximum number of orders in one answer. */
export const MAX_FOUND_ORDERS = 20;

export const FoundOrder = z.strictObject({
  clientOrderId: z.string(),
  orderNumber: z.string(),
  /** The register's receipt number is deviceId, epoch and sequence: "REG-01-1-312". */
  deviceId: z.string(),
  epoch: z.int(),
  sequence: z.int(),
  soldAt: Instant,
  cashierName: z.string(),
  customerType: CustomerType,
  studentNumber: z.string().nullable(),
  customerName: z.string().nullable(),
  status: OrderStatus,
  totalCents: z.int(),
  lines: z.array(
    z.strictObject({
      lineNo: z.int(),
      sku: z.string().nullable(),
      title: z.string(),
      quantity: z.int(),
      /** Units that were refunded already. */
      refundedQty: z.int(),
      unitPriceCents: z.int(),
      netCents: z.int(),
      taxCents: z.int(),
      fulfilment: Fulfilment,
    }),
  ),
  payments: z.array(
    z.strictObject({
      method: PaymentMethodNumber,
      status: PaymentStatus,
      amountCents: z.int(),
      refundedCents: z.int(),
      cardLast4: z.string().nullable(),
    }),
  ),
});
export type FoundOrder = z.infer<typeof FoundOrder>;
