import type { ErrorCode } from '@pos/contract/errors';
import type { MatrixGround } from './rights-matrix-data.ts';

/** A right in the words of api.md. */
type Module =
  | 'Dashboard'
  | 'Users'
  | 'Devices'
  | 'Fairs'
  | 'Payments'
  | 'Orders'
  | 'Reports'
  | 'Students'
  | 'Fair Inventory'
  | 'All Inventory'
  | 'Customize Template';
type Right = `read ${Module}` | `edit ${'Users' | 'Devices' | 'Fairs'}`;
/** A duty in the words of api.md. */
type Duty =
  `duty ${'scan_cartons' | 'adjust_stock' | 'decide_payments' | 'close_out' | 'work_warehouse'}`;

/** Amounts of sales at fairs: Fairs, and a right or duty that shows sales. */
export const SALES_OF_FAIRS =
  'read Fairs and read Dashboard or read Fairs and read Payments or read Fairs and read Orders or read Fairs and read Reports or read Fairs and edit Fairs or read Fairs and duty close_out';

/**
 * Callers of a call: `public` anyone, `self` every signed-in admin, verified or not, `signed-in`
 * every verified one, a right or one of several, two rights at once, a duty with or without a
 * right, `super` SUPER_ADMIN, `register` a register that may sell, `delivering register` one that
 * may at least send in existing sales, `staff register` one of them that no cashier of the fair has
 * logged in to.
 */
export type Rule =
  | 'public'
  | 'self'
  | 'signed-in'
  | 'super'
  | 'register'
  | 'delivering register'
  | 'staff register'
  | Right
  | `${Right} or ${Right}`
  | `edit Fairs or ${Duty}`
  | 'duty top_up_wallets'
  | 'edit Fairs and read Students'
  | typeof SALES_OF_FAIRS
  | 'read Payments or duty top_up_wallets'
  | 'read All Inventory or edit Fairs or duty work_warehouse'
  | `${Right} or ${Right} or ${Right}`;

/**
 * Content of a call. A `:parameter` that is not given is the ID of no record, so that an accepted
 * call destroys nothing.
 * - `answers`: the refusal that callers with access get, if it is neither a success nor NOT_FOUND
 *   of a record.
 * - `guard`: callers accepted before the content is checked, if the right depends on the content.
 */
export type Sent = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  file?: Buffer;
  answers?: ErrorCode;
  guard?: Rule;
};

type Sample = Sent | ((ground: MatrixGround) => Sent | Promise<Sent>);
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Calls by their callers, each with content that makes it valid (created for each caller). */
export type RightsTable = Partial<
  Record<Rule, Record<`${Method} /${string}`, Sample | readonly Sample[]>>
>;
/** A call of the server: method, path, callers, and its content. */
export type Line = readonly [method: Method, path: string, rule: Rule, sent: Sample];

export const NOBODY = '01900000-0000-7000-8000-000000000000';
