import { PaymentMethod } from '@pos/contract/payment-methods';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, createClient } from '@pos/contract/client';
import type { FairDetails } from '@pos/contract/fairs';
import type { NewFair } from '@pos/contract/fair-changes';
import { registerApi } from '@pos/contract/register';
import type { SoldRefund } from '@pos/contract/register-refunds';
import type { SoldOrder } from '@pos/contract/register-orders';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { inTransaction } from '#api/db/db.ts';
import { recordMovements } from '#api/features/stock/stock.service.ts';
import { creditAveDollars } from '#api/features/payments/ave-dollars.service.ts';
import { SYSTEM } from '#api/http/identity.ts';
import { packingList, uploadInventory } from './inventory-file.ts';
import { addCashier, pairRegister } from './open-register.ts';
import { plannedFair } from './planned-fair.ts';
import { BIBLE, HUNGER, makeOrder, PENCIL, STRAY, type Wish } from './sold-order.ts';
import type { TestApi } from './test-api.ts';

export { BIBLE, HUNGER, makeOrder as orderOf, PENCIL, STRAY, type Wish };
export const SECRET_CODE = '4711';

/** Stock of the fair: SKU, title, category, price in dollars, units, taxable. */
const STOCK = [
  [HUNGER, 'The Hunger Games', 'Teen', 8.99, 20, 'Y'],
  [PENCIL, 'Shiny Pencil', 'Merchandise', 1.25, 50, 'Y'],
  [BIBLE, 'A Quiet Psalter', 'Faith', 12, 5, 'N'],
] as const;

export type PosClient = ReturnType<typeof createClient<{ pos: typeof registerApi }>>['pos'];
/** A register that has logged in. `sold` builds its orders, each with the next sequence number. */
export type TestRegister = {
  pos: PosClient;
  token: string;
  id: string;
  deviceId: string;
  sold: (wish?: Wish) => SoldOrder;
};

export type SalesFloor = { test: TestApi; fair: FairDetails; cashierId: string };

let schools = 0;

/**
 * Opens a live fair with stock, a title that is only in the catalog, and copies in the warehouse.
 * `cashierId` may work its registers.
 */
export async function openFair(
  test: TestApi,
  changes: Partial<NewFair> = {},
  cashierId?: string,
): Promise<SalesFloor> {
  const day = today('America/Detroit');
  const fair = await plannedFair(test, `SCH${++schools}`, {
    startDate: addDays(day, -1),
    endDate: addDays(day, 3),
    ...changes,
  });
  await uploadInventory(
    test.owner,
    await packingList(
      ...STOCK.map(([sku, title, category, price, units, taxable]) => [
        `${fair.identifier}-1`,
        sku,
        title,
        null,
        category,
        price,
        units,
        taxable,
      ]),
    ),
    { fairId: fair.id },
  );
  await test.db
    .insertInto('titles')
    .values({
      id: uuidv7(),
      sku: STRAY,
      title: 'A Stray Cat',
      priceCents: 500,
      isbn13: null,
      sourceWarehouseQty: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { test, fair, cashierId: cashierId ?? (await addCashier(test)) };
}

/** Adds copies of a title to the warehouse, as a delivery does. */
export async function stockWarehouse(test: TestApi, sku: string, qty: number): Promise<void> {
  const title = await test.db
    .selectFrom('titles')
    .select('id')
    .where('sku', '=', sku)
    .executeTakeFirstOrThrow();
  await inTransaction(test.db, (tx) =>
    recordMovements(
      tx,
      [
        {
          titleId: title.id,
          qty,
          from: 'supplier',
          to: 'warehouse',
          reason: 'sync',
          refType: 'test',
          refId: null,
        },
      ],
      SYSTEM,
    ),
  );
}

/** Adds a device and logs it in. */
export async function logIn(
  { test, fair, cashierId }: SalesFloor,
  deviceId: string,
): Promise<TestRegister> {
  const { data: device } = await test.owner.devices.add({
    body: {
      deviceId,
      name: deviceId,
      purchaseDate: '2025-01-01',
      warrantyDate: '2028-01-01',
      model: 1,
      adminId: null,
    },
  });
  const session = await pairRegister(test, device.id, {
    deviceId,
    adminId: cashierId,
    secretCode: SECRET_CODE,
    fairIdentifier: fair.identifier,
  });
  const { token } = session.token;
  let sequence = 0;
  const sold = (wish: Wish = {}) => makeOrder(fair, { sequence: ++sequence, ...wish });
  return {
    pos: createClient({ pos: registerApi }, test.send(token)).pos,
    token,
    id: device.id,
    deviceId,
    sold,
  };
}

/** Calls as a register does: after a 503 nothing was stored, and it tries again. */
export async function patiently<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 503) || tries === 10) throw error;
      await pause(50 * tries);
    }
  }
}

