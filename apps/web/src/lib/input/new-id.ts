/** Returns a new UUID. Not crypto.randomUUID, which browsers offer only on https and localhost. */
export const newId = (): string =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () =>
    (crypto.getRandomValues(new Uint8Array(1))[0]! & 15).toString(16),
  );
