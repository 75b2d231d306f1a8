import { z } from 'zod';
import { noteRemembered } from '#web/lib/remembered-mark.ts';
import { fromBase64, seal, toBase64, unseal } from '#web/lib/seal.ts';

/** The remember-me cookie lives 30 days (specification 9). */
const SECONDS = 2_592_000;
const NAME = 'remember-me';
/** Browsers drop a cookie that is longer, name and attributes included. */
const LONGEST = 3_800;

/** What the cookie holds, as base64 of JSON (specification 3); the password is sealed, blank where it could not be. */
const Remembered = z.strictObject({
  email: z.string(),
  password: z.string(),
  isChecked: z.literal(true),
});

/** E-mail and password as the form wants them back. */
export type Credentials = { email: string; password: string };

/** Keeps what somebody signed in with for 30 days; where no key can be had or it is too long for a cookie, the e-mail alone. */
export async function remember({ email, password }: Credentials): Promise<void> {
  const whole = encodeCookie({ email, password: (await seal(password, email)) ?? '' });
  write(whole.length <= LONGEST ? whole : encodeCookie({ email, password: '' }), SECONDS);
}

/** Removes the cookie. */
export function forget(): void {
  write('', 0);
}

/** What was remembered; nothing when there is no cookie, or it was changed, or the key that opens it is gone. */
export async function remembered(): Promise<Credentials | undefined> {
  const known = decodeCookie(document.cookie);
  if (!known || known.password === '') return known;
  const password = await unseal(known.password, known.email);
  return password === undefined ? undefined : { email: known.email, password };
}

function write(value: string, seconds: number): void {
  noteRemembered(seconds > 0);
  document.cookie = `${NAME}=${value}; Path=/login; Max-Age=${seconds}; SameSite=Strict${location.protocol === 'https:' ? '; Secure' : ''}`;
}

/** The cookie's value: base64 of the JSON `{ email, password, isChecked }`. */
export function encodeCookie({ email, password }: Credentials): string {
  return toBase64(new TextEncoder().encode(JSON.stringify({ email, password, isChecked: true })));
}

/** Reads the value out of `document.cookie`; nothing when it is not what `encodeCookie` wrote. */
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
