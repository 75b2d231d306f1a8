import { type ErrorCode, ERROR_STATUS, type FieldErrors, type Refusal } from '@pos/contract/errors';
import { expect } from 'vitest';
import { getRefusal } from './refusals.ts';

/** Checks that a call is refused with this code and its status, and with this message or parts. */
export async function expectRefusal(
  call: Promise<unknown>,
  code: ErrorCode,
  parts: string | object = {},
): Promise<Refusal> {
  const refusal = await getRefusal(call);
  expect(refusal).toMatchObject({
    code,
    status: ERROR_STATUS[code],
    ...(typeof parts === 'string' ? { message: parts } : parts),
  });
  return refusal;
}

/** Checks that all of these calls are refused so. */
export const expectRefusals = (
  calls: readonly Promise<unknown>[],
  code: ErrorCode,
  parts: string | object = {},
) => Promise.all(calls.map((call) => expectRefusal(call, code, parts)));

/** Checks that a call is refused with these errors of its fields, and with no others. */
export async function expectErrors(call: Promise<unknown>, errors: FieldErrors): Promise<void> {
  const refusal = await getRefusal(call);
  expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED', status: 400 });
  expect(refusal.errors).toEqual(errors);
}

/** Makes a number of calls at once. Returns the answers, and the reasons of those that failed. */
export async function atOnce<Answer>(
  times: number,
  call: (index: number) => Promise<Answer>,
): Promise<{ done: Answer[]; failed: unknown[] }> {
  const settled = await Promise.allSettled(Array.from({ length: times }, (_, at) => call(at)));
  return {
    done: settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    failed: settled.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : [])),
  };
}

/** Returns how often each result of a register's batches occurs. */
export function tally(results: readonly { result: string }[]): Record<string, number> {
  const times: Record<string, number> = {};
  for (const { result } of results) times[result] = (times[result] ?? 0) + 1;
  return times;
}
