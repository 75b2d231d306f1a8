import { MAX_ORDER_BATCH } from '@pos/contract/sales/register-orders';
import { inBatches, pauseBeforeRepeat } from '@pos/contract/sales/register-sending';
import type { Instant } from '@pos/contract/values';
import type { Access } from './access.ts';
import type { Books } from '../journal/books.ts';
import type { Clock } from './clock.ts';
import type { StoredSale } from '../journal/journal.ts';
import {
  changeBy,
  findRejected,
  findToSend,
  findUnsent,
  getControlTotals,
  toAnswer,
} from '../rules/outbox.ts';
import { FollowUps, type Parts } from './follow-ups.ts';
import { findSalesWithResults, findUnsentResults } from '../rules/card-results.ts';
import { findUnsentEntries } from '../rules/drawer-outbox.ts';
import { findUnsentReturns } from '../rules/return-outbox.ts';
import { type Server, type Trouble, toTrouble } from './server.ts';
import type { Result, SendRefusal } from '../till.ts';

const AFTER_BROKEN_SECONDS = 60;
const LONGEST_PAUSE_MS = 5_000;
/** Sales of the first request after one that reached no server: it may not reach one either. */
const FIRST_AGAIN = 20;

/**
 * Sends finished sales until the server has answered for each. Whoever holds the till holds the
 * only sender (a second tab reads); a wake while it sends makes it look once more.
 */
export class Delivery {
  readonly #books: Books;
  readonly #server: Server;
  readonly #access: Access;
  readonly #clock: Clock;
  readonly #appVersion: string;
  readonly #followUps: FollowUps;
  #running: Promise<Result<SendRefusal>> | null = null;
  #isWoken = false;
  #tries = 0;
  #notBeforeMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  #size = MAX_ORDER_BATCH;
  lastTryAt: Instant | null = null;
  needsSignIn = false;
  onChange: () => void = () => undefined;

  constructor({ books, server, access, clock }: Parts, appVersion: string) {
    this.#books = books;
    this.#server = server;
    this.#access = access;
    this.#clock = clock;
    this.#appVersion = appVersion;
    this.#followUps = new FollowUps({ books, server, access, clock });
  }

  get isSending(): boolean {
    return this.#running !== null;
  }

