import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isCommonPassword } from '@pos/contract/staff/common-passwords';
import { invalid } from '#api/http/failure.ts';

/** Hashes of the 10,000 commonest words of leaked passwords, many of which nobody wants to read. */
const HASHES: ReadonlySet<string> = new Set(
  readFileSync(new URL('common-words.txt', import.meta.url), 'utf8')
    .replace(/^#.*$/gm, '')
    .split(/\s+/),
);

const isKnown = (word: string) =>
  HASHES.has(createHash('sha256').update(word).digest('hex').slice(0, 8));

/** Refuses a new password that is a common word in disguise (domain 3.1). */
export function refuseCommonPassword(password: string): void {
  if (isCommonPassword(password, isKnown))
    throw invalid({ password: 'This password is common and easy to guess. Choose another one.' });
}
