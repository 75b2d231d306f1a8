import { hashPassword, verifyPassword } from '#api/hashing/passwords.ts';

/** The hash of an admin's 4-digit code, peppered: the database alone does not give the code away (domain 3.1). */
export function hashSecretCode(code: string, pepper: Uint8Array): Promise<string> {
  return hashPassword(code, pepper);
}

/** True when `code` is the admin's. Without a stored code it takes as long and answers false. */
export function verifySecretCode(
  stored: string | null,
  code: string,
  pepper: Uint8Array,
): Promise<boolean> {
  return verifyPassword(stored, code, pepper);
}
