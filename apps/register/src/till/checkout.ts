import { MAX_AMOUNT_CENTS } from '@pos/contract/limits';
import type { OrderResult, SoldOrder } from '@pos/contract/sales/register-orders';
import { dayIn } from '@pos/contract/values/clock';
import type { Access } from './office/access.ts';
import type { Floor } from './floor.ts';
import type { StoredSale } from './journal/journal.ts';
import { toAnswer } from './rules/outbox.ts';
import { beginSale, type RunningSale } from './rules/running-sale.ts';
import { type Server, toTrouble } from './office/server.ts';
import { getTitles, toOrder } from './rules/sold-order.ts';
import { leftToPay, getSums } from './rules/sums.ts';
import { makePayment, needsNetwork } from './rules/tenders.ts';
import type { DoneView, NewPayment, PayResult, Problem, Result, SaleRefusal } from './till.ts';
import { getChange, toRecord } from './views.ts';

/** A child waits: nobody waits longer for the answer to an offered sale. */
const LONGEST_OFFER_MS = 15_000;

const FINISHED: PayResult = { ok: true, finished: true };

/** Takes payments and finishes sales. A sale is finished when it is stored, not before. */
export class Checkout {
  readonly #floor: Floor;
  readonly #server: Server;
  readonly #access: Access;
  /** The sale that could not be stored. */
  #unstored: StoredSale | null = null;
  #done: { sale: StoredSale; tenderedCents: number; changeCents: number } | null = null;
  /** Called after a sale is finished. */
  onFinished: () => void = () => undefined;

  constructor(floor: Floor, server: Server, access: Access) {
    this.#floor = floor;
    this.#server = server;
    this.#access = access;
  }

  get unstored(): StoredSale | null {
    return this.#unstored;
  }