  /** Sends what waits, without waiting for the end; looks once more if it sends already. */
  wake(): void {
    if (this.#isClosed) return;
    this.#isWoken = this.isSending;
    void this.sendNow();
  }

  /** Sends what waits, unless the server asked for a pause. Resolves when this try has ended. */
  sendNow(): Promise<Result<SendRefusal>> {
    if (Date.now() < this.#notBeforeMs) return Promise.resolve({ ok: false, reason: 'busy' });
    this.#running ??= this.#deliver().finally(() => {
      this.#running = null;
      this.onChange();
      if (this.#isWoken && this.#hasMore()) this.wake();
    });
    return this.#running;
  }

  #hasMore(): boolean {
    const { sales, returns, notes } = this.#books;
    return (
      findToSend(sales.values()).length > 0 ||
      findUnsentReturns(returns.values()).length > 0 ||
      findSalesWithResults(sales.values()).length > 0 ||
      (notes.drawer ?? []).some(({ answer }) => answer === null)
    );
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #deliver(): Promise<Result<SendRefusal>> {
    clearTimeout(this.#timer);
    if (this.#hasMore()) this.onChange();
    try {
      /** Fairs for which nobody is signed in, or whose tokens were refused. */
      const stuck = new Set<string>();
      for (let batch = this.#nextBatch(stuck); batch; batch = this.#nextBatch(stuck)) {
        const fair = batch[0]?.fairIdentifier ?? '';
        const token = stuck.has(fair) ? null : await this.#access.tokenFor(fair);
        if (token === null || !(await this.#send(batch, token))) stuck.add(fair);
        this.#tries = 0;
        this.onChange();
      }
      this.#size = MAX_ORDER_BATCH;
      if (!this.#isClosed) await this.#followUps.send(stuck);
      this.needsSignIn = stuck.size > 0 || !(await this.#beat());
      this.#tries = 0;
      return this.needsSignIn ? { ok: false, reason: 'sign_in_needed' } : { ok: true };
    } catch (error) {
      return this.#fail(error);
    }
  }

  #nextBatch(stuck: ReadonlySet<string>): StoredSale[] | undefined {
    if (this.#isClosed) return undefined;
    const unsent = findToSend(this.#books.sales.values()).filter(
      ({ fairIdentifier }) => !stuck.has(fairIdentifier),
    );
    const fair = unsent[0]?.fairIdentifier;
    const size = this.#server.isReached ? this.#size : Math.min(this.#size, FIRST_AGAIN);
    const next = unsent.filter(({ fairIdentifier }) => fairIdentifier === fair).slice(0, size);
    return inBatches(next, size)[0];
  }

  /** Sends a batch to its fair. Returns false if the token was refused. */
  async #send(batch: readonly StoredSale[], token: string): Promise<boolean> {
    this.lastTryAt = this.#clock.now();
    const asked = Date.now();
    const body = {
      orders: batch.map(({ order }) => order),
      controlTotals: getControlTotals(batch, this.#books.sales),
    };
    const answer = await this.#server
      .pos(token)
      .orders({ body })
      .then(({ data }) => data)
      .catch((error: unknown) => this.#onRefusal(toTrouble(error), batch, error));
    if (typeof answer === 'boolean') return answer;
    this.#clock.learn(answer.serverTime, asked);
    const { notes, returns } = this.#books;
    const known = { at: answer.serverTime, acknowledged: notes.acknowledged, returns };
    await this.#books.keepFrom(() => changeBy(answer, batch, this.#books.sales, known));
    return true;
  }

  /**
   * Handles what a repeat can mend: a smaller batch, another token. A sale that alone is refused as a
   * whole is put aside for a person, so that it blocks no other.
   */
  async #onRefusal(
    trouble: Trouble,
    batch: readonly StoredSale[],
    error: unknown,
  ): Promise<boolean> {
    if (trouble.kind === 'unauthorized') {
      const fair = batch[0]?.fairIdentifier ?? '';
      this.#access.drop(fair);
      // A code that is known gives a new token, once.
      if (this.#access.canLogIn) return (await this.#access.tokenFor(fair)) !== null;
      // A token ends after 12 hours, or with the pairing.
      await this.#access.refreshPeople();
      return false;
    }
    if (!['too_large', 'invalid', 'missing'].includes(trouble.kind)) throw error;
    if (batch.length > 1) {
      this.#size = Math.ceil(batch.length / 2);
      return true;
    }
    const errors = { order: `Request ${trouble.requestId ?? ''} was refused.` };
    await this.#books.keep({
      sales: batch.map((sale) => ({
        ...sale,
        answer: toAnswer(
          { clientOrderId: sale.order.clientOrderId, result: 'rejected', errors },
          this.#clock.now(),
        ),
      })),
    });
    return true;
  }

  /**
   * Reports what is unsent; learns the time, and whether this register may still sell. Returns false
   * if the code must be entered again.
   */
  async #beat(): Promise<boolean> {
    const { session } = this.#books.notes;
    if (!session || this.#isClosed) return true;
    const token = await this.#access.tokenFor(session.fair.identifier);
    if (token === null) return false;
    const asked = Date.now();
    const sales = [...this.#books.sales.values()];
    const unsentOrders =
      findUnsent(sales).length +
      findRejected(sales).length +
      findUnsentReturns(this.#books.returns.values()).length +
      findUnsentResults(sales).length +
      findUnsentEntries(this.#books.notes.drawer).length;
    const { data } = await this.#server
      .pos(token)
      .heartbeat({ body: { appVersion: this.#appVersion, unsentOrders } })
      .catch((error: unknown) => {
        if (toTrouble(error).kind === 'unauthorized') this.#access.drop(session.fair.identifier);
        throw error;
      });
    this.#clock.learn(data.serverTime, asked);
    const now = this.#books.notes.session;
    this.#books.keepSoon({
      clock: this.#clock.note(),
      reachedAt: this.#clock.now(),
      ...(now && now.mode !== data.mode && { session: { ...now, mode: data.mode } }),
    });
    return true;
  }

  #fail(error: unknown): Result<SendRefusal> {
    const trouble = toTrouble(error);
    const { kind } = trouble;
    const seconds = trouble.seconds ?? (kind === 'broken' ? AFTER_BROKEN_SECONDS : 0);
    const pauseMs = pauseBeforeRepeat(this.#tries++, seconds, LONGEST_PAUSE_MS);
    this.#notBeforeMs = Date.now() + seconds * 1_000;
    if (!this.#isClosed) this.#timer = setTimeout(() => this.wake(), pauseMs);
    if (kind === 'no_network' || kind === 'unready') return { ok: false, reason: 'no_network' };
    if (kind === 'unauthorized') return { ok: false, reason: 'sign_in_needed' };
    return { ok: false, reason: kind === 'wait' ? 'busy' : 'server_trouble' };
  }
}
