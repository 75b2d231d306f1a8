import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { edit, readOrEdit } from '../permissions.ts';
import { dataSchema, Done, Id, Instant, optional, RecordStatus, text, Version } from '../values.ts';

/** Cashiers of a fair: volunteers without an account, who sell at its registers (domain 3.21). */

export const CASHIER_NAME_LENGTH = 50;
/** Maximum number of cashiers of one fair. */
export const MAX_CASHIERS = 100;

const name = text(
  2,
  CASHIER_NAME_LENGTH,
  `Cashier name must have 2 to ${CASHIER_NAME_LENGTH} characters.`,
  'Enter the name of the cashier.',
);
const secretCode = z
  .string('Please enter 4 digit Secret code.')
  .regex(/^\d{4}$/, 'Please enter 4 digit Secret code.');

export const Cashier = z.strictObject({
  id: Id,
  fairId: Id,
  name: z.string(),
  status: RecordStatus,
  version: z.int(),
  updatedAt: Instant,
});
export type Cashier = z.infer<typeof Cashier>;

export const NewCashier = z.strictObject({ name, secretCode });
export type NewCashier = z.infer<typeof NewCashier>;

/** Request to change a cashier. Without `secretCode` the code stays. */
export const CashierChanges = z.strictObject({
  name,
  secretCode: optional(secretCode),
  status: RecordStatus,
  version: Version,
});
export type CashierChanges = z.infer<typeof CashierChanges>;

const sheet = `Send 1 to ${MAX_CASHIERS} cashiers.`;
export const NewCashiers = z.strictObject({
  cashiers: z.array(NewCashier).min(1, sheet).max(MAX_CASHIERS, sheet),
});
export type NewCashiers = z.infer<typeof NewCashiers>;

export const cashiersApi = defineApi({
  list: {
    call: 'GET /v1/fairs/cashiers/:id',
    place: 'seen',
    access: readOrEdit('Fairs'),
    summary: 'List the cashiers of a fair',
    response: dataSchema(z.array(Cashier)),
  },
  add: {
    call: 'POST /v1/fairs/add-cashiers/:id',
    place: 'named',
    access: edit('Fairs'),
    summary: 'Add cashiers to a fair',
    description:
      `All or none are added. A name occurs once at a fair, and a fair has at most ${MAX_CASHIERS}. ` +
      '409 FAIR_FINISHED once it is closed out.',
    body: NewCashiers,
    response: dataSchema(z.array(Cashier)),
  },
  update: {
    call: 'PUT /v1/fairs/update-cashier/:id',
    place: 'named',
    access: edit('Fairs'),
    summary: 'Change the name, code or status of a cashier',
    description: 'A new code and status inactive end the login of the cashier at once.',
    body: CashierChanges,
    response: dataSchema(Cashier),
  },
  delete: {
    call: 'DELETE /v1/fairs/delete-cashier/:id',
    place: 'named',
    access: edit('Fairs'),
    summary: 'Remove a cashier from a fair',
    description: 'Ends the login at once. Orders keep the name.',
    response: Done,
  },
});
