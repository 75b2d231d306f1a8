import { countsApi } from '@pos/contract/stock/warehouse/counts';
import type { Db } from '#api/db/db.ts';
import { missing } from '#api/http/failure.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { getPage } from '#api/lists/paging.ts';
import { bookCount } from './booking.service.ts';
import { countList } from './counts.list.ts';
import { findCountHead, findTitlesToCount } from './counts.queries.ts';
import {
  confirmUncounted,
  discardCount,
  finishCount,
  openCount,
  readCount,
  readUncounted,
  reopenCount,
} from './counts.service.ts';
import { stockDifferenceList } from './differences.list.ts';
import { countLineList } from './lines.list.ts';
import { scanTitle, undoScan } from './scans.service.ts';

/** Counts of the warehouse. */
export function counts(db: Db): Feature {
  const requireHead = async (id: string) => {
    const head = await findCountHead(db, id);
    if (!head) throw missing('count');
    return head;
  };
  return feature(countsApi, {
    list: async ({ query }) => {
      const { results, total } = await countList.find(db, query);
      return getPage(results, total, query);
    },
    add: async ({ tx, actor, body }) => {
      const data = await openCount(tx, actor, body);
      return { message: `Count ${data.number} opened.`, data };
    },
    getById: async ({ actor, params }) => ({ data: await readCount(db, actor, params.id) }),
    lines: async ({ params, query }) => {
      await requireHead(params.id);
      const { results, total } = await countLineList.find(db, { ...query, countId: params.id });
      return getPage(results, total, query);
    },
    titles: async ({ params, query }) => ({
      data: await findTitlesToCount(db, await requireHead(params.id), query.search),
    }),
    scan: async ({ actor, params, body }) => ({
      data: await scanTitle(db, actor, params.id, body),
    }),
    undo: async ({ actor, params, body }) => ({
      message: 'Scan taken back.',
      data: await undoScan(db, actor, params.id, body.scanId),
    }),
    uncounted: async ({ params }) => ({ data: await readUncounted(db, params.id) }),
    confirmUncounted: async ({ tx, actor, params, body }) => ({
      message: 'Titles counted as 0.',
      data: await confirmUncounted(tx, actor, params.id, body.reviewed),
    }),
    finish: async ({ tx, actor, params, body }) => ({
      message: 'Counting finished.',
      data: await finishCount(tx, actor, params.id, body.version),
    }),
    reopen: async ({ tx, actor, params, body }) => ({
      message: 'Counting goes on.',
      data: await reopenCount(tx, actor, params.id, body),
    }),
    book: async ({ tx, actor, params, body }) => ({
      message: 'Count booked.',
      data: await bookCount(tx, actor, params.id, body),
    }),
    discard: async ({ tx, actor, params, body }) => ({
      message: 'Count discarded.',
      data: await discardCount(tx, actor, params.id, body.note),
    }),
    differences: async ({ query }) => {
      const { results, total } = await stockDifferenceList.find(db, query);
      return getPage(results, total, query);
    },
  });
}
