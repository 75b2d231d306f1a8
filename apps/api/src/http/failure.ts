import {
  ERROR_STATUS,
  type ErrorCode,
  type FieldErrors,
  type Reason,
  type SignInFactors,
} from '@pos/contract/errors';

/** Data of a refusal beside its sentence. `retryAfter` is in seconds. */
export type FailureDetails = {
  fields?: FieldErrors;
  reasons?: Reason[];
  warnings?: Reason[];
  attemptsLeft?: number;
  current?: unknown;
  changedBy?: string;
  changedAt?: string;
  factor?: SignInFactors;
  retryAfter?: number;
};

/** An expected refusal. Any other error is a bug and answers 500. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly details: FailureDetails;

  constructor(code: ErrorCode, message: string, details: FailureDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** Refuses a form, with a sentence for each field (400 VALIDATION_FAILED). */
export function invalid(fields: FieldErrors): Failure {
  return new Failure('VALIDATION_FAILED', 'Please correct the highlighted fields.', { fields });
}

/** Refuses a record that does not exist: "This fair does not exist, or no longer exists." */
export function missing(what: string): Failure {
  return new Failure('NOT_FOUND', `This ${what} does not exist, or no longer exists.`);
}

/** Sentence to refuse an address without a call, page or file. */
export const NO_ADDRESS = 'This address does not exist.';

/** Refuses an unknown address: 404 NOT_FOUND. */
export function noAddress(): Failure {
  return new Failure('NOT_FOUND', NO_ADDRESS);
}

/**
 * Awaits `work` and returns the failure that refused it, if any. Throws any other error: after one of
 * the database, its transaction reads nothing more.
 */
export async function catchFailure(work: Promise<unknown>): Promise<Failure | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}
