/** The path and query of a request in absolute form (`GET http://host/path`), which proxies send. */
export function originForm(url: string): string {
  const rest = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return rest.startsWith('/') || rest === '*' ? rest : `/${rest}`;
}

/** Takes an address whose escapes are no text by its letters: it leads nowhere, and is answered like others that do. */
export function readableAddress(url: string): string {
  const [path = '', ...query] = url.split('?');
  try {
    decodeURI(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}

/**
 * True for paths outside of /v1 that no page or file has and that programs look for: dot files,
 * empty segments, backslashes, NUL and slashes that are escaped. They answer a bare 404.
 */
export function isOddAddress(url: string): boolean {
  const [path = ''] = url.split('?');
  if (path === '/v1' || path.startsWith('/v1/')) return false;
  return /\/\/|\\|%2f|%5c|%00|\/(?:\.|%2e)/i.test(path);
}
