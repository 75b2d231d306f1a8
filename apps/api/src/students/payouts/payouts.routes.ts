import { payoutsApi } from '@pos/contract/students/payouts';
import { holds, type Rights } from '@pos/contract/permissions';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { makeReceipts } from './payout-receipts.ts';
import { reversePayout } from './payout-reversals.service.ts';
import { payOut, payOutAll, readLeftovers } from './payouts.service.ts';

/** Leftover eWallet money that the office pays back to families, and reversals of it. */
export function payouts(db: Db): Feature {
  return feature(payoutsApi, {
    leftovers: async ({ admin, params }) => ({
      data: await readLeftovers(db, params.id, readsStudents(admin.rights)),
    }),
    add: async ({ tx, actor, admin, params, body }) => {
      const data = await payOut(tx, actor, admin.id, { studentId: params.id, ...body });
      return { message: `${formatCents(data.amountCents)} paid out.`, data };
    },
    addAll: async ({ tx, actor, admin, params, body }) => {
      const data = await payOutAll(tx, actor, admin.id, { schoolId: params.id, ...body });
      const count = pluralize(data.payoutIds.length, 'payout');
      return { message: `${count}, ${formatCents(data.amountCents)}.`, data };
    },
    reverse: async ({ tx, actor, admin, params, body }) => ({
      message: 'Payout reversed.',
      data: await reversePayout(tx, actor, admin.id, params.id, body),
    }),
    receipts: ({ admin, query }) => makeReceipts(db, query.ids, readsStudents(admin.rights)),
  });
}

const readsStudents = (rights: Rights) => holds(rights, 'Students', 'read_only');
