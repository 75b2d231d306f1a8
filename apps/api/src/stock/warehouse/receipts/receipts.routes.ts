import { hasDuty } from '@pos/contract/permissions';
import { receiptsApi } from '@pos/contract/stock/warehouse/receipts';
import type { Db } from '#api/db/db.ts';
import type { SignedInAdmin } from '#api/http/access/identity.ts';
import { invalid } from '#api/http/failure.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { getPage } from '#api/lists/paging.ts';
import { receiptLineList } from './receipt-lines.list.ts';
import { receiptList } from './receipts.list.ts';
import { bookReceipt, receiveListed, reverseReceipt } from './booking.service.ts';
import {
  changeReceiptLine,
  closeRest,
  discardReceipt,
  openReceipt,
  readReceipt,
  scanIntoReceipt,
  updateReceipt,
} from './receipts.service.ts';

export function receipts(db: Db): Feature {
  return feature(receiptsApi, {
    list: async ({ admin, query }) => {
      const { results, total } = await receiptList.find(db, query);
      return getPage(results.map(shownTo(admin)), total, query);
    },
    open: async ({ tx, admin, actor, body }) => ({
      message: 'Receipt opened.',
      data: shownTo(admin)(await openReceipt(tx, actor, body)),
    }),
    getById: async ({ admin, params }) => ({
      data: shownTo(admin)(await readReceipt(db, params.id)),
    }),
    update: async ({ admin, actor, params, body }) => ({
      message: 'Receipt updated.',
      data: shownTo(admin)(await updateReceipt(db, actor, params.id, body)),
    }),
    lines: async ({ admin, query }) => {
      const { results, total } = await receiptLineList.find(db, query);
      if (total.total === 0) await readReceipt(db, query.receiptId);
      return getPage(results.map(shownTo(admin)), total, query);
    },
    scan: async ({ admin, actor, params, body }) => {
      const data = await scanIntoReceipt(db, actor, params.id, body);
      return {
        data: data.outcome === 'counted' ? { ...data, line: shownTo(admin)(data.line) } : data,
      };
    },
    changeLine: async ({ admin, actor, params, body }) => {
      if (body.costCents !== undefined && !hasDuty(admin.rights, 'see_costs'))
        throw invalid({ costCents: 'Costs need the duty "See costs".' });
      return {
        message: 'Line changed.',
        data: shownTo(admin)(await changeReceiptLine(db, actor, params.id, body)),
      };
    },
    receiveListed: async ({ admin, actor, params }) => ({
      message: 'Everything that was listed is received.',
      data: shownTo(admin)(await receiveListed(db, actor, params.id)),
    }),
    book: async ({ admin, actor, params }) => ({
      message: 'Receipt booked.',
      data: shownTo(admin)(await bookReceipt(db, actor, params.id)),
    }),
    reverse: async ({ admin, actor, params, body }) => ({
      message: 'Receipt reversed.',
      data: shownTo(admin)(await reverseReceipt(db, actor, params.id, body.reason)),
    }),
    closeRest: async ({ admin, actor, params }) => ({
      message: 'No more is expected.',
      data: shownTo(admin)(await closeRest(db, actor, params.id)),
    }),
    discard: async ({ admin, actor, params }) => ({
      message: 'Receipt discarded.',
      data: shownTo(admin)(await discardReceipt(db, actor, params.id)),
    }),
  });
}

/** Leaves costs out for a person without the duty to see them. */
function shownTo({ rights }: SignedInAdmin) {
  const seesCosts = hasDuty(rights, 'see_costs');
  return <Row extends { costCents: number | null }>(row: Row): Row =>
    seesCosts ? row : { ...row, costCents: null };
}
