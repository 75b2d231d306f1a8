import { changeDue, getOrderSums, isRoundedRight } from '@pos/contract/sales/money-rules';
import type { OrderResult } from '@pos/contract/sales/register-orders';
import { SoldOrder } from '@pos/contract/sales/register-orders';
import { isAcknowledged } from '@pos/contract/sales/register-sending';

/** The seven rules of docs/registers.md. */
export const RULES = {
  1: 'Store a sale before it counts.',
  2: 'Delete a sale only after the server acknowledged it, and keep it for 30 more days.',
  3: 'If in doubt, send it again.',
  4: 'Never change an order that may have been sent.',
  5: 'Every order has its own ID and its own sequence number.',
  6: 'Calculate in integer cents.',
  7: 'A finished sale is never refused.',
} as const;
export type Rule = keyof typeof RULES;

/**
 * Events of a register in the order in which they happened, one JSON line each. `order` and `orders`
 * are those of pos/orders, unchanged. `answered` is there only if the whole answer arrived.
 */
export type RegisterEvent = { at: string } & (
  | { event: 'stored'; order: unknown }
  | { event: 'finished' | 'deleted'; clientOrderId: string }
  | { event: 'sent'; orders: readonly unknown[] }
  | { event: 'answered'; results: readonly OrderResult[]; acknowledgedSequence: number }
);

/** A rule that a register breaks, and in which event. */
export type Breach = { rule: Rule; text: string };

const KEPT_MS = 30 * 86_400_000;

/** Facts known of one sale. */
type Sale = {
  id: string;
  order: Record<string, unknown>;
  isStored: boolean;
  isFinished: boolean;
  /** Sent as a sale whose goods are gone. */
  isGone: boolean;
  isSent: boolean;
  acknowledgedAt: string | undefined;
  /** The last answer, after the last time that it was sent. */
  answer: OrderResult['result'] | undefined;
  /** A server that was restored has to get it again. */
  isWanted: boolean;
};

/**
 * Checks what a register did, until it said that everything was sent. `sold` is the number of sales
 * that it called finished, as far as people counted them.
 */
export function checkRules(
  events: readonly RegisterEvent[],
  { sold = 0 }: { sold?: number } = {},
): Breach[] {
  const check = new RulesCheck();
  for (const event of events) check.take(event);
  return check.end(sold);
}

class RulesCheck {
  readonly #sales = new Map<string, Sale>();
  readonly #breaches = new Map<string, Breach>();
  #isJournal = false;
  #lastSent: Sale[] = [];
  #acknowledged = new Map<unknown, number>();

  take(event: RegisterEvent): void {
    switch (event.event) {
      case 'stored':
        this.#isJournal = true;
        return this.#store(event.order);
      case 'finished':
        this.#isJournal = true;
        return this.#finish(this.#find(event.clientOrderId));
      case 'deleted':
        return this.#delete(this.#find(event.clientOrderId), event.at);
      case 'sent':
        return this.#send(event.orders);
      case 'answered':
        return this.#answer(event.results, event.acknowledgedSequence, event.at);
    }
  }

  end(sold: number): Breach[] {
    const sales = [...this.#sales.values()].filter(({ isSent, isStored }) => isSent || isStored);
    for (const sale of sales) {
      if (sale.isFinished && sale.answer === 'refused')
        this.#break(7, sale, 'was called finished, although the server had refused it');
      else if (isOwed(sale)) this.#break(3, sale, 'got no answer, and was not sent until one came');
      if (sale.isWanted)
        this.#break(2, sale, 'was not sent again to a server that had been restored');
    }
    this.#checkNumbers(sales.filter(({ answer, isGone }) => isGone || answer !== 'refused'));
    const arrived = sales.filter(({ answer }) => answer !== 'refused').length;
    if (arrived < sold)
      this.#note(1, `${sold} sales were called finished, and ${arrived} are known.`);
    return [...this.#breaches.values()].toSorted((one, other) => one.rule - other.rule);
  }

  #note(rule: Rule, text: string): void {
    this.#breaches.set(`${rule} ${text}`, { rule, text });
  }

  #break(rule: Rule, { id, order }: Sale, text: string): void {
    const { epoch, sequence } = order;
    const number = sequence === undefined ? '' : ` (${String(epoch)}-${String(sequence)})`;
    this.#note(rule, `The sale ${id}${number} ${text}.`);
  }

