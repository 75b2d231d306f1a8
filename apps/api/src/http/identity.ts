import type { Rights } from '@pos/contract/permissions';
import type { RegisterMode } from '@pos/contract/register-session';

/** An admin with a good access token, with rights as the database has them at this request. */
export type SignedInAdmin = {
  kind: 'admin';
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  sessionId: string;
  roleName: string;
  rights: Rights;
};

/** A register with a good device token: the device, the fair and the cashier that it logged in with. */
export type SignedInRegister = {
  kind: 'device';
  id: string;
  deviceId: string;
  fairId: string;
  cashierId: string;
  cashierName: string;
  mode: RegisterMode;
  /** The person may work this register at this fair; where not, nothing new is believed of money. */
  isAllowed: boolean;
};

/** Who a bearer token belongs to. These throw a `Failure` (401) for a token that is not good. */
export type Identify = {
  admin(token: string): Promise<SignedInAdmin>;
  register(token: string): Promise<SignedInRegister>;
  /** Whose ticket it is for the record of this id. It is used up. Throws a `Failure` (401) for one that is not good. */
  ticket(ticket: string, id: string): Promise<SignedInAdmin>;
};

/** A caller as one key: of an idempotent call, and of the limits on heavy work. */
export const personOf = ({ kind, id }: { kind: string; id: string }): string => `${kind}:${id}`;

/** Where a request came from; goes into activity and sessions. */
export type Origin = { requestId: string; ip: string; userAgent: string };

/** Who did something, for activity, movements and ledgers. */
export type Actor = {
  type: 'admin' | 'device' | 'system';
  id: string | null;
  name: string;
  ip: string | null;
  requestId: string | null;
};

/** The product itself, where no person or register acts. */
export const SYSTEM: Actor = {
  type: 'system',
  id: null,
  name: 'System',
  ip: null,
  requestId: null,
};
