import type { CountBooking } from '@pos/contract/stock/warehouse/count-booking';
import type { NewCountScan } from '@pos/contract/stock/warehouse/count-scans';
import type { CountLine, NewCount } from '@pos/contract/stock/warehouse/counts';
import { v4 as uuidv4 } from 'uuid';
import { asking, type ApiClient, type TestApi } from '../app/test-api.ts';

/** A reason for each side. */
export const WRONG = { few: { reason: 'record_wrong' }, many: { reason: 'record_wrong' } } as const;

/** Counts of the warehouse, as a person makes them: the owner unless another `client` is given. */
export function countDesk({ owner }: Pick<TestApi, 'owner'>, client: ApiClient = owner) {
  const { counts } = asking(client);
  const read = (id: string) => counts.getById({ params: { id } });
  const lines = async (id: string): Promise<CountLine[]> =>
    (await counts.lines({ params: { id }, query: { limit: 50 } })).results;
  const version = async (id: string) => (await read(id)).version;
  return {
    counts,
    read,
    lines,
    line: async (id: string, sku: string): Promise<CountLine> => {
      const line = (await lines(id)).find((each) => each.sku === sku);
      if (!line) throw new Error(`The count has no line of ${sku}.`);
      return line;
    },
    open: (body: NewCount) => counts.add({ body }),
    scan: (id: string, code: string, more: Partial<NewCountScan> = {}) =>
      counts.scan({ params: { id }, body: { scanId: uuidv4(), code, ...more } }),
    undo: (id: string, scanId: string) => counts.undo({ params: { id }, body: { scanId } }),
    confirmNone: async (id: string) => {
      const { reviewed } = await counts.uncounted({ params: { id } });
      return counts.confirmUncounted({ params: { id }, body: { reviewed } });
    },
    finish: async (id: string) =>
      counts.finish({ params: { id }, body: { version: await version(id) } }),
    reopen: async (id: string, again: boolean, titleIds?: string[]) =>
      counts.reopen({ params: { id }, body: { version: await version(id), again, titleIds } }),
    book: async (id: string, reasons: Omit<CountBooking, 'version'> = WRONG) =>
      counts.book({ params: { id }, body: { version: await version(id), ...reasons } }),
  };
}
