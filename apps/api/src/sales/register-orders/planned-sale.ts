import type { OrderSums } from '@pos/contract/sales/money-rules';
import type { OrderFlag } from '@pos/contract/sales/order-states';
import type { SoldOrder } from '@pos/contract/sales/register-orders';
import type { Insertable } from 'kysely';
import type { Schema } from '#api/db/schema.generated.ts';
import type { NewPayment } from '#api/sales/payments/payments.service.ts';
import type { Movement } from '#api/stock/stock/stock.service.ts';
import type { UsedApproval } from '#api/sales/approvals/approvals.service.ts';
import type { SoldBy } from './sale-facts.ts';
import type { SignedInRegister } from '#api/http/access/identity.ts';

/**
 * An order to book: the order with the time that it is booked with, the register's own time if that
 * was not believed, its sums, its day in the fair's time zone, and its flags.
 */
export type Sale = {
  order: SoldOrder;
  hash: Buffer;
  sums: OrderSums;
  businessDay: string;
  clockSoldAt: string | null;
  flags: OrderFlag[];
  /** Approvals that cover it. */
  approvals: UsedApproval[];
  /**
   * Set for a held order that is released: cents by which its payments fall short of or exceed its
   * total, and whether another order has its sequence number.
   */
  release?: { uncollectedCents: number; overpaidCents: number; sequenceRepeated: boolean };
};
/** The register, fair and person that a sale is booked for. */
export type Seller = Pick<SignedInRegister, 'id' | 'fairId'> & SoldBy;

/** Payment IDs and processor references that stored payments already have. */
export type TakenPayments = { paymentIds: Set<string>; processorRefs: Set<string> };

/** Locked balances that sales draw on. Planning a sale reduces them for the next one. */
export type Balances = TakenPayments & {
  /** Units on hand at the fair, by title. */
  onHand: Map<string, number>;
  /** Units in the warehouse that are not allocated yet, by title. */
  available: Map<string, number>;
  /** eWallets by id; a frozen one counts as empty. */
  walletCents: Map<string, number>;
  /** AveDollars of the fair's school. */
  aveDollarCents: number;
};

/** All rows that booking one sale writes. The order number is assigned last. */
export type PlannedSale = {
  order: Omit<Insertable<Schema['orders']>, 'orderNumber'>;
  lines: Insertable<Schema['orderLines']>[];
  payments: NewPayment[];
  /** Notes for staff on payments, keyed by payment ID. */
  notes: Map<string, string>;
  movements: Movement[];
  /** Ship-to-school units by title. */
  allocated: Map<string, number>;
  approvals: UsedApproval[];
};
