import { ERROR_STATUS, type ErrorCode, type FieldErrors, type Reason } from '@pos/contract/errors';

/** What a refusal may carry beside its sentence. `retryAfter` is in seconds. */
export type FailureDetails = {
  fields?: FieldErrors;
  reasons?: Reason[];
  warnings?: Reason[];
  attemptsLeft?: number;
  current?: unknown;
  changedBy?: string;
  changedAt?: string;
  retryAfter?: number;
};

/** An expected refusal. Anything else that is thrown is a bug and answers 500. */
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

/** Refuses a form: each field with its sentence (400 VALIDATION_FAILED). */
export function invalid(fields: FieldErrors): Failure {
  return new Failure('VALIDATION_FAILED', 'Please correct the highlighted fields.', { fields });
}

/** Refuses a record that is not there: "This fair no longer exists." */
export function missing(what: string): Failure {
  return new Failure('NOT_FOUND', `This ${what} does not exist, or no longer exists.`);
}

/** Sentence of the refusal of an address that no call, page or file has. */
export const NO_ADDRESS = 'There is no such address.';

/** Refuses an address that leads nowhere: 404 NOT_FOUND. */
export function noAddress(): Failure {
  return new Failure('NOT_FOUND', NO_ADDRESS);
}
