import { z } from 'zod';
import { Day, Id, Instant } from '../values.ts';

/** People who may work a register, by the fairs that it may be at. */

/** PBKDF2 with HMAC-SHA-256 of a 4-digit code. Salt and hash are base64url of 16 and 32 bytes. */
export const CodeCheck = z.strictObject({
  salt: z.string(),
  iterations: z.int(),
  hash: z.string(),
});
export type CodeCheck = z.infer<typeof CodeCheck>;

/** A person of the company (`admin`), or a cashier of one fair. */
export const PersonKind = z.enum(['admin', 'cashier']);
export type PersonKind = z.infer<typeof PersonKind>;

export const RegisterPerson = z.strictObject({
  id: Id,
  kind: PersonKind,
  name: z.string(),
  /** Letter to show instead of a picture. */
  initial: z.string(),
  /**
   * Checks the person's code without a network: for cashiers of a fair, at a device planned for it.
   */
  codeCheck: CodeCheck.optional(),
  /** True if the person may approve at registers (pos/approvals); left out otherwise. */
  approves: z.literal(true).optional(),
});
export type RegisterPerson = z.infer<typeof RegisterPerson>;

export const RegisterFair = z.strictObject({
  id: Id,
  identifier: z.string(),
  name: z.string(),
  schoolName: z.string(),
  startDate: Day,
  endDate: Day,
  timeZone: z.string(),
  /** Sales are accepted from `sellingFrom` to `sellingTo`, both included. */
  sellingFrom: Day,
  sellingTo: Day,
  /**
   * Person to call for help: the school's coordinator, or the company if they left no number. Left out
   * if the company has none either.
   */
  help: z.strictObject({ name: z.string(), phone: z.string() }).optional(),
  /** True if the device is planned for the fair. */
  planned: z.boolean(),
  /** True if the fair sells today: between the two days, active and not closed out. */
  today: z.boolean(),
  /** People who may sell here with this device: cashiers of the fair, then admins, by name. */
  people: z.array(RegisterPerson),
});
export type RegisterFair = z.infer<typeof RegisterFair>;

export const RegisterPeople = z.strictObject({
  /** Returned for a pairing code, always the same for one code; later calls must send it. */
  deviceKey: z.string().optional(),
  device: z.strictObject({
    id: Id,
    deviceId: z.string(),
    name: z.string(),
    /** Highest epoch of an order from this device; 0 without any. */
    lastEpoch: z.int(),
  }),
  /**
   * At most 50: planned fairs that sell today, other fairs that do, then the nearest of the other
   * planned ones that are not closed out, and of the one where the register last logged in.
   */
  fairs: z.array(RegisterFair),
  serverTime: Instant,
});
export type RegisterPeople = z.infer<typeof RegisterPeople>;
