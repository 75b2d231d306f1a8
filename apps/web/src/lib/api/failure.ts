import { ApiError } from '@pos/contract/client';
import { pluralize } from '@pos/contract/values/counts';

/** A failure as shown to people: the message, and the reference to look up in the server's log. */
export type FailureText = { message: string; reference: string | undefined };

/** Turns anything a call threw into a message. */
export function failureText(error: unknown): FailureText {
  if (error instanceof ApiError) {
    const { message, requestId, errors } = error.refusal;
    const wait = error.retryAfter ? ` Try again in ${pluralize(error.retryAfter, 'second')}.` : '';
    const sentence = errors ? Object.values(errors).join(' ') : message;
    return {
      message: /[Aa]gain in \d/.test(sentence) ? sentence : `${sentence}${wait}`,
      reference: requestId || undefined,
    };
  }
  // fetch throws a TypeError with a technical message when the server cannot be reached.
  if (error instanceof TypeError)
    return {
      message: 'The server did not answer. Check the connection and try again.',
      reference: undefined,
    };
  return {
    message: 'Something went wrong in this page. Reload it and try again.',
    reference: undefined,
  };
}

/** Error of a call that sends a file: at the file's field, or `other`. */
export type FileProblem = { file?: string; other?: string };

/** Turns anything a call with a file threw into its message, at the file's field if it is about it. */
export function fileProblem(error: unknown): FileProblem {
  const ofFile = error instanceof ApiError ? error.refusal.errors?.['file'] : undefined;
  return ofFile ? { file: ofFile } : { other: failureText(error).message };
}
