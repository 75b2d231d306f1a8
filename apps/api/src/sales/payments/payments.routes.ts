import { type PaymentDetails, paymentsApi } from '@pos/contract/sales/payments';
import { holds, type Rights } from '@pos/contract/permissions';
import type { Db } from '#api/db/db.ts';
import type { SettleOrder } from './order-locks.queries.ts';
import { putUnderReview, reviewPayment } from './payment-review.service.ts';
import { recordResult } from './payment-results.service.ts';
import { missing } from '#api/http/failure.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { getPage } from '#api/lists/paging.ts';
import { paymentList } from './payments.list.ts';
import { findPaymentTotals } from './payment-totals.queries.ts';
import { findPayment } from './payment-details.queries.ts';

/**
 * Payments as staff see them, and staff decisions about them. `settle` updates the order of a payment
 * that changed.
 */
export function payments(db: Db, settle: SettleOrder): Feature {
  return feature(paymentsApi, {
    list: async ({ query, admin }) => {
      const { results, total } = await paymentList.find(db, query, readsStudents(admin.rights));
      return getPage(results, total, query);
    },
    totals: async ({ query, admin }) => ({
      data: await findPaymentTotals(db, query, readsStudents(admin.rights)),
    }),
    getById: async ({ params, admin }) => ({
      data: await readPayment(db, params.id, admin.rights),
    }),
    review: async ({ tx, params, body, actor, admin }) => {
      await reviewPayment(tx, actor, params.id, body, settle);
      return {
        message: body.decision === 'approve' ? 'Payment approved.' : 'Payment rejected.',
        data: await readPayment(tx, params.id, admin.rights),
      };
    },
    recordResult: async ({ tx, params, body, actor, admin }) => {
      await recordResult(tx, actor, params.id, body, settle);
      return { message: 'Result recorded.', data: await readPayment(tx, params.id, admin.rights) };
    },
    putUnderReview: async ({ tx, params, body, actor, admin }) => {
      await putUnderReview(tx, actor, params.id, body, settle);
      return {
        message: 'Payment put under review.',
        data: await readPayment(tx, params.id, admin.rights),
      };
    },
  });
}

const readsStudents = (rights: Rights) => holds(rights, 'Students', 'read_only');

async function readPayment(db: Db, id: string, rights: Rights): Promise<PaymentDetails> {
  const payment = await findPayment(db, id, readsStudents(rights));
  if (!payment) throw missing('payment');
  return payment;
}