  get problem(): Problem | null {
    if (!this.#unstored) return null;
    const { sequence, totalCents } = this.#unstored.order;
    return { kind: 'not_stored', sequence, totalCents };
  }

  get done(): DoneView | null {
    if (!this.#done) return null;
    const { sale, ...money } = this.#done;
    const fresh = this.#floor.books.sales.get(sale.order.clientOrderId) ?? sale;
    return { sale: toRecord(fresh, this.#floor.shelf), ...money };
  }

  nextCustomer(): void {
    this.#done = null;
  }

  /** Recalculates the change of the finished sale; what is booked is the amount applied. */
  showChangeFor(tenderedCents: number): void {
    if (!this.#done) return;
    const { sale, tenderedCents: before, changeCents } = this.#done;
    const owed = before - changeCents;
    if (tenderedCents >= owed)
      this.#done = { sale, tenderedCents, changeCents: tenderedCents - owed };
  }

  async start(): Promise<PayResult> {
    const refusal = this.#refusal();
    if (refusal) return refusal;
    const { sale, taxRatePpm } = this.#floor;
    if (sale.lines.length === 0) return { ok: false, reason: 'nothing_to_sell' };
    if (this.#floor.missingApprovals.length > 0) return { ok: false, reason: 'needs_approval' };
    const { totalCents } = getSums(sale, taxRatePpm);
    if (totalCents > MAX_AMOUNT_CENTS) return { ok: false, reason: 'amount_limit' };
    this.#floor.setSale({ ...sale, stage: 'pay' });
    return totalCents === 0 ? this.#finish(this.#floor.sale) : { ok: true, finished: false };
  }

  back(): Result<SaleRefusal> {
    const refusal = this.#refusal();
    if (refusal) return refusal;
    const { sale } = this.#floor;
    if (sale.payments.length > 0) return { ok: false, reason: 'payment_taken' };
    this.#floor.setSale({ ...sale, stage: 'sell' });
    return { ok: true };
  }

  async take(given: NewPayment): Promise<PayResult> {
    const refusal = this.#refusal();
    if (refusal) return refusal;
    const { sale, taxRatePpm, terms } = this.#floor;
    if (sale.stage !== 'pay') return { ok: false, reason: 'nothing_to_sell' };
    if (this.#floor.missingApprovals.length > 0) return { ok: false, reason: 'needs_approval' };
    const { totalCents } = getSums(sale, taxRatePpm);
    const made = makePayment(sale, given, totalCents, terms);
    if (!made.ok) return made;
    const paid = { ...sale, payments: [...sale.payments, made.payment] };
    if (leftToPay(paid.payments, totalCents) === 0) return this.#finish(paid);
    this.#floor.setSale(paid);
    return { ok: true, finished: false };
  }

  giveBack(paymentId: string): Result<SaleRefusal> {
    const refusal = this.#refusal();
    if (refusal) return refusal;
    const { sale } = this.#floor;
    this.#unstored = null;
    const payments = sale.payments.filter(({ clientPaymentId }) => clientPaymentId !== paymentId);
    this.#floor.setSale({ ...sale, payments });
    return { ok: true };
  }

  /** Stores the sale that could not be stored, as it was. */
  async storeAgain(): Promise<PayResult> {
    if (this.#floor.isBusy) return { ok: false, reason: 'waiting_for_answer' };
    if (this.#unstored) return this.#store(this.#unstored);
    // A sale that was paid when the page was closed, before it could be stored.
    const refusal = this.#refusal();
    if (refusal) return refusal;
    const { sale, taxRatePpm } = this.#floor;
    const isPaid = leftToPay(sale.payments, getSums(sale, taxRatePpm).totalCents) === 0;
    if (sale.stage !== 'pay' || !isPaid) return { ok: false, reason: 'nothing_to_sell' };
    return this.#finish(sale);
  }

  #refusal(): { ok: false; reason: SaleRefusal } | null {
    const { selling, sale } = this.#floor;
    if (this.#floor.isBusy || sale.stage === 'waiting')
      return { ok: false, reason: 'waiting_for_answer' };
    return selling.allowed ? null : { ok: false, reason: 'not_selling' };
  }

  #finish(sale: RunningSale): Promise<PayResult> {
    const finished = this.#toStored(sale);
    if (this.#floor.isTraining) {
      this.#show(finished);
      this.#floor.setSale(beginSale());
      return Promise.resolve(FINISHED);
    }
    if (!needsNetwork(sale.payments)) return this.#store(finished, sale);
    this.#floor.setSale({ ...sale, stage: 'waiting', offer: finished.order });
    return this.ask();
  }

  /** Numbers a paid sale. The number is used once the sale is stored or booked. */
  #toStored(sale: RunningSale): StoredSale {
    const { books, clock, taxRatePpm, shelf } = this.#floor;
    const { session, numbers } = books.notes;
    const order = toOrder(
      sale,
      { epoch: numbers?.epoch ?? 1, sequence: (numbers?.sequence ?? 0) + 1 },
      {
        taxRatePpm,
        soldAt: clock.now(),
        soldById: session?.person.id,
        approvals: this.#floor.approvals,
      },
    );
    return this.#ofOrder(order, sale, session?.fair ?? shelf.catalog?.fair);
  }

  #ofOrder(
    order: SoldOrder,
    sale: RunningSale,
    fair: { identifier: string; timeZone: string } | undefined,
  ): StoredSale {
    return {
      order,
      titles: getTitles(sale),
      cashierName: this.#floor.books.notes.session?.person.name ?? '',
      fairIdentifier: fair?.identifier ?? '',
      day: dayIn(order.soldAt, fair?.timeZone ?? 'UTC'),
      answer: null,
    };
  }

  /**
   * Stores a finished sale with its number, and the next one in its place: all or nothing. `sale` is
   * what stays on the screen if that fails.
   */
  async #store(finished: StoredSale, sale?: RunningSale): Promise<PayResult> {
    const { books, clock } = this.#floor;
    const { epoch, sequence } = finished.order;
    const numbers = { deviceId: '', ...books.notes.numbers, epoch, sequence };
    this.#floor.isBusy = true;
    try {
      const notes = { numbers, running: beginSale(), clock: clock.note() };
      await books.keep({ sales: [finished], notes });
    } catch {
      this.#unstored = finished;
      if (sale) books.keepSoon({ running: sale });
      return { ok: false, reason: 'not_stored' };
    } finally {
      this.#floor.isBusy = false;
      this.#floor.onChange();
    }
    this.#unstored = null;
    this.#show(finished);
    this.onFinished();
    return FINISHED;
  }

  #show(sale: StoredSale): void {
    this.#done = { sale, ...getChange(sale.order.payments) };
    this.#floor.onChange();
  }

  /**
   * Offers a sale whose goods are still on the counter to the server, and acts on its answer. Without
   * one nobody knows whether it is booked: the same order is offered until an answer comes.
   */
  async ask(): Promise<PayResult> {
    const { sale } = this.#floor;
    if (sale.stage !== 'waiting' || !sale.offer) return { ok: false, reason: 'nothing_to_sell' };
    if (this.#floor.isBusy) return { ok: false, reason: 'waiting_for_answer' };
    this.#floor.isBusy = true;
    this.#floor.onChange();
    const result = await this.#offer(sale.offer).finally(() => {
      this.#floor.isBusy = false;
      this.#floor.onChange();
    });
    if (!result) return { ok: false, reason: 'no_answer' };
    if (result.result !== 'refused' && result.result !== 'rejected')
      return this.#close(sale, sale.offer, result);
    const payments = sale.payments.filter((payment) => !needsNetwork([payment]));
    this.#floor.setSale({ ...sale, stage: 'pay', offer: null, payments });
    return {
      ok: false,
      reason: 'refused',
      ...(result.code !== undefined && { code: result.code }),
      ...(result.detail !== undefined && { detail: result.detail }),
    };
  }

  async #offer(order: SoldOrder): Promise<OrderResult | null> {
    const { identifier } = this.#floor.books.notes.session?.fair ?? { identifier: '' };
    try {
      const token = await this.#access.tokenFor(identifier);
      if (token === null) return null;
      const body = { orders: [{ ...order, mode: 'online' }] };
      const { data } = await this.#server
        .pos(token)
        .orders({ body }, { signal: AbortSignal.timeout(LONGEST_OFFER_MS) });
      return data.results[0] ?? null;
    } catch (error) {
      if (toTrouble(error).kind === 'unauthorized') this.#access.drop(identifier);
      return null;
    }
  }

  /** Finishes a sale that got no answer: the goods go, and it is stored and sent like the others. */
  async finishUnanswered(): Promise<PayResult> {
    const { sale } = this.#floor;
    if (sale.stage !== 'waiting' || !sale.offer) return { ok: false, reason: 'nothing_to_sell' };
    if (this.#floor.isBusy) return { ok: false, reason: 'waiting_for_answer' };
    return this.#close(sale, sale.offer, null);
  }

  #close(sale: RunningSale, order: SoldOrder, result: OrderResult | null): Promise<PayResult> {
    const { session } = this.#floor.books.notes;
    const finished = this.#ofOrder(order, sale, session?.fair);
    const answer = result && toAnswer(result, this.#floor.clock.now());
    return this.#store({ ...finished, answer, ...(answer && { isUncounted: true }) }, sale);
  }
}
