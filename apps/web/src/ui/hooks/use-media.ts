import { useSyncExternalStore } from 'react';

const queries = new Map<string, MediaQueryList>();

function toQuery(media: string): MediaQueryList {
  const known = queries.get(media) ?? window.matchMedia(media);
  queries.set(media, known);
  return known;
}

/** True while the media query matches: `useMedia('(min-width: 1024px)')`. */
export function useMedia(media: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      toQuery(media).addEventListener('change', listener);
      return () => toQuery(media).removeEventListener('change', listener);
    },
    () => toQuery(media).matches,
  );
}
