import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { anyone, fresh, self, superAdmin } from '../permissions.ts';
import { dataSchema, Id, optional, text } from '../values.ts';
import { Login, LoginAnswer } from './sign-in.ts';

/** Maximum number of groups that give a role. */
export const MAX_GROUPS = 50;

/** Address at the provider to open, and the token that its answer is sent back with. */
export const ProviderVisit = z.strictObject({ url: z.string(), token: z.string() });
export type ProviderVisit = z.infer<typeof ProviderVisit>;

const BAD_ANSWER = 'This sign-in is not valid. Start again.';
/** Answer of the provider: the query part of the address that it led back to. */
export const ProviderAnswer = z.strictObject({
  token: z.string(BAD_ANSWER).max(2_000, BAD_ANSWER),
  answer: z.string(BAD_ANSWER).max(8_000, BAD_ANSWER),
});
export type ProviderAnswer = z.infer<typeof ProviderAnswer>;

export const CompanyLogin = ProviderAnswer.extend({ browserToken: Login.shape.browserToken });
export type CompanyLogin = z.infer<typeof CompanyLogin>;

const GroupRole = z.strictObject({
  group: text(1, 200, 'Enter the group as the provider names it.'),
  roleId: z.uuid('Choose a role.'),
});
const issuer = text(
  1,
  500,
  'Enter the address of the provider, such as https://login.example.com.',
);
const clientId = text(1, 200, 'Enter the client ID.');
const clientSecret = optional(
  z.string('Enter the client secret.').trim().max(500, 'Enter the client secret.'),
);

/** Settings as they are saved. A blank secret keeps the stored one. */
export const CompanySignInForm = z.strictObject({
  name: text(1, 40, 'Enter the name of the provider.'),
  issuer,
  clientId,
  clientSecret,
  groupsClaim: text(1, 100, 'Enter the claim that lists the groups.'),
  groups: z
    .array(GroupRole, 'Add at least one group.')
    .min(1, 'Add at least one group.')
    .max(MAX_GROUPS, `Use at most ${MAX_GROUPS} groups.`)
    .refine((all) => new Set(all.map(({ group }) => group)).size === all.length, {
      error: 'Each group can be listed once.',
    }),
  allowsPasswords: z.boolean('Choose yes or no.'),
  /** SUPER_ADMINs who may sign in with a password in any case. */
  breakGlass: z.array(Id).max(20, 'Choose at most 20 owners.'),
});
export type CompanySignInForm = z.infer<typeof CompanySignInForm>;

export const ProviderTest = z.strictObject({ issuer, clientId, clientSecret });
export type ProviderTest = z.infer<typeof ProviderTest>;

/** Settings of the company sign-in; `current` is null until it is set up. */
export const CompanySignIn = z.strictObject({
  current: CompanySignInForm.omit({ clientSecret: true, breakGlass: true }).nullable(),
  /** Active SUPER_ADMINs with a password. */
  owners: z.array(z.strictObject({ id: Id, name: z.string(), isBreakGlass: z.boolean() })),
  /** Addresses to enter at the provider. */
  addresses: z.strictObject({
    signIn: z.string(),
    backChannelSignOut: z.string(),
    afterSignOut: z.string(),
  }),
});
export type CompanySignIn = z.infer<typeof CompanySignIn>;

export const companyApi = defineApi({
  begin: {
    call: 'POST /v1/auth/company-sign-in',
    place: 'none',
    access: anyone,
    summary: "Begin a sign-in by the company's identity provider",
    description:
      'OpenID Connect with authorization code and PKCE. The provider leads back to /company-sign-in, whose query part is the answer. 404 while the company has set none up.',
    response: dataSchema(ProviderVisit),
  },
  login: {
    call: 'POST /v1/auth/login-company',
    place: 'none',
    access: anyone,
    summary: "Finish a sign-in by the company's identity provider",
    description:
      'Makes the account at the first sign-in, or links the one with the verified email address. 401 INVALID_CREDENTIALS without a group that gives a role.',
    body: CompanyLogin,
    response: LoginAnswer,
  },
  beginProof: {
    call: 'POST /v1/factor/confirmation/company',
    place: 'none',
    access: self,
    summary: 'Begin to confirm who you are at the provider',
    response: dataSchema(ProviderVisit),
  },
  settings: {
    call: 'GET /v1/settings/company-sign-in',
    place: 'seen',
    access: superAdmin,
    summary: 'Get the settings of the company sign-in',
    response: dataSchema(CompanySignIn),
  },
  set: {
    call: 'PUT /v1/settings/company-sign-in',
    place: 'everywhere',
    access: fresh(superAdmin),
    summary: 'Set up or change the company sign-in',
    description:
      'Another provider or client ends all sessions of the former one. Switching passwords off ends the sessions that began with one, but for break-glass owners.',
    body: CompanySignInForm,
    response: dataSchema(CompanySignIn),
  },
  stop: {
    call: 'DELETE /v1/settings/company-sign-in',
    place: 'everywhere',
    access: fresh(superAdmin),
    summary: 'Stop the company sign-in',
    description: 'Ends the sessions that began with it. Passwords sign in again.',
    response: dataSchema(CompanySignIn),
  },
  test: {
    call: 'POST /v1/settings/company-sign-in/test',
    place: 'everywhere',
    access: fresh(superAdmin),
    summary: 'Test the connection to the identity provider',
    description: 'Reads what the provider publishes and tries the client. Errors name their field.',
    body: ProviderTest,
    response: dataSchema(z.strictObject({ warnings: z.array(z.string()) })),
  },
});
