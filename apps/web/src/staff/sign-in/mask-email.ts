/** Masks an address for screens that others can see: `dana@example.com` is `d…a@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const name = email.slice(0, Math.max(at, 0));
  if (name.length < 2) return `…${email.slice(Math.max(at, 0))}`;
  return `${name.charAt(0)}…${name.length > 2 ? name.at(-1) : ''}${email.slice(at)}`;
}