  #find(id: string): Sale {
    const known = this.#sales.get(id);
    if (known) return known;
    const sale: Sale = {
      id,
      order: {},
      isStored: false,
      isFinished: false,
      isGone: false,
      isSent: false,
      acknowledgedAt: undefined,
      answer: undefined,
      isWanted: false,
    };
    this.#sales.set(id, sale);
    return sale;
  }

  #store(order: unknown): void {
    const sale = this.#see(order);
    sale.isStored = true;
  }

  /** Compares an order with what is known of it, and checks its sums. */
  #see(given: unknown): Sale {
    const order = isRecord(given) ? given : {};
    const sale = this.#find(String(order['clientOrderId']));
    const isFirst = Object.keys(sale.order).length === 0 || sale.answer === 'refused';
    const before = isFirst ? order : sale.order;
    if (toNumber(before) !== toNumber(order))
      this.#break(5, sale, `has another number, ${toNumber(order)}`);
    else if (toContents(before) !== toContents(order))
      this.#break(4, sale, 'was changed after it was stored or sent');
    sale.order = before;
    for (const fault of findFaults(order)) this.#break(6, sale, fault);
    return sale;
  }

  #finish(sale: Sale): void {
    if (!sale.isStored) this.#break(1, sale, 'was called finished before it was stored');
    sale.isFinished = true;
  }

  #delete(sale: Sale, at: string): void {
    const { acknowledgedAt } = sale;
    if (acknowledgedAt === undefined)
      this.#break(2, sale, 'was deleted before the server acknowledged it');
    else if (Date.parse(at) - Date.parse(acknowledgedAt) < KEPT_MS)
      this.#break(2, sale, 'was deleted within 30 days after the server acknowledged it');
  }

  #send(orders: readonly unknown[]): void {
    this.#lastSent = orders.map((order) => {
      const sale = this.#see(order);
      const isOnline = isRecord(order) && order['mode'] === 'online';
      if (isOnline && (sale.isFinished || sale.isGone))
        this.#break(7, sale, 'was finished, and then sent as a sale that can still be refused');
      if (isOnline && orders.length > 1)
        this.#break(7, sale, 'can still be refused, and was sent together with others');
      if (!isOnline && this.#isJournal && !sale.isStored)
        this.#break(1, sale, 'was sent before it was stored');
      Object.assign(sale, { isSent: true, isGone: sale.isGone || !isOnline, isWanted: false });
      if (sale.acknowledgedAt === undefined) sale.answer = undefined;
      return sale;
    });
  }

  #answer(results: readonly OrderResult[], acknowledged: number, at: string): void {
    for (const { clientOrderId, result } of results) {
      const sale = this.#find(clientOrderId);
      sale.answer = result;
      if (isAcknowledged(result)) sale.acknowledgedAt ??= at;
    }
    const epoch = this.#lastSent.at(-1)?.order['epoch'];
    if (acknowledged < (this.#acknowledged.get(epoch) ?? 0)) this.#restore(epoch, acknowledged);
    this.#acknowledged.set(epoch, acknowledged);
  }

  /** The server knows less than it had acknowledged: it was restored from a backup. */
  #restore(epoch: unknown, acknowledged: number): void {
    for (const sale of this.#sales.values())
      if (
        sale.acknowledgedAt !== undefined &&
        sale.order['epoch'] === epoch &&
        Number(sale.order['sequence']) > acknowledged &&
        !this.#lastSent.includes(sale)
      )
        sale.isWanted = true;
  }

  /** Numbers are used once, and without gaps within an epoch. */
  #checkNumbers(sales: readonly Sale[]): void {
    const epochs = new Map<unknown, Map<number, Sale>>();
    for (const sale of sales) {
      const { epoch, sequence } = sale.order;
      const numbers = epochs.get(epoch) ?? new Map<number, Sale>();
      epochs.set(epoch, numbers);
      const other = numbers.get(Number(sequence));
      if (other) this.#break(5, sale, `has the number of ${other.id}`);
      numbers.set(Number(sequence), sale);
    }
    for (const [epoch, numbers] of epochs) {
      const [first, last] = [Math.min(...numbers.keys()), Math.max(...numbers.keys())];
      for (let number = first; number <= last; number++)
        if (!numbers.has(number))
          this.#note(5, `Nothing has the number ${String(epoch)}-${number}.`);
    }
  }
}

/** Returns true if a sale whose goods are gone has no final answer. */
function isOwed({ isGone, isSent, isFinished, acknowledgedAt, answer }: Sale): boolean {
  if (acknowledgedAt !== undefined || answer === 'rejected') return false;
  return isGone || isFinished || (isSent && answer === undefined);
}

const toNumber = ({ epoch, sequence }: Record<string, unknown>) =>
  `${String(epoch)}-${String(sequence)}`;

/** Returns an order as text; `mode` is not part of its contents. */
function toContents({ mode: _mode, ...order }: Record<string, unknown>): string {
  return JSON.stringify(order, (_name, value: unknown) =>
    isRecord(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b)))
      : value,
  );
}

/** Returns what is wrong with the fields and sums of an order. */
function findFaults(given: unknown): string[] {
  const read = SoldOrder.safeParse(given);
  if (!read.success)
    return read.error.issues.map(({ path, message }) => `has ${path.join('.')}: ${message}`);
  const order = read.data;
  const sums = getOrderSums(order);
  const paid = order.payments.reduce((cents, { amountCents }) => cents + amountCents, 0);
  return [
    ...(['subtotalCents', 'taxCents', 'totalCents'] as const).flatMap((name) =>
      sums[name] === order[name] ? [] : [`has ${name} ${order[name]} instead of ${sums[name]}`],
    ),
    ...(paid === order.totalCents ? [] : [`has payments of ${paid} for ${order.totalCents}`]),
    ...(isRoundedRight(order.payments) ? [] : ['has cash that is rounded otherwise']),
    ...order.payments.flatMap((payment) =>
      payment.tenderedCents === undefined || (payment.changeCents ?? 0) === changeDue(payment)
        ? []
        : [`has change ${payment.changeCents ?? 0} instead of ${changeDue(payment)}`],
    ),
  ];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
