import type { CustomerType, Fulfilment } from '@pos/contract/sales/order-states';
import type { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { CatalogTitle, RegisterStudent } from '@pos/contract/sales/register-catalog';
import type { Instant } from '@pos/contract/values';

/** Lines and payments of the running sale as screens see them, and parked sales. */

export type TitleView = CatalogTitle & {
  /** Copies at the fair less those sold here that the server did not know yet; never below 0. */
  left: number;
  stock: 'here' | 'last_copy' | 'sold_out_ships' | 'sold_out';
};

export type Customer =
  | { type: 'student'; student: RegisterStudent }
  | { type: Exclude<CustomerType, 'student'>; name: string | null };
/** A discount on a line or a sale: whole percent, or cents of all of it. */
export type Discount = { reason: string } & ({ percent: number } | { cents: number });

export type LineView = {
  id: string;
  sku: string | null;
  /** The title of the catalog, or the name of the item without a barcode. */
  title: string;
  /** Author of the title; null if not known, or without a barcode. */
  author: string | null;
  category: string | null;
  quantity: number;
  unitPriceCents: number;
  discount: Discount | null;
  discountCents: number;
  netCents: number;
  taxable: boolean;
  fulfilment: Fulfilment;
  /** Stock of the title with this sale taken off; null without a barcode. */
  stock: TitleView['stock'] | null;
  shipAvailable: number;
};

export type TenderObstacle =
  | 'needs_network'
  | 'needs_student'
  | 'not_enabled'
  | 'wallet_empty'
  | 'wallet_frozen'
  | 'wallet_short'
  | 'only_school_or_teacher';
export type TenderOption = {
  method: PaymentMethod;
  obstacle: TenderObstacle | null;
  /** The most that it can pay of what is left, if known. */
  upToCents: number;
};

/**
 * A payment to take. Without `amountCents` it pays what is left (an eWallet what it has). Cash and
 * checks name what was handed over. A card is pending if the terminal has not answered: the goods go, and
 * staff settle it.
 */
export type NewPayment =
  | { method: typeof PaymentMethod.cash; tenderedCents: number }
  | { method: typeof PaymentMethod.check; checkNumber: string; tenderedCents?: number }
  | {
      method: typeof PaymentMethod.creditCard;
      amountCents?: number;
      cardBrand: string;
      cardLast4: string;
      processorRef?: string;
      isPending?: true;
    }
  | { method: typeof PaymentMethod.facts; amountCents?: number }
  | { method: typeof PaymentMethod.eWallet; amountCents?: number }
  | { method: typeof PaymentMethod.aveDollar; amountCents?: number };

export type TakenView = {
  id: string;
  method: PaymentMethod;
  amountCents: number;
  tenderedCents: number;
  changeCents: number;
  roundingCents: number;
  /** Last four digits of the card, or number of the check. */
  detail: string | null;
};

/**
 * Result of a card payment that the terminal gave after the books had gone (docs/registers.md,
 * section 5). The order itself keeps its pending payment.
 */
export type CardResult = {
  clientPaymentId: string;
  status: 'completed' | 'failed';
  at: Instant;
  /** `refused`: staff have the result and decide. Null: only this device has it. */
  answer: 'accepted' | 'refused' | null;
};

/** Answer of a terminal to a card payment that was left open. */
export type SettledCard = { saleId: string; clientPaymentId: string; isApproved: boolean };

export type ParkedView = {
  id: string;
  note: string;
  customer: Customer | null;
  parkedAt: Instant;
  items: number;
  totalCents: number;
  titles: string[];
};
