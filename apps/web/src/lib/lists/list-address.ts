const addresses = new Map<string, string>();

/** Remembers a list's filters and page, so that saving a record leads back to the same rows. */
export function rememberList(pathname: string, search: string): void {
  addresses.set(pathname, `${pathname}${search}`);
}

/** Address of a list as it was last viewed. */
export function listAddress(pathname: string): string {
  return addresses.get(pathname) ?? pathname;
}
