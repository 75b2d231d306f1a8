import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { anyone, edit, fresh, readOrEdit, self, superAdmin } from '../permissions.ts';
import { dataSchema, Day, Done, Id, Instant, optional, text } from '../values.ts';
import { ProviderAnswer } from './company-sign-in.ts';
import { LoginAnswer } from './sign-in.ts';

/** Days after a requirement begins in which people may still work without a second factor. */
export const FACTOR_GRACE_DAYS = 14;
/** Maximum passkeys of one person. */
export const MAX_PASSKEYS = 10;
/** Minutes for which a proof of who somebody is opens dangerous calls. */
export const FRESH_MINUTES = 10;

/** Code of an authenticator app. */
export const AppCodeForm = z.strictObject({
  code: z
    .string('Enter the 6-digit code.')
    .trim()
    .regex(/^\d{6}$/, 'Enter the 6-digit code.'),
});

/** Code of an authenticator app, or one of the recovery codes. */
const FactorCode = z
  .string('Enter the code.')
  .trim()
  .min(1, 'Enter the code.')
  .max(20, 'Enter the 6-digit code or a recovery code.');

const bytes = z.string('This is not a passkey.').max(20_000, 'This is not a passkey.');
const PasskeyToken = z.string('This is not a passkey.').max(2_000, 'This is not a passkey.');

/** Answer of a passkey to a challenge, as base64url. `token` came with the challenge. */
export const PasskeyAnswer = z.strictObject({
  token: PasskeyToken,
  id: bytes,
  clientData: bytes,
  authenticatorData: bytes,
  signature: bytes,
});
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;

/** Options for `navigator.credentials`, as JSON of the WebAuthn standard. */
export const PasskeyChallenge = z.strictObject({
  token: z.string(),
  options: z.record(z.string(), z.unknown()),
});
export type PasskeyChallenge = z.infer<typeof PasskeyChallenge>;

const PasskeyName = text(1, 40, 'Enter a name for the passkey.');
export const PasskeyNameForm = z.strictObject({ name: PasskeyName });

/** A new passkey, as base64url. */
export const NewPasskey = z.strictObject({
  name: PasskeyName,
  token: PasskeyToken,
  id: bytes,
  clientData: bytes,
  attestation: bytes,
  transports: z.array(z.string('This is not a passkey.').max(30, 'This is not a passkey.')).max(10),
});
export type NewPasskey = z.infer<typeof NewPasskey>;

/** Second step of a sign-in: a code or a passkey. `factorToken` came with FACTOR_NEEDED. */
export const FactorLogin = z.strictObject({
  factorToken: z.string('Sign in again.').max(2_000, 'Sign in again.'),
  code: optional(FactorCode),
  passkey: optional(PasskeyAnswer),
  browserToken: optional(
    z.string('This is not a browser token.').max(2_000, 'This is not a browser token.'),
  ),
});
export type FactorLogin = z.infer<typeof FactorLogin>;

/** Sign-in with a passkey alone. */
export const PasskeyLogin = FactorLogin.pick({ browserToken: true }).extend({
  passkey: PasskeyAnswer,
});
export type PasskeyLogin = z.infer<typeof PasskeyLogin>;

/**
 * Proof of who a signed-in person is: a factor, or for a person without one the password or a new
 * sign-in at the company's provider.
 */
export const Confirmation = z.strictObject({
  password: optional(z.string('Enter your password.').max(1_000, 'The password is wrong.')),
  code: optional(FactorCode),
  passkey: optional(PasskeyAnswer),
  company: optional(ProviderAnswer),
});
export type Confirmation = z.infer<typeof Confirmation>;

/** A passkey of one's own account. */
export const Passkey = z.strictObject({
  id: Id,
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

/** Factors of one's own account. `dueOn` is the last day without one, if one is required. */
export const OwnFactors = z.strictObject({
  hasApp: z.boolean(),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.int(),
  dueOn: Day.nullable(),
});
export type OwnFactors = z.infer<typeof OwnFactors>;

/** Recovery codes made with the first factor, shown once; none if the person had some. */
const RecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });

/** Ways to confirm who one is: the password and the provider only for a person without a factor. */
export const ConfirmationWays = z.strictObject({
  ways: z.array(z.enum(['password', 'code', 'passkey', 'company'])),
});
export type ConfirmationWays = z.infer<typeof ConfirmationWays>;

/** Factor of another person: whether they have one, and who asked to remove it. */
export const FactorOfAdmin = z.strictObject({
  hasFactor: z.boolean(),
  reset: z.strictObject({ askedBy: z.string(), askedById: Id, askedAt: Instant }).nullable(),
});
export type FactorOfAdmin = z.infer<typeof FactorOfAdmin>;

/** Day from which everybody needs a second factor; null: only people whose role says so. */
export const FactorRequirement = z.strictObject({ requiredFrom: Day.nullable() });
export type FactorRequirement = z.infer<typeof FactorRequirement>;

export const RequirementForm = z.strictObject({ requiredFrom: Day });

