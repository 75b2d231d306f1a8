import type { CodeCheck } from '@pos/contract/sales/register-people';

/**
 * Returns true if a 4-digit code is the one that `check` was made from. It keeps strangers from
 * selling under a name; it cannot keep the code secret from somebody who has the device
 * (docs/trust.md).
 */
export async function isCode(
  secretCode: string,
  { salt, iterations, hash }: CodeCheck,
): Promise<boolean> {
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secretCode),
    'PBKDF2',
    false,
    ['deriveBits'],
  );
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: fromBase64Url(salt), iterations },
    key,
    256,
  );
  const expected = fromBase64Url(hash);
  return new Uint8Array(bits).every((byte, index) => byte === expected[index]);
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}
