import { createHmac, timingSafeEqual } from 'node:crypto';

/** Address below which the pages to unsubscribe are. */
export const UNSUBSCRIBE_PAGES = '/unsubscribe';

const signatureOf = (key: Uint8Array, sendId: string) =>
  createHmac('sha256', key).update(`report-unsubscribe:${sendId}`).digest();

/** Returns the address at which the recipient of an email ends the schedule's emails. */
export function unsubscribeAddress(publicUrl: string, key: Uint8Array, sendId: string): string {
  const signature = signatureOf(key, sendId).toString('base64url');
  return `${publicUrl}${UNSUBSCRIBE_PAGES}/${sendId}.${signature}`;
}

/** Returns the email's ID of a signed token; undefined if it is not ours. */
export function sendOfToken(key: Uint8Array, token: string): string | undefined {
  const [sendId = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(key, sendId);
  return given.length === expected.length && timingSafeEqual(given, expected) ? sendId : undefined;
}
