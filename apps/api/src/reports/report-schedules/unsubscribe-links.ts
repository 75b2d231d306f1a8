import { createHmac, timingSafeEqual } from 'node:crypto';

/** Address below which the pages to unsubscribe are. */
export const UNSUBSCRIBE_PAGES = '/unsubscribe';

function toToken(key: Uint8Array, sendId: string): string {
  const signature = createHmac('sha256', key).update(`report-unsubscribe:${sendId}`);
  return `${sendId}.${signature.digest('base64url')}`;
}

/** Returns the address at which the recipient of an email ends the schedule's emails. */
export function unsubscribeAddress(publicUrl: string, key: Uint8Array, sendId: string): string {
  return `${publicUrl}${UNSUBSCRIBE_PAGES}/${toToken(key, sendId)}`;
}

/** Returns the email's ID of a signed token; undefined unless it is ours to the letter. */
export function sendOfToken(key: Uint8Array, token: string): string | undefined {
  const [sendId = ''] = token.split('.');
  const given = Buffer.from(token);
  const expected = Buffer.from(toToken(key, sendId));
  return given.length === expected.length && timingSafeEqual(given, expected) ? sendId : undefined;
}
