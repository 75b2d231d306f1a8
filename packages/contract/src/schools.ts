import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { edit, signedIn } from './permissions.ts';
import { State } from './states.ts';
import {
  clearable,
  dataSchema,
  Email,
  Id,
  Instant,
  optional,
  OptionsQuery,
  PublicIdentifier,
  RecordOption,
  RecordStatus,
  text,
  TimeZone,
} from './values.ts';

const optionalText = (max: number) => text(0, max, `Use at most ${max} characters.`);

/** Request to add a school that the source system does not have yet (domain 3.4). */
export const NewSchool = z.strictObject({
  identifier: PublicIdentifier,
  name: text(2, 120, 'School name must have 2 to 120 characters.'),
  address: text(1, 255, 'Address is required.'),
  city: text(1, 120, 'City is required.'),
  state: State,
  zip: z
    .string('Enter the ZIP code as 12345 or 12345-6789.')
    .trim()
    .regex(/^\d{5}(-\d{4})?$/, 'Enter the ZIP code as 12345 or 12345-6789.'),
  phone: clearable(optionalText(30), ''),
  timeZone: optional(TimeZone),
  enrollment: z
    .int('Enter a whole number.')
    .min(0, 'Enter a whole number.')
    .max(100_000, 'Enter a whole number.')
    .nullable()
    .optional(),
  taxExempt: optional(z.boolean()),
  factsEnabled: optional(z.boolean()),
  coordinatorName: clearable(optionalText(120), ''),
  coordinatorEmail: clearable(z.union([z.literal(''), Email]), ''),
});
export type NewSchool = z.infer<typeof NewSchool>;

/** A school that holds fairs. `aveDollarBalanceCents` is the sum of its AveDollar ledger. */
export const School = z.strictObject({
  id: Id,
  identifier: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  phone: z.string(),
  timeZone: z.string(),
  enrollment: z.int().nullable(),
  taxExempt: z.boolean(),
  factsEnabled: z.boolean(),
  coordinatorName: z.string(),
  coordinatorEmail: z.string(),
  aveDollarBalanceCents: z.int(),
  status: RecordStatus,
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type School = z.infer<typeof School>;

/** A school in a select; its address fills in the fair form. */
export const SchoolOption = RecordOption.extend({
  identifier: z.string(),
  timeZone: z.string(),
  taxExempt: z.boolean(),
  address: z.string(),
});
export type SchoolOption = z.infer<typeof SchoolOption>;

/**
 * Query of school options; `identifier` returns the school with that public code, active or not.
 */
export const SchoolOptionsQuery = OptionsQuery.extend({ identifier: PublicIdentifier.optional() });
export type SchoolOptionsQuery = z.output<typeof SchoolOptionsQuery>;

export const schoolsApi = defineApi({
  add: {
    method: 'POST',
    path: '/v1/schools/add',
    access: edit('Fairs'),
    summary: 'Add a school',
    idempotent: true,
    body: NewSchool,
    response: dataSchema(School),
  },
  getSchools: {
    method: 'GET',
    path: '/v1/schools/get-schools',
    access: signedIn,
    summary: 'Active schools to choose from, by name or identifier',
    query: SchoolOptionsQuery,
    response: dataSchema(z.array(SchoolOption)),
  },
});
