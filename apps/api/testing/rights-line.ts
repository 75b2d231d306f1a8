import type { ErrorCode } from '@pos/contract/errors';
import type { MatrixGround } from './matrix-ground.ts';

/** A right as api.md words it. */
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

/**
 * Who may make a call: `public` a stranger, `self` every signed-in admin, verified or not, `signed-in` every verified one, a right or one of several,
 * `super` SUPER_ADMIN, `register` a register that may sell, `delivering register` one that may at least hand in what it has sold.
 */
export type Rule =
  | 'public'
  | 'self'
  | 'signed-in'
  | 'super'
  | 'register'
  | 'delivering register'
  | Right
  | `${Right} or ${Right}`
  | `${Right} or ${Right} or ${Right}`;

/**
 * What is sent. Each `:parameter` that is not given is the id of nothing, so that a call that is let in destroys nothing.
 * - `answers`: the refusal that this ends with for those who are let in, where it is neither a success nor NOT_FOUND of a record.
 * - `guard`: who is let in before the content is looked at, where the right hangs on the content.
 */
export type Sent = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  file?: Buffer;
  answers?: ErrorCode;
  guard?: Rule;
};

/** One call of the server: method, path, who may make it, and what is sent for it to be a good one (made anew for each caller). */
export type Line = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  rule: Rule,
  sent?: Sent | ((ground: MatrixGround) => Sent | Promise<Sent>),
];

export const NOBODY = '01900000-0000-7000-8000-000000000000';
