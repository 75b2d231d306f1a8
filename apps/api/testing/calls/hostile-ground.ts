import type { Endpoint } from '@pos/contract/endpoint';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { prepareMatrix, type MatrixGround } from '../rights/rights-matrix-data.ts';
import { RIGHTS } from '../rights/rights-matrix.ts';
import { NOBODY, type Sent } from '../rights/rights-line.ts';
import { admin, device, listExport, role, view } from '../rights/rights-samples.ts';
import {
  HUNGER,
  openFair,
  refundOfOrder,
  type TestRegister,
  makeTopUp,
  units,
} from '../selling/sales-floor.ts';
import type { TestApi } from '../app/test-api.ts';

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
  const records = await readRecords(matrix, floor.fair.id, register, (await register.book()).id);
  const lineId = (await floor.line(HUNGER)).id;
  const sold = register.sold();
  await register.handIn(sold);
  return {
    test,
    goodCalls: (endpoint) =>
      goodCalls(matrix, [['/v1/inventory/fair-', lineId], ...records], endpoint),
    goodItem: (array) => getItem(array, register, sold),
    tokenFor: ({ access: { kind } }) =>
      kind === 'public' ? undefined : kind === 'device' ? register.token : test.ownerToken,
  };
}

async function readRecords(
  ground: MatrixGround,
  fairId: string,
  register: TestRegister,
  orderId: string,
): Promise<Records> {
  const { test, fair } = ground;
  const added = async (path: string, body: unknown): Promise<string> => {
    const headers = { 'content-type': 'application/json' };
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await test.send(test.ownerToken)(path, sent);
    const { data } = (await answer.json()) as { data: { id?: string; jobId: string } };
    return data.id ?? data.jobId;
  };
  const anyOf = async (table: 'heldOrders' | 'payments' | 'students' | 'titles') =>
    (await test.db.selectFrom(table).select('id').executeTakeFirstOrThrow()).id;
  await register.handIn(register.sold({ lines: [{ sku: HUNGER, unitPriceCents: 1 }] }));
  const titleId = await anyOf('titles');
  return [
    ['/v1/admins/', await added('/v1/admins/add', admin(ground))],
    ['/v1/roles/', await added('/v1/roles/add', role())],
    ['/v1/devices/', await added('/v1/devices/add', device())],
    ['/v1/schools/', fair.schoolId],
    ['/v1/fairs/update', fair.id],
    ['/v1/fairs/delete', fair.id],
    ['/v1/fairs/change-status', fair.id],
    ['/v1/fairs/', fairId],
    ['/v1/inventory/all-inventory', titleId],
    ['/v1/titles/', titleId],
    ['/v1/packages/', fairId],
    ['/v1/orders/held/', await anyOf('heldOrders')],
    ['/v1/orders/', orderId],
    ['/v1/payments/', await anyOf('payments')],
    ['/v1/students/', await anyOf('students')],
    ['/v1/views/', await added('/v1/views', view('orders')().body)],
    ['/v1/jobs/', await added('/v1/exports', listExport('devices').body)],
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

function getItem(array: string, register: TestRegister, sold: { clientOrderId: string }): unknown {
  switch (array) {
    case 'orders':
      return { ...register.sold(), mode: 'offline' };
    case 'refunds':
      return refundOfOrder(sold, [units(1)], { clientRefundId: uuidv4() });
    case 'results':
      return { clientPaymentId: uuidv7(), status: 'failed', processorRef: 'r', failureCode: 'f' };
    default:
      return makeTopUp('S-1', { amountCents: 1_000 });
  }
}
