import { canonicalPath } from '@pos/contract/addresses';

/** Address of the file that says where a weakness is reported (RFC 9116). */
export const SECURITY_CONTACT = '/.well-known/security.txt';

/**
 * Returns path and query of a request in absolute form (`GET http://host/path`), as sent by
 * proxies.
 */
export function originForm(url: string): string {
  const rest = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return rest.startsWith('/') || rest === '*' ? rest : `/${rest}`;
}

/**
 * Escapes an address whose escapes are not valid text, so that it gets the answer of an unknown
 * address.
 */
export function readableAddress(url: string): string {
  const [path = '', ...query] = url.split('?');
  try {
    decodeURI(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}

/** True for the path of a call, which no page has. */
const isCall = (path: string): boolean => path === '/v1' || path.startsWith('/v1/');

/** Returns the one spelling of a page's address, if `url` is another one; with its query. */
export function otherSpelling(url: string): string | undefined {
  const [path = '', ...query] = url.split('?');
  if (isCall(path)) return undefined;
  const spelled = canonicalPath(path);
  if (spelled === path || isOddAddress(spelled)) return undefined;
  return [spelled, ...query].join('?');
}

/**
 * Returns true for paths outside of /v1 that no page or file has and that scanners look for: dot
 * files, empty segments, backslashes, escaped NUL and slashes. They get a bare 404.
 */
export function isOddAddress(url: string): boolean {
  const [path = ''] = url.split('?');
  if (isCall(path) || path === SECURITY_CONTACT) return false;
  return /\/\/|\\|%2f|%5c|%00|\/(?:\.|%2e)/i.test(path);
}
