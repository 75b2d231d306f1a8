import type { RefundablePayment } from '@pos/contract/sales/money-rules';
import type { CustomerType, Fulfilment } from '@pos/contract/sales/order-states';
import type { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { RefundBatchAnswer, SoldRefund } from '@pos/contract/sales/register-refunds';
import type { Day, Instant } from '@pos/contract/values';
import type { Result } from './result.ts';

/** Returns as screens see them. */

/** Finds sales of the fair, and gives back what comes back of them. */
export interface Returns {
  /** Sales of this register, without a network, newest first. */
  findHere(text: string): ReturnableSale[];
  /** Sales of all registers of the fair, and those of this one; needs a network. */
  findAtFair(text: string): Promise<Result<FindRefusal, { sales: ReturnableSale[] }>>;
  /** Reads a sale again, as far as there is a network. */
  refresh(sale: ReturnableSale): Promise<ReturnableSale>;
  /** Computes the money that goes back, and how. */
  plan(sale: ReturnableSale, lines: readonly ReturnedLine[]): ReturnPlan;
  /**
   * Gives a return. It counts when this resolves with `ok`: then it is on the disk, and is sent like a
   * sale. The same `clientRefundId` is given once, however often it is asked for.
   */
  give(request: ReturnRequest): Promise<Result<ReturnRefusal, { given: ReturnRecord }>>;
  /** Adds an approval to a return that the server does not take without one, and sends it again. */
  addApproval(
    clientRefundId: string,
    approval: NonNullable<ReturnRequest['approval']>,
  ): Promise<Result<'not_stored'>>;
}

export type FindRefusal = 'no_network' | 'sign_in_needed' | 'server_trouble';
/**
 * `nothing_left`: more units than can still come back. `not_refundable`: its payments are not
 * settled, so that the office has to give this back.
 */
export type ReturnRefusal =
  | 'not_selling'
  | 'incomplete'
  | 'nothing_left'
  | 'not_refundable'
  | 'needs_approval'
  | 'needs_network'
  | 'waiting_for_answer'
  | 'not_stored';

/** A sale of which something may come back, by this register's journal or as the office has it. */
export type ReturnableSale = {
  clientOrderId: string;
  orderNumber: string | null;
  deviceId: string;
  epoch: number;
  sequence: number;
  soldAt: Instant;
  customerType: CustomerType;
  studentNumber: string | null;
  customerName: string | null;
  totalCents: number;
  lines: ReturnableLine[];
  payments: (RefundablePayment & { cardLast4: string | null })[];
  /** Time up to which returns of this register are in its figures. */
  knownAt: Instant;
  isOfHere: boolean;
};
export type ReturnableLine = {
  lineNo: number;
  sku: string | null;
  title: string;
  /** Category of the title, by which its cover is painted. */
  category: string | null;
  quantity: number;
  refundedQty: number;
  unitPriceCents: number;
  netCents: number;
  taxCents: number;
  fulfilment: Fulfilment;
};

/** Units of a line that come back. `isDamaged`: they do not go on the table again. */
export type ReturnedLine = { lineNo: number; quantity: number; isDamaged: boolean };

export type ReturnTender = {
  method: PaymentMethod;
  /** A check is given back in cash. */
  paidOutAs: PaymentMethod;
  amountCents: number;
};
export type ReturnPlan = {
  units: number;
  /** Price of the lines, with tax. */
  totalCents: number;
  tenders: ReturnTender[];
  /** Cash to hand over, rounded where pennies are not used. */
  cashCents: number;
  roundingCents: number;
  /** Amount that no settled payment covers; above 0 nothing can be given back. */
  missingCents: number;
};

export type ReturnRequest = {
  clientRefundId: string;
  sale: ReturnableSale;
  lines: readonly ReturnedLine[];
  reason: string;
  approval?: { id: string; name: string } | undefined;
};

/** A return that was given, as it is on this device. */
export type ReturnRecord = {
  refund: SoldRefund;
  /** The sale that it is of. */
  of: Pick<ReturnableSale, 'orderNumber' | 'deviceId' | 'sequence' | 'studentNumber'>;
  customerName: string | null;
  items: { sku: string | null; title: string; quantity: number; restock: boolean }[];
  units: number;
  totalCents: number;
  tenders: ReturnTender[];
  cashCents: number;
  roundingCents: number;
  cashierName: string;
  approvedBy: string | null;
  fairIdentifier: string;
  day: Day;
  /** The server's answer. Null: not sent, or it waits for a person of staff to sign in. */
  answer: ReturnAnswer | null;
  /** The server takes it only from a person of staff. */
  needsStaff?: true;
};
export type ReturnAnswer = Pick<
  RefundBatchAnswer['results'][number],
  'result' | 'reason' | 'errors'
> & { at: Instant };
