import type {
  FairReturn,
  PutAwayKind,
  PutAwayState,
  ReturnLine,
} from '@pos/contract/stock/warehouse/put-away';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import type { StatusText } from '#web/ui/values/status-pill.tsx';

export const RETURN_STATE: Record<PutAwayState, StatusText> = {
  waiting: { label: 'Waits', meaning: 'waiting' },
  open: { label: 'Being put away', meaning: 'info' },
  booked: { label: 'Put away', meaning: 'ok' },
};

export const KIND_WORDS: Record<PutAwayKind, string> = {
  good: 'Good',
  damaged: 'Damaged',
  not_ours: 'Not ours',
};

/** Units of a title that did not come back; below 0 if more came back than expected. */
export const missingQty = ({ expectedQty, goodQty, damagedQty }: ReturnLine): number =>
  expectedQty - goodQty - damagedQty;

/** `312 of 320 units, 4 damaged, 2 not ours`, or what is expected before the first scan. */
export function returnWords({
  state,
  expectedQty,
  goodQty,
  damagedQty,
  notOursQty,
}: FairReturn): string {
  if (state === 'waiting') return `${pluralize(expectedQty, 'unit')} expected`;
  const scanned = goodQty + damagedQty;
  return [
    expectedQty > 0
      ? `${formatCount(scanned)} of ${pluralize(expectedQty, 'unit')}`
      : pluralize(scanned, 'unit'),
    ...(damagedQty > 0 ? [`${formatCount(damagedQty)} damaged`] : []),
    ...(notOursQty > 0 ? [`${formatCount(notOursQty)} not ours`] : []),
  ].join(', ');
}
