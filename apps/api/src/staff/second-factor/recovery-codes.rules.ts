import { createHmac, randomInt } from 'node:crypto';

/** Codes of a set. */
const COUNT = 10;
/** Characters that nobody confuses when reading them from paper. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 10;

/** Makes a set of recovery codes, two groups of five characters each, about 49 bits. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
      '',
    );
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  });
}

/** Hashes a recovery code, typed with or without its dash, with a key that is not in the database. */
export function hashRecoveryCode(pepper: Uint8Array, adminId: string, code: string): Buffer {
  const typed = code.toLowerCase().replaceAll(/[^a-z\d]/g, '');
  return createHmac('sha256', pepper).update(`recovery-code:${adminId}:${typed}`).digest();
}
