import type { HeldOrder } from '@pos/contract/sales/held-orders';
import type { Order } from '@pos/contract/sales/orders';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { ApiError, type Client, createClient } from '@pos/contract/client';
import { registerApi } from '@pos/contract/sales/register';
import type { SoldOrder } from '@pos/contract/sales/register-orders';
import type { TopUp } from '@pos/contract/sales/register-payments';
import type { SoldRefund } from '@pos/contract/sales/register-refunds';
import { setTimeout as pause } from 'node:timers/promises';
import { order as numbered, refund, type Wish } from '@pos/world/sale';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import type { SalesFloor } from './sales-floor.ts';

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
    numbered(this.floor.fair.salesTaxRatePpm, { sequence: ++this.#sequence, ...wish });

  /** Sends orders and returns their results. */
  async handIn(...orders: unknown[]) {
    return (await patiently(() => this.pos.orders({ body: { orders } }))).data.results;
  }

  async handInRefunds(...refunds: unknown[]) {
    return (await patiently(() => this.pos.refunds({ body: { refunds } }))).data.results;
  }

  /** Sends the refund of units of an order's first line, back to the shelf. */
  refund(order: { clientOrderId: string }, quantity = 1, changes: Partial<SoldRefund> = {}) {
    return this.handInRefunds(refund(order, [units(quantity)], changes));
  }

  /** Sends one order that must be accepted, and returns its record. */
  async book(wish: Wish = {}): Promise<Order & { sold: SoldOrder }> {
    const sold = this.sold(wish);
    const [result] = await this.handIn(sold);
    if (result?.result !== 'accepted')
      throw new Error(`The order was not accepted: ${JSON.stringify(result)}`);
    return { sold, ...(await this.floor.readOrder(sold.clientOrderId)) };
  }

  /** Books an order that a student pays by eWallet. */
  bookByWallet(studentNumber: string, wish: Wish = {}) {
    return this.book(byWallet(studentNumber, wish));
  }

  /** Sends an order that must be held, and returns it with its row. */
  async hold(wish: Wish): Promise<{ sold: SoldOrder; held: HeldOrder }> {
    const sold = this.sold(wish);
    const [result] = await this.handIn(sold);
    const [held] = await this.floor.held({ search: sold.clientOrderId });
    if (result?.result !== 'held' || !held)
      throw new Error(`The order was not held: ${JSON.stringify(result)}`);
    return { sold, held };
  }

  /** Reports the result of an order's payment, the first one by default. */
  async settle(
    order: { payments: { clientPaymentId: string }[] },
    status: 'completed' | 'failed' | 'cancelled',
    index = 0,
  ) {
    const { clientPaymentId } = order.payments[index]!;
    const body = { results: [{ clientPaymentId, status }] };
    return (await patiently(() => this.pos.payments({ body }))).data.results;
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

  /** Pays into a student's eWallet, in cash by default, which must be accepted. */
  async topUp(studentNumber: string, amountCents: number, changes: Partial<TopUp> = {}) {
    const topUp = makeTopUp(studentNumber, { amountCents, ...changes });
    const results = await this.pay(topUp);
    if (results[0]?.result !== 'accepted')
      throw new Error(`The top-up was not accepted: ${JSON.stringify(results)}`);
    return topUp;
  }

  /** Sends top-ups and returns their results. */
  async pay(...topUps: unknown[]) {
    return (await patiently(() => this.pos.payments({ body: { topUps } }))).data.results;
  }

  async setDevice(status: 'active' | 'inactive'): Promise<void> {
    const { db } = this.floor.test;
    await db.updateTable('devices').set({ status }).where('id', '=', this.id).execute();
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

/** Units of a refund, of the first line and back to the shelf by default. */
export const units = (quantity: number, restock = true, lineNo = 1) => ({
  lineNo,
  quantity,
  restock,
});

/** Builds a top-up as a register does: 20.00 in cash unless it differs. */
export const makeTopUp = (studentNumber: string, changes: Record<string, unknown> = {}) => ({
  clientPaymentId: uuidv4(),
  studentNumber,
  method: PaymentMethod.cash,
  amountCents: 2_000,
  status: 'completed' as const,
  paidAt: new Date().toISOString(),
  ...changes,
});

/** Wish for an order that a student pays by eWallet. */
export const byWallet = (studentNumber: string, wish: Wish = {}): Wish => ({
  customerType: 'student',
  studentNumber,
  payments: [{ method: PaymentMethod.eWallet }],
  ...wish,
});

/** Wish for an order whose card payment has no result yet. */
export const PENDING: Wish = {
  payments: [{ method: PaymentMethod.creditCard, status: 'pending' }],
};
