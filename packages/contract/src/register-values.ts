import { z } from 'zod';
import { Instant } from './values.ts';

/** Values of the bodies that registers send (register.ts, register-payments.ts). */

/** An id that the register makes. */
export const ClientId = z.uuid('This must be a UUID.');
/** Text of at most `max` characters, null where it is left out. */
export const nullableText = (max: number) =>
  z
    .string()
    .max(max)
    .nullable()
    .optional()
    .transform((value) => value ?? null);
/** Cents without a maximum: what was sold or paid beyond the limits is answered for, but never summed up. */
export const anyCents = z
  .int('Enter an amount in whole cents.')
  .min(0, 'The amount cannot be below zero.');

/** The JSON Schema of one item of a batch, which is checked by itself when the batch is read. */
export const item = (schema: z.ZodType) =>
  z.unknown().meta({ ...z.toJSONSchema(schema, { io: 'input' }) });

/** A moment by a register's clock. */
export const ClockInstant = Instant.refine(
  (at) => at >= '1970',
  'The register has no valid clock.',
);
