import { z } from 'zod';
import { Instant } from '../values.ts';

/** Values of the bodies that registers send (register.ts, register-payments.ts). */

/** An id made by the register. */
export const ClientId = z.uuid('This must be a UUID.');
/** Text of at most `max` characters; null if left out. */
export const nullableText = (max: number) =>
  z
    .string()
    .max(max)
    .nullable()
    .optional()
    .transform((value) => value ?? null);
/** Cents without a maximum. Amounts beyond the limits are answered but never added up. */
export const anyCents = z
  .int('Enter an amount in whole cents.')
  .min(0, 'The amount cannot be below zero.');

/** JSON Schema of one item of a batch, which is checked on its own when the batch is read. */
export const item = (schema: z.ZodType) =>
  z.unknown().meta({ ...z.toJSONSchema(schema, { io: 'input' }) });

/** A time on a register's clock. */
export const ClockInstant = Instant.refine(
  (at) => at >= '1970',
  'The register has no valid clock.',
);
