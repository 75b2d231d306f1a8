import { z } from 'zod';
import { Day, Id, Instant, optional, whenObject } from '../values.ts';

/** Login of a register, and its permissions at its fair. */

/** Proof of a device: its key, or a pairing code, which gives the key. */
export const DeviceProof = z.strictObject({
  deviceId: z.string().trim().min(1, 'Device ID is required.').max(30),
  deviceKey: optional(z.string().max(200)),
  /** Required until the device is paired. Case, spaces and hyphens are ignored. */
  pairingCode: optional(z.string().max(40)),
});
export type DeviceProof = z.infer<typeof DeviceProof>;

const EITHER = 'Send either adminId or cashierId.';

/** Login of one person: an admin (`adminId`), or a cashier of the fair (`cashierId`). */
export const RegisterLogin = DeviceProof.extend({
  adminId: optional(Id),
  cashierId: optional(Id),
  secretCode: z.string().regex(/^\d{4}$/, 'Please enter 4 digit Secret code.'),
  fairIdentifier: z.string().trim().min(1, 'Fair identifier is required.').max(40),
})
  .refine(({ adminId, cashierId }) => adminId !== undefined || cashierId !== undefined, {
    path: ['adminId'],
    message: EITHER,
    when: whenObject,
  })
  .refine(({ adminId, cashierId }) => adminId === undefined || cashierId === undefined, {
    path: ['cashierId'],
    message: EITHER,
    when: whenObject,
  });
export type RegisterLogin = z.infer<typeof RegisterLogin>;

/** Terms of a fair that a register needs. */
export const FairTerms = z.strictObject({
  id: Id,
  identifier: z.string(),
  name: z.string(),
  schoolName: z.string(),
  startDate: Day,
  endDate: Day,
  timeZone: z.string(),
  taxRatePpm: z.int(),
  /** Sales are accepted from `sellingFrom` to `sellingTo`, both included. */
  sellingFrom: Day,
  sellingTo: Day,
  schoolTaxExempt: z.boolean(),
  factsEnabled: z.boolean(),
});
export type FairTerms = z.infer<typeof FairTerms>;

/** `deliver`: stored sales can be delivered, but nothing new may be sold. */
export const RegisterMode = z.enum(['sell', 'deliver']);
export type RegisterMode = z.infer<typeof RegisterMode>;

export const RegisterSession = z.strictObject({
  token: z.strictObject({ token: z.string(), expiresAt: Instant }),
  mode: RegisterMode,
  /** Returned for a pairing code, always the same for one code; later logins must send it. */
  deviceKey: z.string().optional(),
  fair: FairTerms,
  device: z.strictObject({ id: Id, deviceId: z.string(), name: z.string() }),
  /** Person that logged in, if it is an admin. */
  admin: z.strictObject({ id: Id, name: z.string() }).optional(),
  /** Person that logged in, if it is a cashier of the fair. */
  cashier: z.strictObject({ id: Id, name: z.string() }).optional(),
});
export type RegisterSession = z.infer<typeof RegisterSession>;
