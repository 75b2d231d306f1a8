import { ApiError, type Client, createClient, type Send } from '@pos/contract/client';
import type { Call } from '@pos/contract/endpoint';
import { registerApi } from '@pos/contract/sales/register';
import type { SoldRefund } from '@pos/contract/sales/register-refunds';
import type { RegisterLogin, RegisterSession } from '@pos/contract/sales/register-session';
import type { OrderResult, SoldOrder } from '@pos/contract/sales/register-orders';
import { inBatches } from '@pos/contract/sales/register-sending';
import type { Catalog, RegisterStudent } from '@pos/contract/sales/register-catalog';
import { dayIn } from '@pos/contract/values/clock';
import type { Random } from '@pos/world/random';
import type { Sale } from '@pos/world/sale';
import { ALONE, childrenAt } from '@pos/world/shelf';
import { type Floor, makeFloor } from '@pos/world/shopper';
import path from 'node:path';
import { insistent, sendTo } from '../office/http.ts';
import { disturbed } from './batches.ts';
import { RegisterMemory, type Remembered, type Sold } from './register-memory.ts';

export type RegisterSettings = {
  url: string;
  deviceId: string;
  /** Cashier with the 4-digit secret code. */
  adminId: string;
  secretCode: string;
  /** Requests a pairing code from staff, while the journal holds no device key. */
  pairingCode: () => Promise<string>;
  fairIdentifier: string;
  /** Folder of the register's journal. */
  folder: string;
  /** Time limit for retries to reach the server, in milliseconds. */
  patienceMs?: number;
  /** Wraps the network, for example to lose responses. */
  network?: (send: Send) => Send;
};

export type Delivery = {
  batchSize?: number;
  /** Sends some batches twice, out of order and two at a time. */
  chaos?: Random;
  /** Number of last orders to leave unsent. */
  keepBack?: number;
  /** Awaited after each response: a pause, or a count. */
  afterBatch?: (orders: number) => Promise<void> | void;
};

const DEFAULT_BATCH = 50;
const APP_VERSION = 'simulator 1';

/**
 * A simulated register that behaves like the app in docs/registers.md: it logs in, fetches the
 * catalog, journals each sale first, and sends its sales until the server has acknowledged all of
 * them.
 */
export class Register {
  readonly deviceId: string;
  readonly memory: RegisterMemory;
  #settings: RegisterSettings;
  #session: RegisterSession | undefined;
  readonly #client: Client<{ pos: typeof registerApi }>;
  #epoch = 1;
  #nextSequence: number;

  private constructor(settings: RegisterSettings, memory: RegisterMemory) {
    this.deviceId = settings.deviceId;
    this.memory = memory;
    this.#settings = settings;
    this.#epoch = Math.max(1, ...memory.sold.map(({ order }) => order.epoch));
    this.#nextSequence = memory.nextSequence(this.#epoch);
    const direct = sendTo(settings.url, () => this.#session?.token.token);
    const send = insistent(
      settings.network ? settings.network(direct) : direct,
      settings.patienceMs === undefined ? {} : { limitMs: settings.patienceMs },
    );
    this.#client = createClient({ pos: registerApi }, send);
  }

  /** Opens the register with the state in its journal. */
  static async open(settings: RegisterSettings): Promise<Register> {
    return new Register(
      settings,
      await RegisterMemory.open(journalPath(settings.folder, settings.deviceId)),
    );
  }

  get session(): RegisterSession {
    if (!this.#session) throw new Error(`${this.deviceId} has not logged in.`);
    return this.#session;
  }

  /**
   * Logs in at its fair, or at another one from now on. Pairs the device first if it has no key.
   */
  async login(fairIdentifier = this.#settings.fairIdentifier): Promise<RegisterSession> {
    if (this.memory.deviceKey === undefined) await this.#pair(fairIdentifier);
    const { deviceKey } = this.memory;
    const data = await this.#logIn({
      fairIdentifier,
      ...(deviceKey !== undefined && { deviceKey }),
    });
    this.#settings = { ...this.#settings, fairIdentifier };
    this.#session = data;
    return data;
  }

