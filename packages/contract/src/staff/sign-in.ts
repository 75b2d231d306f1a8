import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { LinkPasswordForm } from './passwords.ts';
import { anyone, Duty, PermissionEntry, self } from '../permissions.ts';
import { dataSchema, Email, Id, Instant, optional } from '../values.ts';

/** A bearer token and its expiry. */
export const Token = z.strictObject({ token: z.string(), expiresAt: Instant });
export type Token = z.infer<typeof Token>;

/**
 * Tokens of a session: access (JWT, 15 minutes) and refresh (opaque, 12 hours idle, 30 days at
 * most).
 */
export const TokenPair = z.strictObject({ access: Token, refresh: Token });
export type TokenPair = z.infer<typeof TokenPair>;

/** Claims of the access token (specification 3, "Current user"). */
export const AccessClaims = z.object({
  sub: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  role: z.object({ role: z.string() }),
  name: z.string(),
  is_super: z.boolean(),
  /** True if the person works in some places only. Missing from tokens of earlier versions. */
  is_limited: z.boolean().optional(),
  /**
   * For a person who needs a second factor and has none: the last day without one, and whether it is
   * over. Missing from tokens of earlier versions.
   */
  factor_due_on: z.string().nullish(),
  is_factor_missing: z.boolean().optional(),
  exp: z.int(),
});
export type AccessClaims = z.infer<typeof AccessClaims>;

/** Email and password as typed; the messages are those of specification 5. */
export const LoginForm = z.strictObject({
  email: Email,
  password: z
    .string('Password is required')
    .min(1, 'Password is required')
    .max(1_000, 'Password is required'),
});
export type LoginForm = z.infer<typeof LoginForm>;

/** Sign-in request: the form, and the token of a browser that has signed in before. */
export const Login = LoginForm.extend({
  browserToken: optional(
    z.string('This is not a browser token.').max(2_000, 'This is not a browser token.'),
  ),
});
export type Login = z.infer<typeof Login>;

/**
 * Answer to a sign-in. `duties` are in addition to the specification's `permission`. `browserToken`
 * speeds up the next sign-in in this browser and survives signing out.
 */
export const LoginAnswer = z.strictObject({
  message: z.string(),
  token: TokenPair,
  permission: z.array(PermissionEntry),
  duties: z.array(Duty),
  browserToken: z.string(),
});
export type LoginAnswer = z.infer<typeof LoginAnswer>;

/** Request for a link to set a new password. */
export const ForgotPasswordForm = z.strictObject({ email: Email });

export const RefreshForm = z.strictObject({ refreshToken: z.string().min(1).max(500) });
export const RefreshAnswer = z.strictObject({
  data: z.strictObject({
    token: TokenPair,
    permission: z.array(PermissionEntry),
    duties: z.array(Duty),
  }),
});
export type RefreshAnswer = z.infer<typeof RefreshAnswer>;

/** Purpose of a mailed link. */
export const LinkKind = z.enum(['setup', 'reset']);
export type LinkKind = z.infer<typeof LinkKind>;

/** Facts about a valid link; name and role only for a link that sets up an account. */
export const LinkInfo = z.strictObject({
  kind: LinkKind,
  email: z.string(),
  firstName: z.string().optional(),
  roleName: z.string().optional(),
  expiresAt: Instant,
});
export type LinkInfo = z.infer<typeof LinkInfo>;

/** One active session of one's own account. */
export const Session = z.strictObject({
  id: Id,
  createdAt: Instant,
  lastUsedAt: Instant,
  ip: z.string(),
  userAgent: z.string(),
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

/**
 * Ends other sessions. Requires the password, or a fresh proof of an admin without one: an unattended
 * session is not enough.
 */
export const EndSessions = z.strictObject({
  currentPassword: optional(
    z.string('Enter your password.').max(200, 'The current password is wrong.'),
  ),
});
export type EndSessions = z.infer<typeof EndSessions>;

/**
 * True if a mail server is configured. Without one, messages are files that the operator passes on.
 */
export const MailDelivery = z.strictObject({ sendsMail: z.boolean() });
export type MailDelivery = z.infer<typeof MailDelivery>;

export const authApi = defineApi({
  mailDelivery: {
    call: 'GET /v1/public/mail-delivery',
    place: 'none',
    access: anyone,
    summary: 'Check if this server sends email',
    description:
      'Without a mail server the messages are files in the data folder, and screens do not point to a mailbox.',
    response: dataSchema(MailDelivery),
  },
  login: {
    call: 'POST /v1/auth/login',
    place: 'none',
    access: anyone,
    summary: 'Sign in with email and password',
    description:
      'A wrong login answers 401 INVALID_CREDENTIALS with one text for an unknown email and a wrong password. Ten failures of an account from one address pause it there (429); failures from elsewhere delay the answer by up to 8 seconds, except for a browser that sends the token of its last sign-in.',
    body: Login,
    response: LoginAnswer,
  },
  refreshTokens: {
    call: 'POST /v1/auth/refresh-tokens',
    place: 'none',
    access: anyone,
    summary: 'Exchange a refresh token for new tokens',
    description:
      'Each refresh token is valid once. For 30 seconds, repeating it returns the same successor; later use ends the session.',
    body: RefreshForm,
    response: RefreshAnswer,
  },
  logout: {
    call: 'POST /v1/auth/logout',
    place: 'none',
    access: anyone,
    summary: 'End the session of a refresh token',
    description:
      "For a session that began at the company's provider, `next` is the address that ends it there too.",
    body: RefreshForm,
    response: dataSchema(z.strictObject({ next: z.string() }).nullable()),
  },
  forgotPassword: {
    call: 'POST /v1/auth/forgot-password',
    place: 'none',
    access: anyone,
    summary: 'Request a link to set a new password',
    description: 'The response does not depend on whether the account exists.',
    body: ForgotPasswordForm,
    response: dataSchema(z.null()),
  },
  checkLink: {
    call: 'POST /v1/auth/check-link',
    place: 'none',
    access: anyone,
    summary: 'Check if an emailed link is valid, without using it',
    body: z.strictObject({ token: z.string().max(200), kind: LinkKind }),
    response: dataSchema(LinkInfo),
  },
  resetPassword: {
    call: 'POST /v1/auth/reset-password',
    place: 'none',
    access: anyone,
    summary: 'Set a new password with an emailed link',
    description: 'Uses the link (valid for 60 minutes) and ends all sessions.',
    body: LinkPasswordForm,
    response: dataSchema(z.strictObject({ email: z.string() })),
  },
  setupPassword: {
    call: 'POST /v1/auth/setup-password',
    place: 'none',
    access: anyone,
    summary: 'Set the first password with an emailed link',
    description: 'Uses the link (valid for 72 hours) and verifies the email address.',
    body: LinkPasswordForm,
    response: dataSchema(z.strictObject({ email: z.string() })),
  },
  sessions: {
    call: 'GET /v1/auth/sessions',
    place: 'none',
    access: self,
    summary: 'List your own sessions',
    response: dataSchema(z.array(Session)),
  },
  endSession: {
    call: 'DELETE /v1/auth/sessions/:id',
    place: 'none',
    access: self,
    summary: 'End one of your own sessions',
    body: EndSessions,
    response: dataSchema(z.null()),
  },
  endOtherSessions: {
    call: 'DELETE /v1/auth/sessions',
    place: 'none',
    access: self,
    summary: 'End all your own sessions except this one',
    body: EndSessions,
    response: dataSchema(z.strictObject({ ended: z.int() })),
  },
});
