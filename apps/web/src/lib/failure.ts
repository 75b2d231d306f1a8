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
