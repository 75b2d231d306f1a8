import { closeOutApi } from '@pos/contract/close-out/close-out';
import type { Db } from '#api/db/db.ts';
import { requireFresh } from '#api/http/access/access.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { addCashCount, addFloatCount, readCashCounts } from './cash-counts/cash-counts.service.ts';
import { readCloseOut } from './close-out.service.ts';
import { finishCloseOut } from './finish.service.ts';
import { revertCloseOut } from './revert.service.ts';
import { sendStatement } from './statement/statement-mail.service.ts';
import { makeStatement } from './statement/statement.service.ts';

export function closeOut(db: Db, sendsMail: boolean): Feature {
  return feature(closeOutApi, {
    finishOrRevert: async ({ tx, admin, actor, body }) => {
      if (body.action === 'finish')
        return { message: 'Fair closed out.', data: await finishCloseOut(tx, actor, body) };
      requireFresh(admin);
      return { message: 'Close-out reverted.', data: await revertCloseOut(tx, actor, body) };
    },
    statement: async ({ params, admin }) => makeStatement(db, admin.name, params.id),
    sendStatement: async ({ tx, actor, params }) => {
      const { email } = await sendStatement(tx, actor, params.id);
      const message = sendsMail
        ? `The statement is on its way to ${email}.`
        : `This server sends no email. The message to ${email} was saved as a file on the server.`;
      return { message, data: params };
    },
    addCashCount: async ({ tx, actor, body }) => ({
      message: 'Count saved.',
      data: await addCashCount(tx, actor, body),
    }),
    addFloatCount: async ({ tx, actor, body }) => ({
      message: 'Float saved.',
      data: await addFloatCount(tx, actor, body),
    }),
    cashCounts: async ({ params }) => ({ data: await readCashCounts(db, params.id) }),
    getById: async ({ admin, params }) => ({ data: await readCloseOut(db, admin.name, params.id) }),
  });
}
