import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { edit, self, signedIn } from './permissions.ts';
import { dataOf, Email, Id, Instant, Option, OptionsQuery, RecordStatus, text, Version } from './values.ts';

/** The phone country codes that are offered (specification 9). */
export const PHONE_COUNTRY_CODES = ['+1'] as const;
/** Stands for a secret code that is set; sent back, it keeps the code (api.md). */
export const KEPT_SECRET_CODE = '****';

export const PhoneCountryCode = z.enum(PHONE_COUNTRY_CODES, 'Invalid mobile number.');
/** Ten digits; sent without punctuation, shown as +1 (xxx) xxx-xxxx. */
export const Phone = z.string('Invalid mobile number.').trim().regex(/^\d{10}$/, 'Invalid mobile number.');
const SecretCode = z.string('Please enter 4 digit Secret code.').regex(/^\d{4}$/, 'Please enter 4 digit Secret code.');
const FirstName = text(2, 20, 'First name must have 2 to 20 characters.');
const LastName = text(2, 20, 'Last name must have 2 to 20 characters.');

/** What is sent to add an admin (specification 5). */
export const NewAdmin = z.strictObject({
  firstName: FirstName,
  lastName: LastName,
  email: Email,
  countryCode: PhoneCountryCode,
  phone: Phone,
  roleId: z.uuid('Please select a role.'),
  secretCode: SecretCode,
});
export type NewAdmin = z.infer<typeof NewAdmin>;

/** A staff member with a login. The secret code is write-only: `hasSecretCode` tells whether one is set. */
export const Admin = z.strictObject({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  countryCode: z.string(),
  phone: z.string().nullable(),
  roleId: Id,
  roleName: z.string(),
  hasSecretCode: z.boolean(),
  status: RecordStatus,
  lastLoginAt: Instant.nullable(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Admin = z.infer<typeof Admin>;

/** What an admin may change of themselves; role and status are not theirs to change. */
export const ProfileChanges = z.strictObject({
  firstName: FirstName,
  lastName: LastName,
  countryCode: PhoneCountryCode,
  phone: Phone,
  secretCode: z.union([SecretCode, z.literal(KEPT_SECRET_CODE)], 'Please enter 4 digit Secret code.'),
  version: Version,
});
export type ProfileChanges = z.infer<typeof ProfileChanges>;

export const adminsApi = defineApi({
  add: {
    method: 'POST', path: '/v1/admins/add', access: edit('Users'), summary: 'Add an admin', idempotent: true,
    body: NewAdmin, response: dataOf(Admin),
  },
  getAdmins: {
    method: 'GET', path: '/v1/admins/get-admins', access: signedIn, summary: 'Active admins to choose from',
    query: OptionsQuery, response: dataOf(z.array(Option)),
  },
  profile: { method: 'GET', path: '/v1/admins/profile', access: self, summary: 'The signed-in admin', response: dataOf(Admin) },
  updateProfile: {
    method: 'PUT', path: '/v1/admins/profile', access: self, summary: 'Change the own names, phone and secret code',
    body: ProfileChanges, response: dataOf(Admin),
  },
});
