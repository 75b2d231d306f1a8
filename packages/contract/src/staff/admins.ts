import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { ChangePasswordForm } from './passwords.ts';
import { byRecord, PROMOTED, severalOf, yesOrNo } from '../list-filters.ts';
import { edit, fresh, read, readOrEdit, self, signedIn } from '../permissions.ts';
import { RECORD_STATUS } from '../record-status.ts';
import {
  dataSchema,
  Done,
  Email,
  Id,
  Instant,
  listSchema,
  listQuery,
  optional,
  OptionsQuery,
  RecordOption,
  RecordStatus,
  text,
  Version,
} from '../values.ts';

/** Phone country codes on offer (specification 9). */
export const PHONE_COUNTRY_CODES = ['+1'] as const;
/** Placeholder for a secret code that is set; sending it back keeps the code (api.md). */
export const KEPT_SECRET_CODE = '****';

export const PhoneCountryCode = z.enum(PHONE_COUNTRY_CODES, 'Invalid mobile number.');
/** Ten digits; sent without punctuation, shown as +1 (xxx) xxx-xxxx. */
export const Phone = z
  .string('Invalid mobile number.')
  .trim()
  .regex(/^\d{10}$/, 'Invalid mobile number.');
const SecretCode = z
  .string('Please enter 4 digit Secret code.')
  .regex(/^\d{4}$/, 'Please enter 4 digit Secret code.');
const FirstName = text(2, 20, 'First name must have 2 to 20 characters.', 'Enter a first name.');
const LastName = text(2, 20, 'Last name must have 2 to 20 characters.', 'Enter a last name.');

/** Request to add an admin (specification 5). */
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

/**
 * Request to change an admin. `"****"` keeps the secret code. Changing one's own email address
 * requires the password.
 */
export const AdminChanges = NewAdmin.extend({
  secretCode: z.union(
    [SecretCode, z.literal(KEPT_SECRET_CODE)],
    'Please enter 4 digit Secret code.',
  ),
  currentPassword: optional(
    z.string('Enter your password.').max(200, 'The current password is wrong.'),
  ),
  version: Version,
});
export type AdminChanges = z.infer<typeof AdminChanges>;