/** Sends orders and returns their results. */
export async function handIn(register: TestRegister, ...orders: unknown[]) {
  return (await patiently(() => register.pos.orders({ body: { orders } }))).data.results;
}

/** Sends one order that must be accepted, and returns its record. */
export async function bookOrder(floor: SalesFloor, register: TestRegister, wish: Wish = {}) {
  const order = register.sold(wish);
  const [result] = await handIn(register, order);
  if (result?.result !== 'accepted')
    throw new Error(`The order was not accepted: ${JSON.stringify(result)}`);
  return { sold: order, ...(await readOrder(floor, order.clientOrderId)) };
}

/** Returns an order as staff see it. */
export async function readOrder({ test }: SalesFloor, clientOrderId: string) {
  const { id } = await test.db
    .selectFrom('orders')
    .select('id')
    .where('clientOrderId', '=', clientOrderId)
    .executeTakeFirstOrThrow();
  return (await test.owner.orders.getById({ params: { id } })).data;
}

export function refundOfOrder(
  order: { clientOrderId: string },
  lines: SoldRefund['lines'],
  changes: Partial<SoldRefund> = {},
): SoldRefund {
  return {
    clientRefundId: uuidv4(),
    clientOrderId: order.clientOrderId,
    refundedAt: new Date().toISOString(),
    reason: 'Changed mind',
    lines,
    ...changes,
  };
}

export async function handInRefunds(register: TestRegister, ...refunds: unknown[]) {
  return (await patiently(() => register.pos.refunds({ body: { refunds } }))).data.results;
}

/**
 * Adds a student of the fair's school and tops up the eWallet with `paidInCents` at the register.
 */
export async function addStudent(
  floor: SalesFloor,
  register: TestRegister,
  studentNumber: string,
  paidInCents = 0,
): Promise<void> {
  await floor.test.db
    .insertInto('students')
    .values({
      id: uuidv7(),
      schoolId: floor.fair.schoolId,
      studentNumber,
      firstName: 'Robin',
      lastName: `Pupil ${studentNumber}`,
      grade: '3',
      teacher: 'Ms. Oak',
      factsFamilyId: null,
    })
    .execute();
  if (paidInCents === 0) return;
  const topUp = {
    clientPaymentId: uuidv4(),
    studentNumber,
    method: PaymentMethod.cash,
    amountCents: paidInCents,
    status: 'completed' as const,
    paidAt: new Date().toISOString(),
  };
  const { data } = await register.pos.payments({ body: { topUps: [topUp] } });
  if (data.results[0]?.result !== 'accepted')
    throw new Error(`The top-up was not accepted: ${JSON.stringify(data)}`);
}

export async function walletCents(
  { test, fair }: SalesFloor,
  studentNumber: string,
): Promise<number> {
  const row = await test.db
    .selectFrom('wallets')
    .innerJoin('students', 'students.id', 'wallets.studentId')
    .select('balanceCents')
    .where('studentNumber', '=', studentNumber)
    .where('schoolId', '=', fair.schoolId)
    .executeTakeFirst();
  return row?.balanceCents ?? 0;
}

/** Credits AveDollars as if earned at an earlier fair. */
export async function earnAveDollars(
  { test, fair }: SalesFloor,
  amountCents: number,
): Promise<void> {
  await inTransaction(test.db, (tx) =>
    creditAveDollars(
      tx,
      {
        schoolId: fair.schoolId,
        type: 'earn',
        amountCents,
        idempotencyKey: `test:${uuidv4()}`,
        businessDay: fair.startDate,
      },
      SYSTEM,
    ),
  );
}

/** Returns a line of the fair's inventory as staff see it. */
export async function fairLine({ test, fair }: SalesFloor, sku: string) {
  const { data } = await test.owner.inventory.fairInventory({
    query: { fairId: fair.id, limit: 50 },
  });
  const line = data.results.find((each) => each.sku === sku);
  if (!line) throw new Error(`The fair has no line of ${sku}.`);
  return line;
}
