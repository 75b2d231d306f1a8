import { ApiError } from '@pos/contract/client';
import type { Refusal } from '@pos/contract/errors';

/** The refusal that a call ended with; fails the test where the call succeeded or broke. */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal & { status: number }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return { ...error.refusal, status: error.status };
    throw error;
  }
  throw new Error('The call was not refused.');
}
