import type { SoldRefund } from '@pos/contract/sales/register-refunds';
import type { ControlTotal, OrderResult, SoldOrder } from '@pos/contract/sales/register-orders';
import { toControlTotal, isAcknowledged } from '@pos/contract/sales/register-sending';
import type { Day } from '@pos/contract/values';
import { Journal } from './journal.ts';

/**
 * Journal entries of a register, one line each, written before they take effect. `fair` is the
 * identifier of the fair.
 */
export type Remembered =
  | { kind: 'paired'; deviceKey: string }
  | { kind: 'sold'; fair: string; day: Day; order: SoldOrder }
  | {
      kind: 'answered';
      clientOrderId: string;
      result: OrderResult['result'];
      orderNumber?: string;
      reason?: string;
      errors?: Record<string, string>;
    }
  | { kind: 'refunded'; fair: string; refund: SoldRefund }
  | {
      kind: 'refundAnswered';
      clientRefundId: string;
      result: 'accepted' | 'duplicate' | 'held' | 'rejected';
      reason?: string;
    };

export type Sold = { fair: string; day: Day; order: SoldOrder };
export type Answered = Extract<Remembered, { kind: 'answered' }>;

/** A register's sales and refunds, rebuilt from the entries of its journal. */
export class RegisterRecord {
  readonly #sold = new Map<string, Sold>();
  readonly #answers = new Map<string, Answered>();
  readonly #refunds = new Map<string, { fair: string; refund: SoldRefund; result?: string }>();
  #deviceKey: string | undefined;

  constructor(entries: readonly Remembered[] = []) {
    for (const entry of entries) this.take(entry);
  }

  get deviceKey(): string | undefined {
    return this.#deviceKey;
  }

  /** All sales, in order. */
  get sold(): Sold[] {
    return [...this.#sold.values()];
  }

  get refunds(): { fair: string; refund: SoldRefund; result?: string }[] {
    return [...this.#refunds.values()];
  }

  /** Returns the server's answer for an order, if any. */
  answerTo(clientOrderId: string): Answered | undefined {
    return this.#answers.get(clientOrderId);
  }

  /** Returns the acknowledged sales with their answers. */
  acknowledged(): { sold: Sold; answer: Answered }[] {
    return this.sold.flatMap((sold) => {
      const answer = this.#answers.get(sold.order.clientOrderId);
      return answer && isAcknowledged(answer.result) ? [{ sold, answer }] : [];
    });
  }

  /**
   * Returns the unsent sales of a fair. Rejected ones are not orders and are not sent again; a
   * person must look at them.
   */
  unsent(fair?: string): Sold[] {
    return this.sold.filter(
      (sold) =>
        !this.#answers.has(sold.order.clientOrderId) && (fair === undefined || sold.fair === fair),
    );
  }

  rejected(): Answered[] {
    return [...this.#answers.values()].filter((answer) => answer.result === 'rejected');
  }

  /** Returns the next free sequence number of an epoch. */
  nextSequence(epoch: number): number {
    return (
      Math.max(
        0,
        ...this.sold.flatMap(({ order }) => (order.epoch === epoch ? [order.sequence] : [])),
      ) + 1
    );
  }

  /** Returns the register's own totals of a day of an epoch, sent or not. */
  controlTotal(epoch: number, day: Day): ControlTotal {
    return toControlTotal(this.#sold.values(), epoch, day);
  }

  protected take(entry: Remembered): void {
    switch (entry.kind) {
      case 'paired':
        this.#deviceKey = entry.deviceKey;
        break;
      case 'sold':
        this.#sold.set(entry.order.clientOrderId, {
          fair: entry.fair,
          day: entry.day,
          order: entry.order,
        });
        break;
      case 'answered': {
        // A repeat may be answered `duplicate` with less information than the first answer.
        const before = this.#answers.get(entry.clientOrderId);
        this.#answers.set(
          entry.clientOrderId,
          before && isAcknowledged(before.result) ? { ...entry, ...before } : entry,
        );
        break;
      }
      case 'refunded':
        this.#refunds.set(entry.refund.clientRefundId, { fair: entry.fair, refund: entry.refund });
        break;
      case 'refundAnswered': {
        const refund = this.#refunds.get(entry.clientRefundId);
        // A refund waiting on the server is answered `duplicate` once it is booked.
        if (refund && (refund.result === undefined || refund.result === 'held'))
          refund.result = entry.result;
        break;
      }
    }
  }
}

/** A simulated register's record with the file that holds it. */
export class RegisterMemory extends RegisterRecord {
  readonly #journal: Journal<Remembered>;

  private constructor(journal: Journal<Remembered>, entries: readonly Remembered[]) {
    super(entries);
    this.#journal = journal;
  }

  static async open(file: string): Promise<RegisterMemory> {
    const { journal, entries } = await Journal.open<Remembered>(file);
    return new RegisterMemory(journal, entries);
  }

  /** Applies the entries once they are on disk. */
  async remember(entries: readonly Remembered[]): Promise<void> {
    await this.#journal.append(entries);
    for (const entry of entries) this.take(entry);
  }

  close(): Promise<void> {
    return this.#journal.close();
  }
}
