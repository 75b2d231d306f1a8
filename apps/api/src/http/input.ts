import type { Endpoint } from '@pos/contract/endpoint';
import type { FieldErrors } from '@pos/contract/errors';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { invalid } from './failure.ts';

/** Params, query and body of a call through the contract's schemas; refuses with every wrong field at once. */
export function readInput(endpoint: Endpoint, request: FastifyRequest, body: unknown): { params: unknown; query: unknown; body: unknown } {
  const errors: FieldErrors = Object.create(null) as FieldErrors;
  const parse = (schema: z.ZodType | undefined, value: unknown) => {
    if (!schema) return undefined;
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    Object.assign(errors, fieldErrors(result.error));
    return undefined;
  };
  const input = {
    params: parse(endpoint.params, request.params),
    query: parse(endpoint.query, { ...(request.query as object) }),
    body: parse(endpoint.body, body),
  };
  if (!endpoint.query && Object.keys(request.query as object).length > 0) errors['query'] = 'This call takes no query.';
  if (Object.keys(errors).length > 0) throw invalid({ ...errors });
  return input;
}

/** The first sentence of each field, by dotted path; what concerns the whole body stands under `body`. */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) fields[[...issue.path, key].join('.')] ??= 'Unknown field.';
    else fields[issue.path.join('.') || 'body'] ??= issue.message;
  }
  return fields;
}