  /** Exchanges a pairing code for a device key and journals it; the next login ends the code. */
  async #pair(fairIdentifier: string): Promise<void> {
    const pairingCode = await this.#settings.pairingCode();
    const { deviceKey } = await this.#logIn({ fairIdentifier, pairingCode });
    if (deviceKey === undefined) throw new Error(`${this.deviceId} received no device key.`);
    await this.memory.remember([{ kind: 'paired', deviceKey }]);
  }

  async #logIn(
    body: Pick<RegisterLogin, 'fairIdentifier' | 'deviceKey' | 'pairingCode'>,
  ): Promise<RegisterSession> {
    const { deviceId, adminId, secretCode } = this.#settings;
    return (await this.#client.pos.login({ body: { deviceId, adminId, secretCode, ...body } }))
      .data;
  }

  /** Reads fair, settings and titles; with `since` only the changes. */
  async catalog(since?: string): Promise<Catalog> {
    const changes = since === undefined ? {} : { query: { since } };
    return (await this.#loggedIn(() => this.#client.pos.catalog(changes))).data;
  }

  async students(search?: string): Promise<RegisterStudent[]> {
    const some = search === undefined ? {} : { query: { search } };
    return (await this.#loggedIn(() => this.#client.pos.students(some))).data;
  }

  /** Reads what this register sells from: a share of the fair's copies and students. */
  async floor(share = ALONE): Promise<Floor> {
    return makeFloor(await this.catalog(), childrenAt(await this.students(), share), share);
  }

  /** Journals sales under the register's next numbers. */
  async sell(sales: readonly Sale[]): Promise<SoldOrder[]> {
    const orders = sales.map((sale) => ({
      ...sale,
      epoch: this.#epoch,
      sequence: this.#nextSequence++,
    }));
    await this.record(orders);
    return orders;
  }

  /** Journals orders that are already numbered. */
  async record(orders: readonly SoldOrder[]): Promise<void> {
    const { identifier, timeZone } = this.session.fair;
    await this.memory.remember(
      orders.map((order) => ({
        kind: 'sold',
        fair: identifier,
        day: dayIn(order.soldAt, timeZone),
        order,
      })),
    );
    for (const { epoch, sequence } of orders)
      if (epoch === this.#epoch) this.#nextSequence = Math.max(this.#nextSequence, sequence + 1);
  }

  /** Sends the sales of this fair until the server has acknowledged all of them. */
  async deliver({
    batchSize = DEFAULT_BATCH,
    chaos,
    keepBack = 0,
    afterBatch,
  }: Delivery = {}): Promise<void> {
    const unsent = () => {
      const waiting = this.memory.unsent(this.session.fair.identifier);
      return inBatches(waiting.slice(0, Math.max(0, waiting.length - keepBack)), batchSize);
    };
    if (chaos) {
      const queue = disturbed(unsent(), chaos);
      const line = async () => {
        for (let batch = queue.shift(); batch; batch = queue.shift())
          await this.#send(batch, afterBatch);
      };
      await Promise.all([line(), line()]);
    }
    for (const batch of unsent()) await this.#send(batch, afterBatch);
  }

  /**
   * Sends a sale while the goods are still on the counter. Journals it only once the server has
   * accepted it.
   */
  async offer(sale: Sale): Promise<OrderResult> {
    const order: SoldOrder = {
      ...sale,
      mode: 'online',
      epoch: this.#epoch,
      sequence: this.#nextSequence,
    };
    const { results } = (
      await this.#loggedIn(() => this.#client.pos.orders({ body: { orders: [order] } }))
    ).data;
    const [result] = results;
    if (!result) throw new Error('The server did not answer for the order.');
    if (result.result === 'refused' || result.result === 'rejected') return result;
    await this.record([order]);
    await this.memory.remember([answered(result)]);
    return result;
  }

  /** Journals refunds and sends them. */
  async refund(refunds: readonly SoldRefund[]): Promise<void> {
    const fair = this.session.fair.identifier;
    await this.memory.remember(refunds.map((refund) => ({ kind: 'refunded', fair, refund })));
    await this.deliverRefunds();
  }

  /**
   * Sends the unanswered refunds; with `twice` all of them, with `held` also those waiting on the
   * server.
   */
  async deliverRefunds({
    twice = false,
    held = false,
  }: { twice?: boolean; held?: boolean } = {}): Promise<void> {
    const fair = this.session.fair.identifier;
    const waiting = this.memory.refunds
      .filter(
        (refund) =>
          refund.fair === fair &&
          (twice || refund.result === undefined || (held && refund.result === 'held')),
      )
      .map(({ refund }) => refund);
    for (let first = 0; first < waiting.length; first += DEFAULT_BATCH) {
      const refunds = waiting.slice(first, first + DEFAULT_BATCH);
      const { results } = (
        await this.#loggedIn(() => this.#client.pos.refunds({ body: { refunds } }))
      ).data;
      await this.memory.remember(
        results.map(({ clientRefundId, result, reason }) => ({
          kind: 'refundAnswered',
          clientRefundId,
          result,
          ...(reason !== undefined && { reason }),
        })),
      );
    }
  }

  /** Sends results of pending payments, and eWallet top-ups. */
  async payments(body: NonNullable<Call<typeof registerApi.payments>['body']>) {
    return (await this.#loggedIn(() => this.#client.pos.payments({ body }))).data.results;
  }

  /** Sends a heartbeat; `unsentOrders` comes from the journal unless given. */
  async heartbeat(unsentOrders = this.memory.unsent().length): Promise<void> {
    await this.#loggedIn(() =>
      this.#client.pos.heartbeat({ body: { appVersion: APP_VERSION, unsentOrders } }),
    );
  }

  async #send(batch: readonly Sold[], afterBatch: Delivery['afterBatch']): Promise<void> {
    const epoch = batch[0]?.order.epoch ?? this.#epoch;
    const controlTotals = [...new Set(batch.map(({ day }) => day))].map((day) =>
      this.memory.controlTotal(epoch, day),
    );
    const { results } = (
      await this.#loggedIn(() =>
        this.#client.pos.orders({
          body: { orders: batch.map(({ order }) => order), controlTotals },
        }),
      )
    ).data;
    await this.memory.remember(results.map(answered));
    await afterBatch?.(results.length);
  }

  /** Logs in again when a token has expired. */
  async #loggedIn<Result>(call: () => Promise<Result>): Promise<Result> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      await this.login();
      return call();
    }
  }
}

/** Returns the journal entry of an answer. */
export function answered({
  clientOrderId,
  result,
  orderNumber,
  reason,
  errors,
}: OrderResult): Remembered {
  return {
    kind: 'answered',
    clientOrderId,
    result,
    ...(orderNumber !== undefined && { orderNumber }),
    ...(reason !== undefined && { reason }),
    ...(errors && { errors }),
  };
}

/** Returns the journal file of a device in a folder of registers. */
export function journalPath(folder: string, deviceId: string): string {
  return path.join(folder, `${deviceId}.journal`);
}
