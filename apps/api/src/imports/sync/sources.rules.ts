import { Failure, invalid } from '#api/http/failure.ts';

/**
 * A source system that the operator lists: the name that staff select, and the folder or address of
 * its files.
 */
export type SyncSource = { name: string; place: string };

export const NO_SOURCE =
  'No source system is set up. The operator can set SYNC_SOURCE or SYNC_SOURCES.';

/**
 * Returns the listed source with that name, or the first if the name is empty. Refuses (409
 * SYNC_SOURCE_MISSING) if there is none.
 */
export function chosenSource(sources: readonly SyncSource[], name: string): SyncSource {
  if (sources.length === 0) throw new Failure('SYNC_SOURCE_MISSING', NO_SOURCE);
  const chosen = name === '' ? sources[0] : sources.find((source) => source.name === name);
  if (!chosen) throw new Failure('SYNC_SOURCE_MISSING', notListed(name));
  return chosen;
}

export function notListed(name: string): string {
  return `The operator no longer lists the source "${name}". Choose another one in the settings.`;
}

/**
 * Refuses a source that is not listed, on the field `syncSource`. An empty name means the first
 * source.
 */
export function refuseUnlisted(sources: readonly SyncSource[], name: string): void {
  if (name !== '' && !sources.some((source) => source.name === name)) {
    throw invalid({ syncSource: 'Choose one of the sources that the operator lists.' });
  }
}