/**
 * A staff member with a login. The secret code is write-only; `hasSecretCode` says whether one is
 * set.
 */
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
  /** True until the setup link is used; the account is active all the same. */
  invited: z.boolean(),
  /** False until the setup link is used, and for those whom only the company's provider signs in. */
  hasPassword: z.boolean(),
  /** Reason why the last email to the address could not be delivered; null if it was. */
  mailRefusal: z.string().nullable(),
  /**
   * True for the only active SUPER_ADMIN, whose role and status cannot change and who cannot be
   * deleted.
   */
  lastSuperAdmin: z.boolean(),
  /** True if the admin works in some places only. */
  isLimited: z.boolean(),
  /** Number of active fairs that the admin is responsible for. */
  fairs: z.int(),
  lastLoginAt: Instant.nullable(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Admin = z.infer<typeof Admin>;

/**
 * Fields that admins may change on their own account; not role or status. A new secret code
 * requires the password, or a fresh proof of an admin without one; `"****"` keeps the current one.
 */
export const ProfileChanges = z.strictObject({
  firstName: FirstName,
  lastName: LastName,
  countryCode: PhoneCountryCode,
  phone: Phone,
  secretCode: z.union(
    [SecretCode, z.literal(KEPT_SECRET_CODE)],
    'Please enter 4 digit Secret code.',
  ),
  currentPassword: optional(z.string().max(200)),
  version: Version,
});
export type ProfileChanges = z.infer<typeof ProfileChanges>;

/** Form for one's own secret code. The password is asked for if the admin has one. */
export const OwnSecretCode = z.strictObject({
  secretCode: SecretCode,
  currentPassword: optional(z.string().max(200)),
});
export type OwnSecretCode = z.infer<typeof OwnSecretCode>;

/** Form for the code that verifies an email address. */
export const VerificationForm = z.strictObject({
  code: z
    .string('Enter the 6-digit code.')
    .trim()
    .regex(/^\d{6}$/, 'Enter the 6-digit code.'),
});

export const AdminsQuery = listQuery(
  ['name', 'email', 'roleName', 'status', 'lastLoginAt', 'fairs'],
  'name',
  {
    roleId: byRecord('Role', 'roles', PROMOTED),
    status: severalOf('Status', RecordStatus, RECORD_STATUS, PROMOTED),
    verified: yesOrNo('Email', 'Verified', 'Not verified'),
    limited: yesOrNo('Works', 'In some places', 'Everywhere'),
  },
);
export type AdminsQuery = z.output<typeof AdminsQuery>;

/** A link to set the first password, to be given to the admin, and its expiry. */
export const SetupLink = z.strictObject({ link: z.string(), expiresAt: Instant });
export type SetupLink = z.infer<typeof SetupLink>;

export const adminsApi = defineApi({
  list: {
    call: 'GET /v1/admins',
    place: 'seen',
    access: read('Users'),
    summary: 'List admins',
    query: AdminsQuery,
    response: listSchema(Admin),
  },
  getById: {
    call: 'GET /v1/admins/getById/:id',
    place: 'seen',
    access: readOrEdit('Users'),
    summary: 'Get an admin',
    response: dataSchema(Admin),
  },
  update: {
    call: 'PUT /v1/admins/update/:id',
    place: 'everywhere',
    access: edit('Users'),
    summary: 'Change an admin',
    description:
      'A new email address is reported to the old one, ends the sessions and is unverified until its code is entered; changing your own requires `currentPassword`. At most five changes of it in 15 minutes.',
    body: AdminChanges,
    response: dataSchema(Admin),
  },
  changeStatus: {
    call: 'PATCH /v1/admins/change-status/:id',
    place: 'everywhere',
    access: edit('Users'),
    summary: 'Activate or deactivate an admin',
    body: z.strictObject({ status: RecordStatus }),
    response: dataSchema(Admin),
  },
  delete: {
    call: 'DELETE /v1/admins/delete/:id',
    place: 'everywhere',
    access: edit('Users'),
    summary: 'Delete an admin',
    description: '409 IN_USE while the admin is responsible for an active fair or device.',
    response: Done,
  },
  resendSetup: {
    call: 'POST /v1/admins/resend-setup/:id',
    place: 'everywhere',
    access: edit('Users'),
    summary: 'Email a new setup link and revoke the old one',
    description: 'At most five in 15 minutes for an admin, then 429.',
    response: Done,
  },
  setupLink: {
    call: 'POST /v1/admins/setup-link/:id',
    place: 'everywhere',
    access: edit('Users'),
    summary: 'Show the setup link of an invited admin who gets no email',
    description:
      'The link is a secret: whoever has it sets the password. Only an editor who holds every right of the admin may see it, and activity says who did. A link that has expired is replaced. Refused with INVALID_TRANSITION where a mail server is set, unless it refused the invitation: the link then goes to the admin alone.',
    response: dataSchema(SetupLink),
  },
  add: {
    call: 'POST /v1/admins/add',
    place: 'everywhere',
    access: fresh(edit('Users')),
    summary: 'Add an admin',
    idempotent: true,
    body: NewAdmin,
    response: dataSchema(Admin),
  },
  getAdmins: {
    call: 'GET /v1/admins/get-admins',
    place: 'seen',
    access: signedIn,
    summary: 'List active admins as options',
    query: OptionsQuery,
    response: dataSchema(z.array(RecordOption)),
  },
  profile: {
    call: 'GET /v1/admins/profile',
    place: 'none',
    access: self,
    summary: 'Get the signed-in admin',
    response: dataSchema(Admin),
  },
  updateProfile: {
    call: 'PUT /v1/admins/profile',
    place: 'none',
    access: self,
    summary: 'Change your own names, phone and secret code',
    body: ProfileChanges,
    response: dataSchema(Admin),
  },
  changePassword: {
    call: 'POST /v1/admins/change-password',
    place: 'none',
    access: self,
    summary: 'Change your own password',
    description: 'Ends the other sessions.',
    body: ChangePasswordForm,
    response: dataSchema(z.strictObject({ endedSessions: z.int() })),
  },
  resendVerificationCode: {
    call: 'POST /v1/admins/resend-verification-code',
    place: 'none',
    access: self,
    summary: 'Email a new verification code, at most once a minute',
    response: dataSchema(z.null()),
  },
  verifyAccount: {
    call: 'POST /v1/admins/verify-account',
    place: 'none',
    access: self,
    summary: 'Verify your own email address',
    description: 'Six digits, valid for 10 minutes and 5 attempts.',
    body: VerificationForm,
    response: dataSchema(z.null()),
  },
});
