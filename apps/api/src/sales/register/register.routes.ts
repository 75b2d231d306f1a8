import { registerApi } from '@pos/contract/sales/register';
import type { OrderResult } from '@pos/contract/sales/register-orders';
import type { PaymentBatch, PaymentBatchAnswer } from '@pos/contract/sales/register-payments';
import { type Db, inTransaction } from '#api/db/db.ts';
import { scanCartons } from '#api/stock/cartons/cartons.service.ts';
import { readRegisterDay, takeInDrawerEntries } from '#api/sales/drawers/drawers.service.ts';
import { queueReceipt } from '#api/sales/receipts/receipts.service.ts';
import { takeInOrders } from '#api/sales/register-orders/intake.service.ts';
import { settleOrder } from '#api/sales/refunds/settlement.service.ts';
import { applyPaymentResults } from '#api/sales/payments/payment-results.service.ts';
import { takeInRefunds } from '#api/sales/refunds/refunds.service.ts';
import { takeInTopUps } from '#api/sales/payments/wallets/register-top-ups.service.ts';
import type { Actor, SignedInRegister } from '#api/http/access/identity.ts';
import { invalid } from '#api/http/failure.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { approve } from './approve.service.ts';
import { readCatalog } from './catalog.service.ts';
import { findOrdersForRegister } from './found-orders.queries.ts';
import { loginRegister, type RegisterKeys } from './login.service.ts';
import { noteHeartbeatRow } from './login.queries.ts';
import { readRegisterPeople } from './people.service.ts';
import { findAveDollarBalance, findRegisterStudents } from './register-students.queries.ts';

/**
 * Calls of the company's register app, described in docs/registers.md as a sequence. `countOrders`
 * receives the results of each batch.
 */
export function registers(
  db: Db,
  keys: RegisterKeys,
  countOrders: (results: readonly OrderResult[]) => void = () => undefined,
): Feature {
  return feature(registerApi, {
    people: async ({ body, origin }) => ({
      data: await readRegisterPeople(db, keys.codePepper, body, origin),
    }),
    login: async ({ body, origin }) => ({ data: await loginRegister(db, keys, body, origin) }),
    catalog: async ({ query, register }) => readCatalog(db, register.fairId, query.since),
    students: async ({ query, register }) => ({
      data: await findRegisterStudents(db, register.fairId, query.search),
    }),
    aveDollars: async ({ register }) => ({
      data: await findAveDollarBalance(db, register.fairId),
    }),
    findOrders: async ({ query, register }) => ({
      data: await findOrdersForRegister(db, register.fairId, query.search),
    }),
    orders: async ({ body, register, actor }) => {
      const answer = await takeInOrders(db, { register, actor }, body);
      countOrders(answer.results);
      return { data: answer };
    },
    payments: async ({ body, register, actor }) => ({
      data: { results: await takeInPayments(db, { register, actor }, body) },
    }),
    approvals: async ({ body, register, actor }) => ({
      data: await approve(db, keys.codePepper, { register, actor }, body),
    }),
    refunds: async ({ body, register, actor }) => ({
      data: { results: await takeInRefunds(db, { register, actor }, body) },
    }),
    drawerEntries: async ({ body, register, actor }) => ({
      data: { results: await takeInDrawerEntries(db, register, actor, body.entries) },
    }),
    day: async ({ query, register }) => ({
      data: await readRegisterDay(db, register, query.businessDay),
    }),
    emailReceipt: async ({ body, register }) => {
      await inTransaction(db, (tx) => queueReceipt(tx, register, body));
      return { data: { clientOrderId: body.clientOrderId } };
    },
    cartonScans: async ({ body, register, actor }) => {
      if (body.fairId !== undefined && body.fairId !== register.fairId)
        throw invalid({ fairId: 'This register is logged in at another fair.' });
      return { data: await scanCartons(db, actor, { ...body, fairId: register.fairId }) };
    },
    heartbeat: async ({ body, register }) => {
      await noteHeartbeatRow(db, register, body);
      return { data: { serverTime: new Date().toISOString(), mode: register.mode } };
    },
  });
}

/** Takes in top-ups, then results of payments, so that a result finds the top-up sent with it. */
async function takeInPayments(
  db: Db,
  sender: { register: SignedInRegister; actor: Actor },
  { topUps = [], results = [] }: PaymentBatch,
): Promise<PaymentBatchAnswer['results']> {
  return [
    ...(await takeInTopUps(db, sender.register, sender.actor, topUps)),
    ...(await applyPaymentResults(db, sender, results, settleOrder)),
  ];
}