export const factorApi = defineApi({
  login: {
    call: 'POST /v1/auth/login-factor',
    place: 'none',
    access: anyone,
    summary: 'Continue a sign-in with a second factor',
    description:
      'After 401 FACTOR_NEEDED. A wrong code is a field error; ten of an account within 15 minutes pause its codes (429), except for a browser that has signed in before.',
    body: FactorLogin,
    response: LoginAnswer,
  },
  challenge: {
    call: 'POST /v1/auth/passkey-challenge',
    place: 'none',
    access: anyone,
    summary: 'Get a challenge for a passkey to sign in with',
    description:
      'With `factorToken` for the passkeys of that account, otherwise for any: the device offers its own. Valid for five minutes and one answer.',
    body: z.strictObject({ factorToken: optional(FactorLogin.shape.factorToken) }),
    response: dataSchema(PasskeyChallenge),
  },
  loginPasskey: {
    call: 'POST /v1/auth/login-passkey',
    place: 'none',
    access: anyone,
    summary: 'Sign in with a passkey alone',
    body: PasskeyLogin,
    response: LoginAnswer,
  },
  beginPasskey: {
    call: 'POST /v1/factor/passkey-challenge',
    place: 'none',
    access: fresh(self),
    summary: 'Begin to add a passkey',
    response: dataSchema(PasskeyChallenge),
  },
  addPasskey: {
    call: 'POST /v1/factor/passkeys',
    place: 'none',
    access: fresh(self),
    summary: 'Add a passkey',
    description: 'At most ten. The first factor of an account ends its other sessions.',
    body: NewPasskey,
    response: dataSchema(RecoveryCodes),
  },
  renamePasskey: {
    call: 'PATCH /v1/factor/passkeys/:id',
    place: 'none',
    access: self,
    summary: 'Rename a passkey',
    body: PasskeyNameForm,
    response: dataSchema(z.null()),
  },
  removePasskey: {
    call: 'DELETE /v1/factor/passkeys/:id',
    place: 'none',
    access: fresh(self),
    summary: 'Remove a passkey',
    response: dataSchema(z.null()),
  },
  confirmationChallenge: {
    call: 'POST /v1/factor/confirmation/challenge',
    place: 'none',
    access: self,
    summary: 'Get a challenge for a passkey to confirm who you are',
    response: dataSchema(PasskeyChallenge),
  },
  get: {
    call: 'GET /v1/factor',
    place: 'none',
    access: self,
    summary: 'Get your own second factors',
    response: dataSchema(OwnFactors),
  },
  beginApp: {
    call: 'POST /v1/factor/app',
    place: 'none',
    access: fresh(self),
    summary: 'Begin to set up an authenticator app',
    description: 'Nothing changes until the first code confirms it.',
    response: dataSchema(z.strictObject({ secret: z.string(), uri: z.string() })),
  },
  confirmApp: {
    call: 'POST /v1/factor/app/confirm',
    place: 'none',
    access: fresh(self),
    summary: 'Finish the authenticator app with its first code',
    description: 'The first factor of an account ends its other sessions.',
    body: AppCodeForm,
    response: dataSchema(RecoveryCodes),
  },
  removeApp: {
    call: 'DELETE /v1/factor/app',
    place: 'none',
    access: fresh(self),
    summary: 'Remove your authenticator app',
    response: dataSchema(z.null()),
  },
  newRecoveryCodes: {
    call: 'POST /v1/factor/recovery-codes',
    place: 'none',
    access: fresh(self),
    summary: 'Replace your recovery codes',
    response: dataSchema(RecoveryCodes),
  },
  ways: {
    call: 'GET /v1/factor/confirmation',
    place: 'none',
    access: self,
    summary: 'List the ways to confirm who you are',
    response: dataSchema(ConfirmationWays),
  },
  confirm: {
    call: 'POST /v1/factor/confirmation',
    place: 'none',
    access: self,
    summary: 'Confirm who you are, for dangerous calls within ten minutes',
    description:
      'Calls that need it answer 403 CONFIRM_FIRST. The password counts only for people without a second factor.',
    body: Confirmation,
    response: dataSchema(z.null()),
  },
  ofAdmin: {
    call: 'GET /v1/admins/factor/:id',
    place: 'seen',
    access: readOrEdit('Users'),
    summary: 'Find out whether a user has a second factor, and who asked to remove it',
    response: dataSchema(FactorOfAdmin),
  },
  askReset: {
    call: 'POST /v1/admins/factor-reset/:id',
    place: 'everywhere',
    access: fresh(edit('Users')),
    summary: 'Ask to remove the lost factors of a user',
    description:
      'The user is told by email. Another administrator has to confirm it within 24 hours; a sign-in of the user with the factor ends it.',
    response: Done,
  },
  confirmReset: {
    call: 'POST /v1/admins/confirm-factor-reset/:id',
    place: 'everywhere',
    access: fresh(edit('Users')),
    summary: 'Remove the lost factors of a user, as the second administrator',
    description: 'Ends the sessions of the user and tells them by email.',
    response: Done,
  },
  withdrawReset: {
    call: 'DELETE /v1/admins/factor-reset/:id',
    place: 'everywhere',
    access: edit('Users'),
    summary: 'Keep the factors of a user',
    response: Done,
  },
  requirement: {
    call: 'GET /v1/settings/second-factor',
    place: 'seen',
    access: superAdmin,
    summary: 'Get the day from which everybody needs a second factor',
    response: dataSchema(FactorRequirement),
  },
  require: {
    call: 'PUT /v1/settings/second-factor',
    place: 'everywhere',
    access: fresh(superAdmin),
    summary: 'Require a second factor of everybody from a day on',
    body: RequirementForm,
    response: dataSchema(FactorRequirement),
  },
  requireNoMore: {
    call: 'DELETE /v1/settings/second-factor',
    place: 'everywhere',
    access: fresh(superAdmin),
    summary: 'Require a second factor only of people whose role says so',
    response: dataSchema(FactorRequirement),
  },
});
