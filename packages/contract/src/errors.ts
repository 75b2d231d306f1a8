import { z } from 'zod';
import { closedSet } from './values.ts';

/** Error codes of the API and their HTTP status (api.md, "Errors"). */
export const ERROR_STATUS = {
  VALIDATION_FAILED: 400,
  LINK_EXPIRED: 400,
  CODE_WRONG: 400,
  INVALID_CREDENTIALS: 401,
  FACTOR_NEEDED: 401,
  TOKEN_EXPIRED: 401,
  TOKEN_INVALID: 401,
  SESSION_REVOKED: 401,
  VERIFY_FIRST: 403,
  FACTOR_MISSING: 403,
  CONFIRM_FIRST: 403,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  STALE_VERSION: 409,
  STALE_QUANTITY: 409,
  INVALID_TRANSITION: 409,
  FAIR_FINISHED: 409,
  CLOSE_OUT_BLOCKED: 409,
  FIGURES_MOVED: 409,
  CONFIRMATION_NEEDED: 409,
  STOCK_INSUFFICIENT: 409,
  WALLET_INSUFFICIENT: 409,
  AVE_DOLLAR_INSUFFICIENT: 409,
  AVE_DOLLAR_SPENT: 409,
  IN_USE: 409,
  REPORT_TOO_LONG: 409,
  SYNC_RUNNING: 409,
  SYNC_SOURCE_MISSING: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  LAST_SUPER_ADMIN: 409,
  FILE_TOO_LARGE: 413,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_FILE: 415,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  DEVICE_LOCKED: 423,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  NOT_READY: 503,
  STORAGE_FULL: 503,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;
export const ErrorCode = closedSet(ERROR_STATUS);

/**
 * One reason or warning of a refusal that lists several. If `text` is a header of a file, `column`
 * is our column and `sample` a value below it.
 */
export const Reason = z.strictObject({
  code: z.string(),
  text: z.string(),
  count: z.int().optional(),
  link: z.string().optional(),
  column: z.string().optional(),
  sample: z.string().optional(),
});
export type Reason = z.infer<typeof Reason>;

/** Messages by dotted field path: `{ "lines.0.quantity": "…" }`. */
export const FieldErrors = z.record(z.string(), z.string());
export type FieldErrors = z.infer<typeof FieldErrors>;

/** Factors that a sign-in may continue with. `token` is valid for ten minutes. */
export const SignInFactors = z.strictObject({
  token: z.string(),
  ways: z.array(z.enum(['code', 'passkey'])),
});
export type SignInFactors = z.infer<typeof SignInFactors>;

/**
 * Body of every refusal. For field errors (400 VALIDATION_FAILED), `message` is a JSON string of
 * the object in `errors`, as the specification requires (section 8).
 */
export const Refusal = z.object({
  code: ErrorCode,
  message: z.string(),
  requestId: z.string(),
  errors: FieldErrors.optional(),
  reasons: z.array(Reason).optional(),
  warnings: z.array(Reason).optional(),
  attemptsLeft: z.int().optional(),
  current: z.unknown().optional(),
  changedBy: z.string().optional(),
  changedAt: z.string().optional(),
  /** Continues a sign-in whose password was right: its token, and the factors of the account. */
  factor: SignInFactors.optional(),
});
export type Refusal = z.infer<typeof Refusal>;
