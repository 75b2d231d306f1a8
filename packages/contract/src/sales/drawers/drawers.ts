import { z } from 'zod';
import { MAX_COUNT } from '../../limits.ts';
import { Cents, Day, Id, Instant, optional, SignedCents, text } from '../../values.ts';
import { PaymentMethodNumber } from '../payment-methods.ts';
import { ClientId, ClockInstant } from '../register-values.ts';

/**
 * The drawer of a register: change put in and taken out, money paid out of it or brought to the safe,
 * and its counts (domain 9.12); and the register's day (X report).
 */

/**
 * Ways of money into and out of a drawer beside sales. `to_safe` stays money of the fair, `pay_out`
 * pays for something, with a reason.
 */
export const DrawerMove = z.enum(['float_in', 'float_out', 'to_safe', 'pay_out']);
export type DrawerMove = z.infer<typeof DrawerMove>;

/** Bills and coins in use, in cents, largest first. */
export const DRAWER_PIECES = [
  10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 25, 10, 5, 1,
] as const;
const MAX_REASON = 120;

const entry = {
  clientEntryId: ClientId,
  at: ClockInstant,
  /** Person who did it (an id of pos/people). Left out or unknown: the person of the token. */
  enteredById: optional(Id),
};
const reason = (min: number) =>
  text(min, MAX_REASON, `Give a reason with ${min} to ${MAX_REASON} characters.`);
const ANY_REASON = optional(text(0, MAX_REASON, `Use at most ${MAX_REASON} characters.`));

const Move = z.strictObject({
  ...entry,
  kind: DrawerMove.exclude(['pay_out']),
  amountCents: Cents.min(1, 'The amount must be above zero.'),
  reason: ANY_REASON,
});
const PayOut = z.strictObject({
  ...Move.shape,
  kind: z.literal('pay_out'),
  reason: reason(2),
});
const pieceCounts = z.record(
  z.string().refine((cents) => DRAWER_PIECES.some((piece) => String(piece) === cents)),
  z.int().min(0).max(MAX_COUNT),
);
const Count = z
  .strictObject({
    ...entry,
    kind: z.literal('count'),
    cashCents: Cents,
    /** Number of each bill and coin, by its cents. */
    pieces: optional(pieceCounts),
    checkCents: Cents,
    checks: z.int('Enter a whole number of checks.').min(0).max(MAX_COUNT),
    /** Amount that the register expected at that moment, by its own sales. */
    expectedCashCents: SignedCents,
    expectedCheckCents: Cents,
    secondPerson: text(2, 60, 'Name the second person who counted, with 2 to 60 characters.'),
    reason: ANY_REASON,
  })
  .refine(
    ({ pieces, cashCents }) =>
      pieces === undefined ||
      Object.entries(pieces).reduce((sum, [cents, count]) => sum + Number(cents) * count, 0) ===
        cashCents,
    { path: ['cashCents'], message: 'The cash must be the sum of the bills and coins.' },
  );

/** A move of money or a count. It is never changed: another one follows. */
export const DrawerEntry = z.discriminatedUnion('kind', [Move, PayOut, Count], 'Unknown kind.');
export type DrawerEntry = z.output<typeof DrawerEntry>;
/** An entry as a register stores and sends it. */
export type NewDrawerEntry = z.input<typeof DrawerEntry>;
export type NewDrawerCount = z.input<typeof Count>;

export const MAX_DRAWER_BATCH = 100;
export const DrawerResult = z.strictObject({
  clientEntryId: z.string(),
  result: z.enum(['accepted', 'duplicate', 'rejected']),
  /** For rejected: errors by field. */
  errors: z.record(z.string(), z.string()).optional(),
});
export type DrawerResult = z.infer<typeof DrawerResult>;

const cents = z.int();
/** Money of a drawer on one day by what moved it. `expectedCents` is their sum, with signs. */
export const DrawerMoney = z.strictObject({
  /** Cash of sales and top-ups, with rounding. */
  takenCents: cents,
  /** Cash given back: refunds, and change on checks. */
  givenBackCents: cents,
  floatInCents: cents,
  floatOutCents: cents,
  toSafeCents: cents,
  paidOutCents: cents,
  expectedCents: cents,
});
export type DrawerMoney = z.infer<typeof DrawerMoney>;

/** Sales of one register on one day as the server has them, and its drawer. */
export const RegisterDay = z.strictObject({
  businessDay: Day,
  orders: z.int(),
  totalCents: cents,
  taxCents: cents,
  refunds: z.int(),
  methods: z.array(
    z.strictObject({
      method: PaymentMethodNumber,
      payments: z.int(),
      takenCents: cents,
      givenBackCents: cents,
    }),
  ),
  drawer: DrawerMoney,
});
export type RegisterDay = z.infer<typeof RegisterDay>;

/** The drawer of one register on one day as the office sees it, with its last count. */
export const DrawerDay = z.strictObject({
  deviceId: z.string(),
  deviceName: z.string(),
  floatInCents: cents,
  floatOutCents: cents,
  toSafeCents: cents,
  paidOutCents: cents,
  moves: z.array(
    z.strictObject({
      id: Id,
      kind: DrawerMove,
      amountCents: cents,
      reason: z.string(),
      enteredBy: z.string(),
      at: Instant,
    }),
  ),
  /** Variance = counted − expected by the register at that moment. Null: not counted. */
  count: z
    .strictObject({
      cashCents: cents,
      cashVarianceCents: cents,
      checkCents: cents,
      checks: z.int(),
      checkVarianceCents: cents,
      countedBy: z.string(),
      secondPerson: z.string(),
      reason: z.string(),
      at: Instant,
    })
    .nullable(),
});
export type DrawerDay = z.infer<typeof DrawerDay>;
