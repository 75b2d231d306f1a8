import { hashPassword, verifyPassword } from '#api/hashing/passwords.ts';

/**
 * Hashes an admin's 4-digit code with a pepper, so that the database alone does not reveal it
 * (domain 3.1).
 */
export function hashSecretCode(code: string, pepper: Uint8Array): Promise<string> {
  return hashPassword(code, pepper);
}

/**
 * Returns true if `code` is the admin's. Without a stored code it takes the same time and returns
 * false.
 */
export function verifySecretCode(
  stored: string | null,
  code: string,
  pepper: Uint8Array,
): Promise<boolean> {
  return verifyPassword(stored, code, pepper);
}
