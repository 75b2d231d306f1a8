import { ApiError } from '@pos/contract/client';
import type { Reason, Refusal } from '@pos/contract/errors';
import { expect } from 'vitest';

/** Returns the refusal of a call. Fails the test if the call succeeded or broke. */
export async function getRefusal(call: Promise<unknown>): Promise<Refusal & { status: number }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return { ...error.refusal, status: error.status };
    throw error;
  }
  throw new Error('The call was not refused.');
}

type ExpectedRefusal = Partial<Omit<Refusal, 'reasons'> & { status: number }> & {
  reasons?: Partial<Reason>[];
};

/** Expects a refusal with these parts. If `errors` is given, they are all of its errors. */
export async function expectRefusal(
  call: Promise<unknown>,
  { errors, ...parts }: ExpectedRefusal,
): Promise<void> {
  const refusal = await getRefusal(call);
  expect(refusal).toMatchObject(parts);
  if (errors) expect(refusal.errors).toEqual(errors);
}
