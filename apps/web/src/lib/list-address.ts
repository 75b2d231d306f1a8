const addresses = new Map<string, string>();

/** Keeps how a list was last looked at, so that saving a record leads back to the same rows. */
export function rememberList(pathname: string, search: string): void {
  addresses.set(pathname, `${pathname}${search}`);
}

/** The address of a list as it was last looked at. */
export function listAddress(pathname: string): string {
  return addresses.get(pathname) ?? pathname;
}
