import { parse } from 'node:querystring';
import type { Endpoint } from '@pos/contract/endpoint';
import type { FieldErrors } from '@pos/contract/errors';
import type { FastifyRequest } from 'fastify';
import { Failure } from '#api/http/failure.ts';
import { readInput } from '#api/http/input.ts';
import { readJson } from '#api/http/json-body.ts';

/** Content of a call as it is sent: params, text after the question mark, bytes of a JSON body. */
export type SentCall = {
  params?: Record<string, string>;
  query?: string;
  payload?: string | Buffer | undefined;
};

const NO_ID = '01900000-0000-7000-8000-000000000000';

/** Params that match any record's ID, school or fair. */
export function anyParams(endpoint: Endpoint): Record<string, string> {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return Object.fromEntries(
    names.map((name) => [name, /^(school|fair)$/.test(name) ? 'NOWHERE' : NO_ID]),
  );
}

/**
 * Reads the content of a call as the server does after its guard, without a server. Returns the
 * errors of its fields, or undefined if the handler would get it.
 */
export function readCall(
  endpoint: Endpoint,
  { params = anyParams(endpoint), query = '', payload = '' }: SentCall,
): FieldErrors | undefined {
  const request = { params, query: parse(query), raw: { url: `${endpoint.path}?${query}` } };
  try {
    const { value, faults } = readJson(Buffer.from(payload));
    readInput(endpoint, request as unknown as FastifyRequest, value, faults);
    return undefined;
  } catch (error) {
    if (error instanceof Failure && error.code === 'VALIDATION_FAILED')
      return error.details.fields ?? {};
    throw error;
  }
}
