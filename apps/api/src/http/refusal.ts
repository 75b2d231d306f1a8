import type { Refusal } from '@pos/contract/errors';
import { SERVICE_SENTENCES } from '@pos/contract/staff/service-state';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  isOutOfResources,
  isReadOnly,
  isStorageFull,
  isTimedOut,
  isUnavailable,
} from '../db/database-errors.ts';
import { Failure, noAddress } from './failure.ts';
import { fileTooLarge } from './multipart-form.ts';

/** Registers sell again within 10 seconds of free space, so they ask more often than that. */
export const FULL_RETRY_SECONDS = 5;

/** Creates the refusal of anything that cannot be saved because the storage is full. */
export function storageFull(): Failure {
  return new Failure(
    'STORAGE_FULL',
    'The storage is full. Nothing was saved. Ask the operator to free up space, then try again.',
    { retryAfter: FULL_RETRY_SECONDS },
  );
}

/**
 * Converts any error to a refusal of the contract. A bug is logged with its request ID and answered
 * neutrally.
 */
export function answerRefusal(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = toFailure(error, request);
  const { fields, retryAfter, ...details } = failure.details;
  const body: Refusal = {
    code: failure.code,
    // Clients written for the specification parse the message of a 400 as JSON (section 8).
    message: fields ? JSON.stringify(fields) : failure.message,
    requestId: request.id,
    ...(fields && { errors: fields }),
    ...details,
  };
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  return reply
    .status(failure.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** Returns an expected refusal as it is. A bug is logged and becomes INTERNAL. */
export function toFailure(error: unknown, request: FastifyRequest): Failure {
  const failure = asFailure(error, request);
  if (failure.code === 'INTERNAL') request.log.error({ err: error }, 'bug');
  return failure;
}

function asFailure(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof Failure) return error;
  if (isStorageFull(error)) return storageFull();
  if (isUnavailable(error)) return notReady(error);
  return (
    asFrameworkRefusal(error, request) ??
    new Failure('INTERNAL', 'Something went wrong on our side. Give this reference to support.')
  );
}

/** Builds a 503 with advice. */
function notReady(error: unknown): Failure {
  if (isTimedOut(error))
    return new Failure(
      'NOT_READY',
      'This took too long and was stopped. Nothing was saved. Request less, or try again in a moment.',
      { retryAfter: 5 },
    );
  if (isReadOnly(error))
    return new Failure('NOT_READY', SERVICE_SENTENCES.read_only, { retryAfter: 5 });
  if (isOutOfResources(error))
    return new Failure(
      'NOT_READY',
      'The database has run out of memory or connections. Nothing was saved. Try again in a moment.',
      { retryAfter: 5 },
    );
  return new Failure('NOT_READY', SERVICE_SENTENCES.away, { retryAfter: 1 });
}

/** Converts refusals of Fastify itself: malformed JSON, wrong content type, body too large. */
function asFrameworkRefusal(error: unknown, { routeOptions }: FastifyRequest): Failure | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  switch (error.statusCode) {
    case 400:
      return new Failure('VALIDATION_FAILED', 'The request cannot be read.', {
        fields: { body: 'The request cannot be read as JSON.' },
      });
    case 404:
      return noAddress();
    case 413:
      if (routeOptions.config.upload) return fileTooLarge();
      return new Failure(
        'BODY_TOO_LARGE',
        'The request is larger than 1 MB. Send it in smaller parts.',
      );
    case 415:
      return new Failure('UNSUPPORTED_MEDIA_TYPE', 'Send application/json.');
    default:
      return undefined;
  }
}
