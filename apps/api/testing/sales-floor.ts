import { PaymentMethod } from '@pos/contract/payment-methods';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, type Client, createClient } from '@pos/contract/client';
import type { FairLine } from '@pos/contract/inventory';
import type { Order } from '@pos/contract/orders';
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
import { findCashier, pairRegister } from './open-register.ts';
import { plannedFair } from './planned-fair.ts';
import { BIBLE, HUNGER, makeOrder, PENCIL, STRAY, type Wish } from './sold-order.ts';
import type { TestApi } from './test-api.ts';
import { startTestApp, type TestApp } from './test-app.ts';

export { BIBLE, HUNGER, makeOrder as orderOf, PENCIL, STRAY, type Wish };
export const SECRET_CODE = '4711';

/** Stock of the fair: SKU, title, category, price in dollars, units, taxable. */
const STOCK = [
  [HUNGER, 'The Hunger Games', 'Teen', 8.99, 20, 'Y'],
  [PENCIL, 'Shiny Pencil', 'Merchandise', 1.25, 50, 'Y'],
  [BIBLE, 'A Quiet Psalter', 'Faith', 12, 5, 'N'],
] as const;

let schools = 0;

/** Starts an app with a live fair (see `openFair`) and a register, `REG-01`, that sells there. */
export async function startSelling(
  changes: Partial<NewFair> = {},
): Promise<{ test: TestApp; floor: SalesFloor; register: TestRegister }> {
  const test = await startTestApp();
  const floor = await openFair(test, changes);
  return { test, floor, register: await floor.logIn('REG-01') };
}

/** Opens a live fair with stock, and a title that is only in the catalog. */
export async function openFair(test: TestApi, changes: Partial<NewFair> = {}): Promise<SalesFloor> {
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
  return SalesFloor.at(test, fair);
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

/** A fair that sells, as its registers and staff see it. */
export class SalesFloor {
  readonly test: TestApi;
  readonly fair: FairDetails;
  /** Person of staff who may work the registers of all fairs. */
  readonly cashierId: string;

  private constructor(test: TestApi, fair: FairDetails, cashierId: string) {
    this.test = test;
    this.fair = fair;
    this.cashierId = cashierId;
  }

  static async at(test: TestApi, fair: FairDetails): Promise<SalesFloor> {
    return new SalesFloor(test, fair, await findCashier(test));
  }

  /** Adds a device and logs it in. */
  async logIn(deviceId: string): Promise<TestRegister> {
    const { data: device } = await this.test.owner.devices.add({
      body: {
        deviceId,
        name: deviceId,
        purchaseDate: '2025-01-01',
        warrantyDate: '2028-01-01',
        model: 1,
        adminId: null,
      },
    });
    const session = await pairRegister(this.test, device.id, {
      deviceId,
      adminId: this.cashierId,
      secretCode: SECRET_CODE,
      fairIdentifier: this.fair.identifier,
    });
    return new TestRegister(this, device.id, deviceId, session.token.token);
  }

  /** Returns an order as staff see it. */
  async readOrder(clientOrderId: string): Promise<Order> {
    const { id } = await this.test.db
      .selectFrom('orders')
      .select('id')
      .where('clientOrderId', '=', clientOrderId)
      .executeTakeFirstOrThrow();
    return await this.test.ask.orders.getById({ params: { id } });
  }

  /** Returns a line of the fair's inventory as staff see it. */
  async line(sku: string): Promise<FairLine> {
    const { data } = await this.test.owner.inventory.fairInventory({
      query: { fairId: this.fair.id, limit: 50 },
    });
    const line = data.results.find((each) => each.sku === sku);
    if (!line) throw new Error(`The fair has no line of ${sku}.`);
    return line;
  }

  async walletCents(studentNumber: string): Promise<number> {
    const row = await this.test.db
      .selectFrom('wallets')
      .innerJoin('students', 'students.id', 'wallets.studentId')
      .select('balanceCents')
      .where('studentNumber', '=', studentNumber)
      .where('schoolId', '=', this.fair.schoolId)
      .executeTakeFirst();
    return row?.balanceCents ?? 0;
  }

  /** Credits AveDollars as if earned at an earlier fair. */
  async earnAveDollars(amountCents: number): Promise<void> {
    const earned = {
      schoolId: this.fair.schoolId,
      type: 'earn' as const,
      amountCents,
      idempotencyKey: `test:${uuidv4()}`,
      businessDay: this.fair.startDate,
    };
    await inTransaction(this.test.db, (tx) => creditAveDollars(tx, earned, SYSTEM));
  }
}

/** A register that has logged in. */
export class TestRegister {
  readonly floor: SalesFloor;
  /** ID of the device's record, and the device's own. */
  readonly id: string;
  readonly deviceId: string;
  readonly token: string;
  readonly pos: Client<{ pos: typeof registerApi }>['pos'];
  #sequence = 0;

  constructor(floor: SalesFloor, id: string, deviceId: string, token: string) {
    this.floor = floor;
    this.id = id;
    this.deviceId = deviceId;
    this.token = token;
    this.pos = createClient({ pos: registerApi }, floor.test.send(token)).pos;
  }

  /** Builds an order with the next sequence number. */
  readonly sold = (wish: Wish = {}): SoldOrder =>
    makeOrder(this.floor.fair, { sequence: ++this.#sequence, ...wish });

  /** Sends orders and returns their results. */
  async handIn(...orders: unknown[]) {
    return (await patiently(() => this.pos.orders({ body: { orders } }))).data.results;
  }

  async handInRefunds(...refunds: unknown[]) {
    return (await patiently(() => this.pos.refunds({ body: { refunds } }))).data.results;
  }

  /** Sends one order that must be accepted, and returns its record. */
  async book(wish: Wish = {}): Promise<Order & { sold: SoldOrder }> {
    const sold = this.sold(wish);
    const [result] = await this.handIn(sold);
    if (result?.result !== 'accepted')
      throw new Error(`The order was not accepted: ${JSON.stringify(result)}`);
    return { sold, ...(await this.floor.readOrder(sold.clientOrderId)) };
  }

  /** Adds a student of the fair's school and tops up the eWallet with `paidInCents`. */
  async addStudent(studentNumber: string, paidInCents = 0): Promise<void> {
    await this.floor.test.db
      .insertInto('students')
      .values({
        id: uuidv7(),
        schoolId: this.floor.fair.schoolId,
        studentNumber,
        firstName: 'Robin',
        lastName: `Pupil ${studentNumber}`,
        grade: '3',
        teacher: 'Ms. Oak',
        factsFamilyId: null,
      })
      .execute();
    if (paidInCents > 0) await this.topUp(studentNumber, paidInCents);
  }

  /** Pays cash into a student's eWallet, which must be accepted. */
  async topUp(studentNumber: string, amountCents: number): Promise<void> {
    const topUp = {
      clientPaymentId: uuidv4(),
      studentNumber,
      method: PaymentMethod.cash,
      amountCents,
      status: 'completed' as const,
      paidAt: new Date().toISOString(),
    };
    const { data } = await this.pos.payments({ body: { topUps: [topUp] } });
    if (data.results[0]?.result !== 'accepted')
      throw new Error(`The top-up was not accepted: ${JSON.stringify(data)}`);
  }
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

/** Builds the refund of lines of an order as a register does. */
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
