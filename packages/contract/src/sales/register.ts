import { z } from 'zod';
import { CartonScanAnswer, RegisterCartonScan, SCAN_RULES } from '../stock/cartons.ts';
import { defineApi } from '../endpoint.ts';
import { anyone, deliveringRegister, register, staffRegister } from '../permissions.ts';
import { Approval, NewApproval } from './approvals/register-approvals.ts';
import { Catalog, RegisterStudent } from './register-catalog.ts';
import { OrderBatch, OrderBatchAnswer } from './register-orders.ts';
import { PaymentBatch, PaymentBatchAnswer } from './register-payments.ts';
import { DrawerBatch } from './drawers/drawer-batch.ts';
import { DrawerResult, RegisterDay } from './drawers/drawers.ts';
import { ReceiptEmail } from './drawers/receipts.ts';
import { FoundOrder, RefundBatch, RefundBatchAnswer } from './register-refunds.ts';
import { RegisterPeople } from './register-people.ts';
import { DeviceProof, RegisterLogin, RegisterMode, RegisterSession } from './register-session.ts';
import { dataSchema, Day, Instant } from '../values.ts';

/**
 * The register API, `/v1/pos`, for the company's register app; docs/registers.md describes the
 * sequence of calls.
 */

export const Heartbeat = z.strictObject({
  appVersion: z.string().trim().min(1).max(40),
  unsentOrders: z.int().min(0).max(1_000_000),
});

export const registerApi = defineApi({
  people: {
    call: 'POST /v1/pos/people',
    place: 'none',
    access: anyone,
    summary: 'Pair a register, and list its fairs with the people who may work there',
    description:
      'Requires the key of the device, or a pairing code, which is answered with the key. Everything else: 401. ' +
      'Lists the fairs that the device is planned for and those that sell today.',
    body: DeviceProof,
    response: dataSchema(RegisterPeople),
  },
  login: {
    call: 'POST /v1/pos/login',
    place: 'none',
    access: anyone,
    summary: 'Log a register in at a fair',
    description:
      'An unpaired device requires a pairing code, a paired one its key. Unknown device, wrong key or wrong code: 401. ' +
      'Five wrong codes lock the device for 15 minutes (423 DEVICE_LOCKED). The token has mode sell for a person ' +
      'with the duty "Work a register" at a fair that the device is planned for, that they are the admin of, or at ' +
      'any fair with edit Fairs or as SUPER_ADMIN. Otherwise, and for a finished or inactive fair and an inactive ' +
      'device or admin, it has mode deliver.',
    body: RegisterLogin,
    response: dataSchema(RegisterSession),
  },
  catalog: {
    call: 'GET /v1/pos/catalog',
    place: 'none',
    access: register,
    summary: 'Get fair, settings and titles with stock',
    description: 'With `since` only the changes; returns 304 for a matching If-None-Match.',
    query: z.strictObject({ since: z.string().max(100).optional() }),
    response: dataSchema(Catalog),
  },
  students: {
    call: 'GET /v1/pos/students',
    place: 'none',
    access: register,
    names: true,
    summary: "List students of the fair's school with their eWallets",
    query: z.strictObject({ search: z.string().trim().max(100).optional() }),
    response: dataSchema(z.array(RegisterStudent)),
  },
  aveDollars: {
    call: 'GET /v1/pos/ave-dollars',
    place: 'none',
    access: register,
    summary: "Get the AveDollar balance of the fair's school",
    response: dataSchema(z.strictObject({ balanceCents: z.int() })),
  },
  findOrders: {
    call: 'GET /v1/pos/orders',
    place: 'none',
    access: register,
    names: true,
    summary: 'Find booked orders of the fair, of any register',
    description:
      'By the order number or its last four digits, the receipt number (device, epoch and ' +
      'sequence), the clientOrderId, the student number or the last four digits of a card; ' +
      'newest first, at most 20.',
    query: z.strictObject({
      search: z.string().trim().min(1, 'Enter what to look for.').max(80),
    }),
    response: dataSchema(z.array(FoundOrder)),
  },
  orders: {
    call: 'POST /v1/pos/orders',
    place: 'none',
    access: deliveringRegister,
    summary: 'Send up to 200 orders',
    description:
      'Each order is idempotent by its clientOrderId and has its own result. A finished sale is booked, flagged or held, never refused.',
    body: OrderBatch,
    judges: ['orders', 'controlTotals'],
    response: dataSchema(OrderBatchAnswer),
  },
  payments: {
    call: 'POST /v1/pos/payments',
    place: 'none',
    access: deliveringRegister,
    summary: 'Send results of pending payments, and eWallet top-ups',
    body: PaymentBatch,
    judges: ['results', 'topUps'],
    response: dataSchema(PaymentBatchAnswer),
  },
  approvals: {
    call: 'POST /v1/pos/approvals',
    place: 'none',
    access: deliveringRegister,
    summary: 'Approve a sale or refund with the code of a person with the duty',
    description:
      'The person enters their own code at this register. Wrong code: 400 with its field; five at a device or twenty ' +
      'of a person lock it as at pos/login (423 DEVICE_LOCKED). The sale or refund then names the approval.',
    body: NewApproval,
    response: dataSchema(Approval),
  },
  refunds: {
    call: 'POST /v1/pos/refunds',
    place: 'none',
    access: deliveringRegister,
    summary: 'Send refunds',
    description:
      'Each refund is idempotent by its clientRefundId. A refund of a held order waits for that order. One of a cashier of the fair needs an approval.',
    body: RefundBatch,
    judges: ['refunds'],
    response: dataSchema(RefundBatchAnswer),
  },
  drawerEntries: {
    call: 'POST /v1/pos/drawer-entries',
    place: 'none',
    access: deliveringRegister,
    summary: "Send money put into and taken out of the register's drawer, and its counts",
    description:
      'Each entry is idempotent by its clientEntryId and is never refused. One that arrives after the ' +
      'close-out is kept and counts in no figure.',
    body: DrawerBatch,
    judges: ['entries'],
    response: dataSchema(z.strictObject({ results: z.array(DrawerResult) })),
  },
  day: {
    call: 'GET /v1/pos/day',
    place: 'none',
    access: deliveringRegister,
    summary:
      'Get a day of this register as the server has it: sales, payments and drawer (X report)',
    description: 'Without `businessDay` the present day of the fair.',
    query: z.strictObject({ businessDay: Day.optional() }),
    response: dataSchema(RegisterDay),
  },
  emailReceipt: {
    call: 'POST /v1/pos/receipt-emails',
    place: 'none',
    access: register,
    summary: 'Email the receipt of a booked order',
    description:
      'At most three of an order and 200 of a register within 24 hours. The address is kept until the email ' +
      'is sent or given up, at most about an hour.',
    body: ReceiptEmail,
    response: dataSchema(z.strictObject({ clientOrderId: z.string() })),
  },
  cartonScans: {
    call: 'POST /v1/pos/carton-scans',
    place: 'none',
    access: staffRegister,
    summary: 'Send cartons scanned at delivery or return',
    description: SCAN_RULES,
    body: RegisterCartonScan,
    response: dataSchema(CartonScanAnswer),
  },
  heartbeat: {
    call: 'POST /v1/pos/heartbeat',
    place: 'none',
    access: deliveringRegister,
    summary: "Send a register's heartbeat with the number of its unsent orders",
    body: Heartbeat,
    response: dataSchema(z.strictObject({ serverTime: Instant, mode: RegisterMode })),
  },
});
