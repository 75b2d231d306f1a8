import type { Refusal } from '@pos/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isStorageFull, isUnavailable } from '../db/database-errors.ts';
import { Failure } from './failure.ts';

/** Turns whatever was thrown into the refusal that the contract promises; a bug is logged with its request id and answered neutrally. */
export function answerRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = failureOf(error, request);
  const { fields, retryAfter, ...details } = failure.details;
  const body: Refusal = {
    code: failure.code,
    // The specification's clients parse the message of a 400 as JSON (section 8).
    message: fields ? JSON.stringify(fields) : failure.message,
    requestId: request.id,
    ...(fields && { errors: fields }),
    ...details,
  };
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  return reply.status(failure.status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** What was thrown as an expected refusal; a bug is logged and becomes INTERNAL. */
export function failureOf(error: unknown, request: FastifyRequest): Failure {
  const failure = asFailure(error);
  if (failure.code === 'INTERNAL') request.log.error({ err: error }, 'bug');
  return failure;
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (isStorageFull(error)) return new Failure('STORAGE_FULL', 'The storage is full. Nothing was saved; reading still works.', { retryAfter: 30 });
  if (isUnavailable(error)) return new Failure('NOT_READY', 'The service is not ready. Try again in a moment.', { retryAfter: 1 });
  return asFrameworkRefusal(error) ?? new Failure('INTERNAL', 'Something went wrong on our side. Give this reference to support.');
}

/** What Fastify itself refuses: malformed JSON, a wrong content type, a body that is too large. */
function asFrameworkRefusal(error: unknown): Failure | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Failure('FILE_TOO_LARGE', 'File exceed the maximum size of 5 MB.', {});
  switch (error.statusCode) {
    case 400:
      return new Failure('VALIDATION_FAILED', 'The request cannot be read.', { fields: { body: 'The request cannot be read as JSON.' } });
    case 404:
      return new Failure('NOT_FOUND', 'There is no such address.');
    case 413:
      return new Failure('BODY_TOO_LARGE', 'The request is larger than 1 MB. Send it in smaller parts.');
    case 415:
      return new Failure('UNSUPPORTED_MEDIA_TYPE', 'Send application/json.');
    default:
      return undefined;
  }
}
