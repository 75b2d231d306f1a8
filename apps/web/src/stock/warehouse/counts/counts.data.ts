import type { CountBooking } from '@pos/contract/stock/warehouse/count-booking';
import type { NewCountScan } from '@pos/contract/stock/warehouse/count-scans';
import type {
  CountLine,
  CountLinesQuery,
  CountReopening,
  NewCount,
} from '@pos/contract/stock/warehouse/counts';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, useChange } from '#web/lib/api/calls.ts';
import { type ListQuery, listQuery } from '#web/lib/lists/list.ts';

/** Key of all queries of counts; live events of the warehouse refetch them. */
export const COUNTS = ['warehouse', 'counts'];
const REFRESHES = [COUNTS, ['activity']];

export const countsList = listQuery([...COUNTS, 'list'], api.counts.list);

export const differencesList = listQuery([...COUNTS, 'differences'], api.counts.differences);

export const countDetails = (id: string) =>
  dataQuery([...COUNTS, 'details', id], api.counts.getById, { params: { id } });

/** Titles of one count. */
export const countLines =
  (id: string) =>
  (query: CountLinesQuery): ListQuery<CountLine> => ({
    queryKey: [...COUNTS, 'lines', id, query],
    queryFn: ({ signal }) => api.counts.lines({ params: { id }, query }, { signal }),
  });

export const uncountedTitles = (id: string) =>
  dataQuery([...COUNTS, 'uncounted', id], api.counts.uncounted, { params: { id } });

/** Finds titles of a count by a text. */
export async function findTitles(id: string, search: string) {
  return (await api.counts.titles({ params: { id }, query: { search } })).data;
}

export const useOpenCount = () =>
  useChange(REFRESHES, (body: NewCount, once) => api.counts.add(...once({ body })));

/** Counts units of a title; sending a scan again counts it once. */
export const useScan = (id: string) =>
  useChange([COUNTS], (body: NewCountScan) => api.counts.scan({ params: { id }, body }));

export const useUndoScan = (id: string) =>
  useChange([COUNTS], (scanId: string) => api.counts.undo({ params: { id }, body: { scanId } }));

export const useConfirmUncounted = (id: string) =>
  useChange(REFRESHES, (reviewed: string, once) =>
    api.counts.confirmUncounted(...once({ params: { id }, body: { reviewed } })),
  );

export const useFinishCount = (id: string) =>
  useChange(REFRESHES, (version: number, once) =>
    api.counts.finish(...once({ params: { id }, body: { version } })),
  );

export const useReopenCount = (id: string) =>
  useChange(REFRESHES, (body: CountReopening, once) =>
    api.counts.reopen(...once({ params: { id }, body })),
  );

export const useBookCount = (id: string) =>
  useChange([...REFRESHES, ['inventory']], (body: CountBooking, once) =>
    api.counts.book(...once({ params: { id }, body })),
  );

export const useDiscardCount = (id: string) =>
  useChange(REFRESHES, (note: string, once) =>
    api.counts.discard(...once({ params: { id }, body: { note } })),
  );
