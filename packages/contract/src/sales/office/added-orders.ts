import { z } from 'zod';
import { defineApi } from '../../endpoint.ts';
import { byDuty } from '../../permissions.ts';
import { Order } from '../orders.ts';
import { Catalog } from '../register-catalog.ts';
import { MAX_PRICE_CENTS } from '../../limits.ts';
import { CustomerType, ExemptReason, Fulfilment } from '../order-states.ts';
import { PaymentMethodNumber } from '../payment-methods.ts';
import { LineUnits } from '../register-orders.ts';
import { ClientId } from '../register-values.ts';
import { Cents, centsSchema, dataSchema, Day, optional, text } from '../../values.ts';

/**
 * An order that the office enters: a sale written on paper when the registers failed (domain 8.14).
 * The server adds tax and sums by the rules of registers.
 */

const Note = (max: number) => optional(text(0, max, `Use at most ${max} characters.`));

export const AddedLine = z.strictObject({
  /** SKU of a title; left out for an item without a barcode, which has `title` and `category`. */
  sku: optional(z.string().trim().min(1).max(30)),
  title: Note(255),
  category: Note(60),
  /** Of an item without a barcode. */
  taxable: optional(z.boolean()),
  quantity: LineUnits,
  unitPriceCents: z.int('Enter a price.').min(0, 'Enter a price.').max(MAX_PRICE_CENTS),
  discountCents: optional(Cents),
  discountReason: Note(120),
  fulfilment: optional(Fulfilment),
});
export type AddedLine = z.infer<typeof AddedLine>;

export const AddedPayment = z.strictObject({
  method: PaymentMethodNumber,
  amountCents: centsSchema('Enter an amount.').min(1, 'Enter an amount.'),
  /** Money handed over, of cash and checks; the rest is change. */
  tenderedCents: optional(Cents),
  checkNumber: Note(40),
  cardLast4: optional(
    z.union([z.literal(''), z.string().regex(/^\d{4}$/, 'Enter the last four digits.')]),
  ),
  /** Reference or approval code on the slip of the card's terminal. */
  processorRef: Note(120),
});
export type AddedPayment = z.infer<typeof AddedPayment>;

export const NewOrder = z.strictObject({
  /** Made by the form, so that an order is added once. */
  clientOrderId: ClientId,
  fairId: z.uuid('Choose a fair.'),
  /** Day and time of the sale where the fair is. */
  day: Day,
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter the time of the sale.'),
  customerType: CustomerType,
  studentNumber: Note(40),
  customerName: Note(120),
  taxExempt: optional(z.boolean()),
  exemptReason: optional(ExemptReason),
  exemptCertificateNo: Note(60),
  lines: z
    .array(AddedLine)
    .min(1, 'Add what was sold.')
    .max(200, 'An order has at most 200 lines.'),
  payments: z.array(AddedPayment).max(20, 'An order has at most 20 payments.'),
});
export type NewOrder = z.output<typeof NewOrder>;

export const addedOrdersApi = defineApi({
  catalog: {
    call: 'GET /v1/orders/catalog/:id',
    place: 'seen',
    access: byDuty('decide_payments'),
    summary: "Get a fair's terms and titles to add an order with",
    response: dataSchema(Catalog),
  },
  add: {
    call: 'POST /v1/orders/add',
    place: 'named',
    access: byDuty('decide_payments'),
    summary: 'Add an order of a sale that no register booked',
    idempotent: true,
    description:
      'For sales written on paper. The server adds tax and sums by the rules of registers; payments must cover the total. 409 FAIR_FINISHED at a fair that is closed out. An order with the same clientOrderId is returned and not added again.',
    body: NewOrder,
    response: dataSchema(Order),
  },
});
