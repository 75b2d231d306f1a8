import { setTimeout as sleep } from 'node:timers/promises';
import type { Send } from '@pos/contract/client';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { SoldOrder, SoldPayment } from '@pos/contract/sales/register-orders';
import type { SoldRefund } from '@pos/contract/sales/register-refunds';
import { Books } from '@pos/register/till/journal/books.ts';
import type { StoredSale } from '@pos/register/till/journal/journal.ts';
import { MemoryJournal } from '@pos/register/till/journal/memory-journal.ts';
import { Server } from '@pos/register/till/office/server.ts';
import { makeParts, type Parts, tidy } from '@pos/register/till/parts.ts';
import { setDiscount, setExemption } from '@pos/register/till/rules/running-sale.ts';
import type { NewPayment, PayResult } from '@pos/register/till/till.ts';
import { sendTo } from '../office/http.ts';
import { RegisterRecord, type Remembered } from './register-memory.ts';
import { answered } from './register.ts';

const APP_VERSION = 'app in memory';
/** Tries of a call whose answers are lost. */
const MAX_TRIES = 60;
/** Pause while the server asks for one. */
const BUSY_MS = 100;

export type AppRegisterSettings = {
  url: string;
  deviceId: string;
  /** Wraps the network, for example to lose responses. */
  network?: (send: Send) => Send;
  journal?: MemoryJournal;
};

/**
 * The register app without its screens: the engine of `apps/register` over a journal in memory. It
 * sends when it is told to.
 */
export class AppRegister {
  readonly deviceId: string;
  readonly journal: MemoryJournal;
  readonly #settings: AppRegisterSettings;
  readonly #refunds: Remembered[] = [];
  #till: Parts;
  /** The tablet's clock, which stands still between the steps of the caller. */
  #deviceMs = Date.now();

  private constructor(settings: AppRegisterSettings, journal: MemoryJournal, books: Books) {
    this.deviceId = settings.deviceId;
    this.#settings = settings;
    this.journal = journal;
    this.#till = this.#makeTill(books);
  }

  /** Opens a register with what its journal holds. */
  static async open(settings: AppRegisterSettings): Promise<AppRegister> {
    const { journal = new MemoryJournal() } = settings;
    return new AppRegister(settings, journal, await Books.open(journal));
  }

  get till(): Parts {
    return this.#till;
  }

  /** Pairs the device and signs the person in. */
  async start({
    pairingCode,
    fairIdentifier,
    personId,
    secretCode,
  }: {
    pairingCode: string;
    fairIdentifier: string;
    personId: string;
    secretCode: string;
  }): Promise<void> {
    const { deviceId } = this;
    const { access, supplies } = this.#till;
    await persist('pair', () => access.pair({ deviceId, pairingCode }));
    await persist('sign in', () => access.signIn({ personId, secretCode, fairIdentifier }));
    // A fair of the past is sold in its own days, and lists of names are read in no other.
    const { fair } = this.#till.books.notes.session!;
    this.#setTime(Math.min(this.#till.clock.nowMs(), Date.parse(`${fair.endDate}T12:00:00Z`)));
    await persist('prices', async () => ({ ok: await supplies.refresh({ all: true }) }));
  }

  /** Closes the app and opens it again, with what its journal holds. */
  async reopen(): Promise<void> {
    this.#till.delivery.close();
    await this.#till.books.settled();
    this.#till = this.#makeTill(await Books.open(this.journal));
    tidy(this.#till);
  }

  #makeTill(books: Books): Parts {
    const { url, network = (send: Send) => send } = this.#settings;
    const options = {
      appVersion: APP_VERSION,
      isOwner: true,
      deviceClock: () => this.#deviceMs,
    };
    const server = new Server(network(sendTo(url)));
    const till = makeParts(books, server, options, () => undefined);
    till.checkout.onFinished = () => undefined;
    return till;
  }

