import type { Rights } from '@pos/contract/permissions';
import type { RegisterMode } from '@pos/contract/sales/register-session';

/** An admin with a valid access token, with the current rights from the database. */
export type SignedInAdmin = {
  kind: 'admin';
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  sessionId: string;
  roleName: string;
  rights: Rights;
  /** True if a second factor is required, its grace period is over, and there is none. */
  isFactorMissing: boolean;
  /** True within ten minutes after the person proved who they are, by sign-in or again. */
  isFresh: boolean;
};

/** A register with a valid device token: the device, fair and cashier that it logged in with. */
export type SignedInRegister = {
  kind: 'device';
  id: string;
  deviceId: string;
  fairId: string;
  /** Admin that logged in; for a cashier of the fair, the admin of the fair. */
  cashierId: string;
  /** Cashier of the fair that logged in; null if an admin did. */
  fairCashierId: string | null;
  cashierName: string;
  mode: RegisterMode;
  /**
   * True if the person may work this register at this fair. Otherwise new payments are not
   * accepted.
   */
  isAllowed: boolean;
};

/** Resolves bearer tokens. Throws a `Failure` (401) for an invalid token. */
export type Identify = {
  /** `isCertain` reads the database in any case. */
  admin(token: string, isCertain?: boolean): Promise<SignedInAdmin>;
  register(token: string): Promise<SignedInRegister>;
  /**
   * Uses up the ticket for the record with this ID and returns its admin. Throws a `Failure` (401)
   * for an invalid ticket.
   */
  ticket(ticket: string, id: string): Promise<SignedInAdmin>;
};

/** Key of a caller, for idempotent calls and for limits on heavy work. */
export const toPersonKey = ({ kind, id }: { kind: string; id: string }): string => `${kind}:${id}`;

/** Source of a request, recorded in activity and sessions. */
export type Origin = { requestId: string; ip: string; userAgent: string };

/** Person or device recorded in activity, movements and ledgers. */
export type Actor = {
  type: 'admin' | 'device' | 'system';
  id: string | null;
  name: string;
  ip: string | null;
  requestId: string | null;
};

/**
 * Returns the person of a register's token; null for sales that staff take in from a file, which no
 * token proves.
 */
export const getSender = (
  { cashierId, fairCashierId }: SignedInRegister,
  { type }: Actor,
): string | null => (type === 'device' ? (fairCashierId ?? cashierId) : null);

/** The product itself, if no person or register acts. */
export const SYSTEM: Actor = {
  type: 'system',
  id: null,
  name: 'System',
  ip: null,
  requestId: null,
};
