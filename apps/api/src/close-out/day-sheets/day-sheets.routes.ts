import { daySheetsApi } from '@pos/contract/close-out/day-sheets';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { daySheetFile, readDaySheet, sendDaySheet } from './day-sheets.service.ts';

export function daySheets(db: Db, sendsMail: boolean): Feature {
  return feature(daySheetsApi, {
    get: async ({ admin, params, query }) => {
      const sheet = await readDaySheet(db, admin, params.id, query.businessDay);
      return query.format === 'pdf' ? daySheetFile(sheet) : { data: sheet };
    },
    send: async ({ tx, actor, params, body }) => {
      const { email } = await sendDaySheet(tx, actor, params.id, body.businessDay);
      const message = sendsMail
        ? `The sheet is on its way to ${email}.`
        : `This server sends no email. The message to ${email} was saved as a file on the server.`;
      return { message, data: params };
    },
  });
}
