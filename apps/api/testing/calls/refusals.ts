import { ApiError } from '@pos/contract/client';
import type { Refusal } from '@pos/contract/errors';

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
