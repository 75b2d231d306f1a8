import { z } from 'zod';
import { PackageOption } from './package-options.ts';
import {
  clearable,
  Day,
  Id,
  optional,
  paragraph,
  PublicIdentifier,
  text,
  Version,
  whenDays,
} from '../values.ts';

/** Fields of a fair in requests, with their rules (specification 5). */

/** Refusal of a fair without an admin, verbatim from the specification. */
export const CHOOSE_ADMIN = 'Please select a Admin.';

const fields = {
  name: text(2, 255, 'Fair name must have at least 2 characters.', 'Enter a fair name.'),
  address: text(1, 255, 'Address is required.'),
  startDate: z.string('Start date is required.').min(1, 'Start date is required.').pipe(Day),
  endDate: z.string('End date is required.').min(1, 'End date is required.').pipe(Day),
  salesTaxRate: z
    .number({
      error: ({ input }) =>
        input === undefined || input === null || input === ''
          ? 'Sales tax rate is required.'
          : 'Sales tax rate must be a number.',
    })
    .min(0, 'Sales tax rate must be between 0 and 100.')
    .max(100, 'Sales tax rate must be between 0 and 100.'),
  adminId: z.uuid(CHOOSE_ADMIN),
  packageOption: PackageOption,
  hours: clearable(text(0, 120, 'Use at most 120 characters.'), ''),
  publicMessage: clearable(paragraph(1_000), ''),
  deviceIds: clearable(z.array(Id).max(50, 'Choose at most 50 devices.'), []),
};
const endsAfterStart = ({ startDate, endDate }: { startDate: string; endDate: string }) =>
  endDate >= startDate;
const endBeforeStart = {
  path: ['endDate'],
  message: 'End date should not be before start date.',
  when: whenDays('startDate', 'endDate'),
};

/** Identifier of an existing school; an unknown one is an error of this field. */
const SchoolIdentifier = z
  .string('Please select a school.')
  .trim()
  .min(1, 'Please select a school.')
  .max(40, 'Use at most 40 characters.');

/**
 * Request to plan a fair (specification 5). A blank identifier is derived from the school's:
 * `<SCHOOL>-<YY>-<NN>`.
 */
export const NewFair = z
  .strictObject({
    schoolIdentifier: SchoolIdentifier,
    identifier: optional(PublicIdentifier),
    ...fields,
  })
  .refine(endsAfterStart, endBeforeStart);
export type NewFair = z.infer<typeof NewFair>;

/**
 * Request to change a fair. School and start date are fixed after the first order; a new tax rate
 * applies to new orders only and needs `confirm` once orders exist (domain 3.5).
 */
export const FairChanges = z
  .strictObject({
    schoolIdentifier: SchoolIdentifier,
    ...fields,
    published: clearable(z.boolean(), false),
    version: Version,
    confirm: optional(z.boolean()),
  })
  .refine(endsAfterStart, endBeforeStart);
export type FairChanges = z.infer<typeof FairChanges>;
