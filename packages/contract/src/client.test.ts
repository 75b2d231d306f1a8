import { describe, expect, it } from 'vitest';
import { api } from './api.ts';
import { ApiError, createClient } from './client.ts';

/** Returns the error that the client throws for a refusal with this status and body. */
async function thrownFor(status: number, body: object): Promise<ApiError> {
  const client = createClient(api, async () => Response.json(body, { status }));
  const error: unknown = await client.roles.list({ query: {} }).catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error('No refusal was thrown.');
  return error;
}

describe('the client', () => {
  it('reads the field errors of a 400 from its message, without the copy in errors', async () => {
    const fields = { name: 'Use 2 to 30 characters.', 'rights.0.name': 'Choose a module.' };
    const message = JSON.stringify(fields);
    const { refusal } = await thrownFor(400, {
      code: 'VALIDATION_FAILED',
      message,
      requestId: 'r',
    });
    expect(refusal.errors).toEqual(fields);
    const copied = { code: 'VALIDATION_FAILED', message, requestId: 'r', errors: { other: 'No.' } };
    expect((await thrownFor(400, copied)).refusal.errors).toEqual(fields);
  });

  it('leaves a sentence a sentence', async () => {
    for (const message of ['This link is used.', '{not JSON}', '{"a":{"b":1}}']) {
      const { refusal } = await thrownFor(400, { code: 'LINK_EXPIRED', message, requestId: 'r' });
      expect([refusal.message, refusal.errors]).toEqual([message, undefined]);
    }
  });
});
