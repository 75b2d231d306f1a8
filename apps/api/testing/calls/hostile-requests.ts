import { withoutUnseenMarks } from '@pos/contract/plain-text';
import type { ContractField } from '../rights/contract-fields.ts';

/** Response with the place of the hostile value in words. */
export type HostileAnswer = { statusCode: number; body: string; at: string };

/** Texts that the response to a write does not repeat: secrets, reasons of the activity, search. */
const NOT_SHOWN =
  /password|secretCode|token|confirm|reason|note|deviceKey|code$|codes|fixes|mapping|query|appVersion|fairIdentifier/i;

/** Returns what is wrong with any answer: a 5xx, a refusal without a code and words. */
export function findFaults({ at, statusCode, body }: HostileAnswer): string[] {
  if (statusCode >= 500) return [`${at}: ${statusCode} ${body.slice(0, 200)}`];
  if (statusCode < 400 || statusCode === 404) return [];
  return /^\{"code":"[A-Z_]+","message":".+","requestId":/s.test(body)
    ? []
    : [`${at}: ${body.slice(0, 200)}`];
}

/**
 * Returns a fault if a stored text is not in the response as sent, trimmed, without unseen marks and in
 * normal form C.
 */
export function textNotShown(
  answer: HostileAnswer,
  { path, schema }: ContractField,
  value: unknown,
): string[] {
  if (answer.statusCode !== 200 || typeof value !== 'string' || schema.enum) return [];
  const text = withoutUnseenMarks(value).normalize('NFC').trim();
  // The response to a job is its ID, that to a top-up its receipt; what was sent is in their record.
  // Somebody who works everywhere has no places.
  if (/"data":\{("jobId":"[^"]+"\}|"paymentId"|"worksAt":"everywhere")/.test(answer.body))
    return [];
  if (text === '' || path.some((step) => NOT_SHOWN.test(String(step)))) return [];
  const isShown = answer.body
    .toLowerCase()
    .includes(JSON.stringify(text).slice(1, -1).toLowerCase());
  return isShown ? [] : [`${answer.at}: was taken and not shown: ${answer.body.slice(0, 200)}`];
}
