import type { FairLine } from '@pos/contract/stock/inventory';
import type { Order } from '@pos/contract/sales/orders';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import type { NewFair } from '@pos/contract/fairs/fair-changes';
import type { HeldDecision, HeldOrder } from '@pos/contract/sales/held-orders';
import type { Report } from '@pos/contract/reports/reports';
import type { ReportType } from '@pos/contract/reports/report-query';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { stockFair } from '@pos/world/fair';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { inTransaction } from '#api/db/db.ts';
import { recordMovements } from '#api/stock/stock/stock.service.ts';
import { creditAveDollars } from '#api/sales/payments/wallets/ave-dollars.service.ts';
import { SYSTEM } from '#api/http/access/identity.ts';
import { newDevice } from './new-records.ts';
import { findCashier, pairRegister } from './open-register.ts';
import { plannedFair } from './planned-fair.ts';
import { checkReportInvariants } from '../books/report-invariants.ts';
import { STRAY } from '@pos/world/sale';
import type { ApiClient, TestApi } from '../app/test-api.ts';
import { startTestApp, type TestApp } from '../app/test-app.ts';
import { TestRegister } from './test-register.ts';

export { BIBLE, HUNGER, PENCIL, refund as refundOfOrder, STRAY, type Wish } from '@pos/world/sale';
export {
  byWallet,
  patiently,
  PENDING,
  type TestRegister,
  makeTopUp,
  units,
} from './test-register.ts';
export const SECRET_CODE = '4711';

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
  await stockFair(test.owner, fair);
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

type FairState = {
  closeOutState?: 'open' | 'finished';
  status?: 'active' | 'inactive';
  resetAt?: string | null;
};
type CallQuery<Call extends 'held'> = NonNullable<
  NonNullable<Parameters<ApiClient['orders'][Call]>[0]>['query']
>;

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
    const device = await this.test.ask.devices.add({ body: newDevice(deviceId) });
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

  /** Returns the fair as it is now. */
  now(): Promise<FairDetails> {
    return this.test.ask.fairs.getById({ params: { id: this.fair.id } });
  }

  async netCents(): Promise<number> {
    return (await this.now()).netCents!;
  }

  /** Changes states of the fair without the work of the calls. */
  async set(values: FairState): Promise<void> {
    const { db } = this.test;
    await db.updateTable('fairs').set(values).where('id', '=', this.fair.id).execute();
  }

  /** Runs `work` while the fair is finished, without the work of a close-out. */
  async whileFinished<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    await this.set({ closeOutState: 'finished' });
    return await work().finally(() => this.set({ closeOutState: 'open' }));
  }

  /** Returns the copies of a title outside of fairs. */
  copies(sku: string): Promise<{ warehouseQty: number; allocatedQty: number }> {
    return this.test.db
      .selectFrom('titles')
      .select(['warehouseQty', 'allocatedQty'])
      .where('sku', '=', sku)
      .executeTakeFirstOrThrow();
  }

  /** Runs a report of the fair, for its dates unless a range is given. */
  async report<Type extends ReportType>(
    reportType: Type,
    { startDate, endDate }: { startDate: string; endDate: string } = this.fair,
  ): Promise<Extract<Report, { reportType: Type }>> {
    const { schoolIdentifier, identifier: fairIdentifier } = this.fair;
    const query = { reportType, schoolIdentifier, fairIdentifier, startDate, endDate };
    return (await this.test.ask.reports.run({ query })) as Extract<Report, { reportType: Type }>;
  }

  /** Checks that the reports of the fair agree to the cent, and returns them. */
  checkReports() {
    const { schoolIdentifier, startDate, endDate } = this.fair;
    const question = { schoolIdentifier, startDate, endDate };
    return checkReportInvariants(this.test.send(this.test.ownerToken), question);
  }

  /** Returns the fair's held orders. */
  async held(query: CallQuery<'held'> = {}): Promise<HeldOrder[]> {
    const { id: fairId } = this.fair;
    return (await this.test.ask.orders.held({ query: { fairId, ...query } })).results;
  }

  /** Decides a held order, which is released unless the decision differs. */
  decide({ id }: { id: string }, body: HeldDecision = { decision: 'release' }) {
    return this.test.ask.orders.decideHeld({ params: { id }, body });
  }

  /** Refunds units of lines of an order as staff, back to the shelf. */
  refund(
    order: Order,
    lines: readonly { line?: number; quantity: number; restock?: boolean }[],
  ): Promise<Order> {
    const wanted = lines.map(({ line = 0, quantity, restock = true }) => ({
      lineId: order.lines[line]!.id,
      quantity,
      restock,
    }));
    const body = { lines: wanted, reason: 'Torn page' };
    return this.test.ask.orders.refund({ params: { id: order.id }, body });
  }

  /** Resolves an unpaid order as staff. */
  resolve({ id }: { id: string }, decision: 'cancel' | 'uncollected'): Promise<Order> {
    const body = { decision, reason: 'The card was declined.' };
    return this.test.ask.orders.resolve({ params: { id }, body });
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

  async aveDollarCents(): Promise<number> {
    const { schoolId: id } = this.fair;
    return (await this.test.ask.schools.getById({ params: { id } })).aveDollarBalanceCents;
  }

  async studentId(studentNumber: string): Promise<string> {
    const { id } = await this.test.db
      .selectFrom('students')
      .select('id')
      .where('studentNumber', '=', studentNumber)
      .where('schoolId', '=', this.fair.schoolId)
      .executeTakeFirstOrThrow();
    return id;
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
