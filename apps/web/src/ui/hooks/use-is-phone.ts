import { useMedia } from './use-media.ts';

/** True below 641 px: rows become cards, filters a sheet. */
export function useIsPhone(): boolean {
  return useMedia('(max-width: 640px)');
}
