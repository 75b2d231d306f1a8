import { z } from 'zod';
import { readCookies, writeCookie } from '#web/lib/session/browser-storage.ts';
import { setRememberMeMark } from '#web/lib/session/remember-me-mark.ts';
import { fromBase64, seal, toBase64, unseal } from '#web/lib/drafts/seal.ts';

/** Lifetime of the remember-me cookie: 30 days (specification 9). */
const SECONDS = 2_592_000;
const NAME = 'remember-me';
/** Maximum length of the cookie, including name and attributes; browsers drop longer ones. */
const LONGEST = 3_800;

/**
 * Content of the cookie, as base64 of JSON (specification 3); the password is sealed, or blank if
 * it could not be.
 */
const Remembered = z.strictObject({
  email: z.string(),
  password: z.string(),
  isChecked: z.literal(true),
});

/** Email and password in the form. */
export type Credentials = { email: string; password: string };

/**
 * Stores email and password for 30 days; only the email if no key is available or the cookie would
 * be too long.
 */
export async function remember({ email, password }: Credentials): Promise<void> {
  const whole = encodeCookie({ email, password: (await seal(password, email)) ?? '' });
  write(whole.length <= LONGEST ? whole : encodeCookie({ email, password: '' }), SECONDS);
}

/** Removes the cookie. */
export function forget(): void {
  write('', 0);
}

/** Reads the stored values; undefined if there is no cookie, it was changed, or its key is gone. */
export async function remembered(): Promise<Credentials | undefined> {
  const known = decodeCookie(readCookies());
  if (!known || known.password === '') return known;
  const password = await unseal(known.password, known.email);
  return password === undefined ? undefined : { email: known.email, password };
}

function write(value: string, seconds: number): void {
  setRememberMeMark(seconds > 0);
  writeCookie(NAME, value, `Path=/login; Max-Age=${seconds}; SameSite=Strict`);
}

/** Cookie value: base64 of the JSON `{ email, password, isChecked }`. */
export function encodeCookie({ email, password }: Credentials): string {
  return toBase64(new TextEncoder().encode(JSON.stringify({ email, password, isChecked: true })));
}

/** Reads the value from all cookies; undefined if `encodeCookie` did not write it. */
export function decodeCookie(cookies: string): Credentials | undefined {
  const value = new RegExp(`(?:^|; )${NAME}=([^;]+)`).exec(cookies)?.[1];
  if (!value) return undefined;
  try {
    const { email, password } = Remembered.parse(
      JSON.parse(new TextDecoder().decode(fromBase64(value))),
    );
    return { email, password };
  } catch {
    return undefined;
  }
}
