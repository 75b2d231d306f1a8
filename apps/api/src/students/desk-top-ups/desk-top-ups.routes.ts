import { deskTopUpsApi } from '@pos/contract/students/desk-top-ups';
import { holds, type Rights } from '@pos/contract/permissions';
import { formatCents } from '@pos/contract/values/money';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { addDeskTopUp, reverseDeskTopUp } from './desk-top-ups.service.ts';
import { officeDayFile, readOfficeDay } from './office-day.service.ts';
import { makeReceipt } from './receipt.ts';

/** eWallet top-ups at the office: receipts, reversals and the office day sheet. */
export function deskTopUps(db: Db): Feature {
  return feature(deskTopUpsApi, {
    add: async ({ tx, actor, admin, params, body }) => {
      const data = await addDeskTopUp(tx, actor, admin.id, { studentId: params.id, ...body });
      return { message: `${formatCents(data.amountCents)} added.`, data };
    },
    receipt: ({ admin, params }) => makeReceipt(db, params.id, readsStudents(admin.rights)),
    reverse: async ({ tx, actor, admin, params, body }) => ({
      message: 'Top-up reversed.',
      data: await reverseDeskTopUp(tx, actor, admin.id, params.id, body),
    }),
    officeDay: async ({ admin, query }) => {
      const day = await readOfficeDay(db, admin, query.businessDay);
      return query.format === 'pdf' ? officeDayFile(day) : { data: day };
    },
  });
}

const readsStudents = (rights: Rights) => holds(rights, 'Students', 'read_only');
