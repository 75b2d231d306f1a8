import { PaymentMethod } from '@pos/contract/payment-methods';
import type { Endpoint } from '@pos/contract/endpoint';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { prepareMatrix, type MatrixGround } from './rights-matrix-data.ts';
import { RIGHTS } from './rights-matrix.ts';
import { NOBODY, type Sent } from './rights-line.ts';
import { HUNGER, openFair, refundOfOrder, type TestRegister } from './sales-floor.ts';
import type { TestApi } from './test-api.ts';

/**
 * Fair with sales and a record of each kind, so that hostile calls reach further than "not found".
 */
export type HostileGround = {
  test: TestApi;
  /**
   * Returns the valid calls that the rights table has for an endpoint, each for an existing record.
   */
  goodCalls(endpoint: Endpoint): Promise<Sent[]>;
  /** Returns a valid item of a register batch, a new one each time. */
  goodItem(array: string): unknown;
  /** Returns a token of someone who may make the call; undefined for public calls. */
  tokenFor(endpoint: Endpoint): string | undefined;
};

/** Paths with an ID, and the record that it names. */
type Records = [prefix: string, id: string][];

export async function hostileGround(test: TestApi): Promise<HostileGround> {
  const matrix = await prepareMatrix(test);
  const floor = await openFair(test);
  const register = await floor.logIn('HOSTILE-1');
  await register.addStudent('S-1', 2_000);
  const records = await recordsOf(matrix, floor.fair.id, register, (await register.book()).id);
  const lineId = (await floor.line(HUNGER)).id;
  const sold = register.sold();
  await register.handIn(sold);
  return {
    test,
    goodCalls: (endpoint) =>
      goodCalls(matrix, [['/v1/inventory/fair-', lineId], ...records], endpoint),
    goodItem: (array) => itemOf(array, register, sold),
    tokenFor: ({ access: { kind } }) =>
      kind === 'public' ? undefined : kind === 'device' ? register.token : test.ownerToken,
  };
}

async function recordsOf(
  { test, fair }: MatrixGround,
  fairId: string,
  register: TestRegister,
  orderId: string,
): Promise<Records> {
  const { owner, db } = test;
  const [first] = (await owner.roles.getRoles()).data;
  const person = {
    firstName: 'Vic',
    lastName: 'Tim',
    countryCode: '+1' as const,
    phone: '5551234567',
  };
  const body = { ...person, email: 'victim@example.com', roleId: first!.value, secretCode: '1234' };
  const { data: admin } = await owner.admins.add({ body });
  const { data: role } = await owner.roles.add({
    body: { name: 'Hostile', description: 'To be changed.', rights: [] },
  });
  const { data: view } = await owner.views.add({
    body: { list: 'orders', name: 'Hostile', query: {}, hiddenColumns: null, isTeam: false },
  });
  const { data: job } = await owner.exports.add({
    body: { list: 'devices', query: {}, format: 'csv' },
  });
  const dates = { purchaseDate: '2026-01-01', warrantyDate: '2028-01-01' };
  const { data: device } = await owner.devices.add({
    body: { deviceId: 'VICTIM', name: 'Victim', ...dates, model: 1, adminId: null },
  });
  await register.handIn(register.sold({ lines: [{ sku: HUNGER, unitPriceCents: 1 }] }));
  const held = await db.selectFrom('heldOrders').select('id').executeTakeFirstOrThrow();
  const payment = await db.selectFrom('payments').select('id').executeTakeFirstOrThrow();
  const student = await db.selectFrom('students').select('id').executeTakeFirstOrThrow();
  const title = await db.selectFrom('titles').select('id').executeTakeFirstOrThrow();
  return [
    ['/v1/admins/', admin.id],
    ['/v1/roles/', role.id],
    ['/v1/devices/', device.id],
    ['/v1/schools/', fair.schoolId],
    ['/v1/fairs/update', fair.id],
    ['/v1/fairs/delete', fair.id],
    ['/v1/fairs/change-status', fair.id],
    ['/v1/fairs/', fairId],
    ['/v1/inventory/all-inventory', title.id],
    ['/v1/titles/', title.id],
    ['/v1/packages/', fairId],
    ['/v1/orders/held/', held.id],
    ['/v1/orders/', orderId],
    ['/v1/payments/', payment.id],
    ['/v1/students/', student.id],
    ['/v1/views/', view.id],
    ['/v1/jobs/', job.jobId],
  ];
}

async function goodCalls(
  ground: MatrixGround,
  records: Records,
  endpoint: Endpoint,
): Promise<Sent[]> {
  const id = records.find(([prefix]) => endpoint.path.startsWith(prefix))?.[1] ?? NOBODY;
  const lines = RIGHTS.filter(
    ([method, path]) => method === endpoint.method && path === endpoint.path,
  );
  const calls: Sent[] = [];
  for (const [, , , sent] of lines) {
    const good = typeof sent === 'function' ? await sent(ground) : sent;
    // A new account each time, because wrong passwords delay its next attempt.
    const isLogin = endpoint.path === '/v1/auth/login';
    const body = isLogin ? { email: `${uuidv4()}@example.com`, password: 'Wrong-1' } : good.body;
    calls.push({ ...good, body, params: { id, ...good.params } });
  }
  return calls;
}

function itemOf(array: string, register: TestRegister, sold: { clientOrderId: string }): unknown {
  switch (array) {
    case 'orders':
      return { ...register.sold(), mode: 'offline' };
    case 'refunds':
      return refundOfOrder(sold, [{ lineNo: 1, quantity: 1, restock: true }], {
        clientRefundId: uuidv4(),
      });
    case 'results':
      return { clientPaymentId: uuidv7(), status: 'failed', processorRef: 'r', failureCode: 'f' };
    default:
      return {
        clientPaymentId: uuidv4(),
        studentNumber: 'S-1',
        method: PaymentMethod.cash,
        amountCents: 1_000,
        status: 'completed',
        paidAt: new Date().toISOString(),
      };
  }
}
