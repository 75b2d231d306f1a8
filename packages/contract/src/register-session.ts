import { z } from 'zod';
import { Day, Id, Instant, optional } from './values.ts';

/** How a register logs in, and what it may do at its fair. */

export const RegisterLogin = z.strictObject({
  deviceId: z.string().trim().min(1, 'Device ID is required.').max(30),
  deviceKey: optional(z.string().max(200)),
  /** Needed until the device is paired. Case, spaces and hyphens do not count. */
  pairingCode: optional(z.string().max(40)),
  adminId: Id,
  secretCode: z.string().regex(/^\d{4}$/, 'Please enter 4 digit Secret code.'),
  fairIdentifier: z.string().trim().min(1, 'Fair identifier is required.').max(40),
});
export type RegisterLogin = z.infer<typeof RegisterLogin>;

/** What a register must know of its fair. */
export const FairTerms = z.strictObject({
  id: Id,
  identifier: z.string(),
  name: z.string(),
  schoolName: z.string(),
  startDate: Day,
  endDate: Day,
  timeZone: z.string(),
  taxRatePpm: z.int(),
  /** May sell from `sellingFrom` to `sellingTo`, both included. */
  sellingFrom: Day,
  sellingTo: Day,
  schoolTaxExempt: z.boolean(),
  factsEnabled: z.boolean(),
});
export type FairTerms = z.infer<typeof FairTerms>;

/** `deliver`: sales can be handed in, nothing new may be sold. */
export const RegisterMode = z.enum(['sell', 'deliver']);
export type RegisterMode = z.infer<typeof RegisterMode>;

export const RegisterSession = z.strictObject({
  token: z.strictObject({ token: z.string(), expiresAt: Instant }),
  mode: RegisterMode,
  /** Given for a pairing code, the same each time; later logins must send it. */
  deviceKey: z.string().optional(),
  fair: FairTerms,
  device: z.strictObject({ id: Id, deviceId: z.string(), name: z.string() }),
  admin: z.strictObject({ id: Id, name: z.string() }),
});
export type RegisterSession = z.infer<typeof RegisterSession>;
