/**
 * Sign-in by the company's identity provider, as the server writes it into every page; undefined
 * without one.
 */
export function findCompany(): { name: string; allowsPasswords: boolean } | undefined {
  const written = document.querySelector<HTMLMetaElement>('meta[name=company]')?.content;
  return written && JSON.parse(written);
}