  /** Sets the app's clock, which it corrects by the server's. */
  #setTime(ms: number): void {
    this.#deviceMs += ms - this.#till.clock.nowMs();
  }

  /**
   * Sells what an order says as a cashier does, at its time: scans, discounts, buyer and payments.
   * Returns the app's own order.
   */
  async sell(wanted: SoldOrder): Promise<SoldOrder> {
    const till = this.#till;
    this.#setTime(Date.parse(wanted.soldAt));
    await this.#greet(wanted);
    for (const line of wanted.lines) this.#addLine(line);
    if (wanted.taxExempt)
      this.#change((sale) =>
        setExemption(sale, {
          reason: wanted.exemptReason ?? 'other',
          certificateNo: wanted.exemptCertificateNo ?? '',
        }),
      );
    await this.#pay(wanted);
    const { done } = till.checkout;
    if (!done) throw new Error(`${this.deviceId} ${wanted.sequence} is not finished.`);
    till.checkout.nextCustomer();
    return done.sale.order;
  }

  async #greet({ customerType, customerName, studentNumber, payments }: SoldOrder): Promise<void> {
    const { counter, supplies, server } = this.#till;
    if (customerType !== 'student' || studentNumber === null) {
      if (customerType !== 'student' && customerType !== 'other')
        must('customer', counter.setCustomer({ type: customerType, name: customerName }));
      return;
    }
    const scanned = counter.scan(studentNumber);
    if (scanned.kind !== 'student') throw new Error(`Nobody is student ${studentNumber}.`);
    if (!payments.some(({ method }) => method === PaymentMethod.eWallet)) return;
    // The balance is read again before it is charged.
    await persist('balance', async () => {
      await supplies.refreshStudent(studentNumber);
      return { ok: server.isReached };
    });
  }

  #addLine({ sku, category, title, quantity, ...line }: SoldOrder['lines'][number]): void {
    const { counter, floor } = this.#till;
    if (sku === null)
      must('item', counter.addItem({ ...line, category: category ?? '', title: title ?? '' }));
    else if (line.fulfilment === 'in_person') counter.scan(sku);
    else must('title', counter.addTitle(sku, line.fulfilment));
    const lineId = floor.sale.newestLineId ?? '';
    for (let copies = 1; copies < quantity; copies++)
      if (sku !== null) must('copy', counter.addTitle(sku, line.fulfilment));
    if (line.discountCents > 0)
      this.#change((sale) =>
        setDiscount(sale, lineId, { cents: line.discountCents, reason: 'Acceptance' }),
      );
  }

  #change(rule: Parameters<Parts['counter']['change']>[0]): void {
    must('change', this.#till.counter.change(rule));
  }

  async #pay({ payments, totalCents }: SoldOrder): Promise<void> {
    const { checkout } = this.#till;
    must('payment', await checkout.start());
    for (const payment of totalCents === 0 ? [] : payments) {
      let result: PayResult = await checkout.take(toTaken(payment));
      for (let tries = 1; !result.ok && result.reason === 'no_answer' && tries < MAX_TRIES; tries++)
        result = await checkout.ask();
      must(`payment by ${payment.method}`, result);
    }
  }

  /** Sends what waits until the server has answered for all of it. */
  async deliver(): Promise<void> {
    await persist('deliver', () => this.#till.delivery.sendNow());
  }

  /** Sends refunds; `twice` repeats them, as after a lost answer. */
  async refund(refunds: readonly SoldRefund[], { twice = false } = {}): Promise<void> {
    const { session } = this.#till.books.notes;
    const fair = session?.fair.identifier ?? '';
    for (let round = 0; round < (twice ? 2 : 1) && refunds.length > 0; round++) {
      const results = await repeat('refunds', async () => {
        const token = (await this.#till.access.tokenFor(fair)) ?? '';
        return (await this.#till.server.pos(token).refunds({ body: { refunds: [...refunds] } }))
          .data.results;
      });
      for (const [index, { clientRefundId, result, reason }] of results.entries())
        this.#refunds.push(
          { kind: 'refunded', fair, refund: refunds[index]! },
          {
            kind: 'refundAnswered',
            clientRefundId,
            result,
            ...(reason !== undefined && { reason }),
          },
        );
    }
  }

  /** The journal, in the form that is compared with the server. */
  get memory(): RegisterRecord {
    return new RegisterRecord([...toEntries(this.#till.books.sales.values()), ...this.#refunds]);
  }
}

/** Returns the journal entries of the app's sales. */
export function toEntries(sales: Iterable<StoredSale>): Remembered[] {
  return [...sales].flatMap(({ order, fairIdentifier, day, answer }): Remembered[] => [
    { kind: 'sold', fair: fairIdentifier, day, order },
    ...(answer ? [answered({ ...answer, clientOrderId: order.clientOrderId })] : []),
  ]);
}

function toTaken(payment: SoldPayment): NewPayment {
  const { method, amountCents, tenderedCents, checkNumber, cardBrand, cardLast4 } = payment;
  switch (method) {
    case PaymentMethod.cash:
      return { method, tenderedCents: tenderedCents ?? amountCents };
    case PaymentMethod.check:
      return {
        method,
        checkNumber: checkNumber ?? '',
        ...(tenderedCents !== undefined && { tenderedCents }),
      };
    case PaymentMethod.creditCard:
      return {
        method,
        amountCents,
        cardBrand: cardBrand ?? '',
        cardLast4: cardLast4 ?? '',
        ...(payment.processorRef !== null && { processorRef: payment.processorRef }),
      };
    default:
      return { method, amountCents };
  }
}

type Outcome = { ok: boolean; reason?: string; detail?: string };

function must(step: string, result: Outcome): void {
  if (!result.ok)
    throw new Error(`The app refused the ${step}: ${result.reason} ${result.detail ?? ''}`);
}

/** Repeats a step of the app until its network lets it through and the server is not busy. */
async function persist(step: string, work: () => Promise<Outcome>): Promise<void> {
  let result = await work();
  for (let tries = 1; isPassing(result) && tries < MAX_TRIES; tries++) {
    if (result.reason === 'busy') await sleep(BUSY_MS);
    result = await work();
  }
  must(step, result);
}

const isPassing = ({ ok, reason = 'no_network' }: Outcome) =>
  !ok && ['no_network', 'busy'].includes(reason);

async function repeat<Value>(step: string, work: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; tries < MAX_TRIES; tries++)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  throw new Error(`The network never let the ${step} through.`);
}
