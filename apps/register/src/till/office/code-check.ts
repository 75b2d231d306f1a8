import type { CodeCheck } from '@pos/contract/sales/register-people';

/**
 * Checks of 4-digit codes without a network (docs/trust.md, "Codes without a network"). They keep
 * strangers from selling under a name, not the code from somebody who takes the storage out.
 */

const ITERATIONS = 100_000;
const SALT_BYTES = 16;

/** Makes the check of a code that the server has found right. */
export async function makeCheck(secretCode: string): Promise<CodeCheck> {
  const salt = toBase64Url(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
  return { salt, iterations: ITERATIONS, hash: await toHash(secretCode, salt, ITERATIONS) };
}

/** Returns true if a code is the one that the check was made from. */
export async function isCode(
  secretCode: string,
  { salt, iterations, hash }: CodeCheck,
): Promise<boolean> {
  return (await toHash(secretCode, salt, iterations)) === hash;
}

async function toHash(secretCode: string, salt: string, iterations: number): Promise<string> {
  const code = new TextEncoder().encode(secretCode);
  const key = await crypto.subtle.importKey('raw', code, 'PBKDF2', false, ['deriveBits']);
  const rule = { name: 'PBKDF2', hash: 'SHA-256', salt: fromBase64Url(salt), iterations };
  return toBase64Url(new Uint8Array(await crypto.subtle.deriveBits(rule, key, 256)));
}

function toBase64Url(bytes: Uint8Array): string {
  const binary = String.fromCharCode(...bytes);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}
