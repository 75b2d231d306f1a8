import type { ReversalReason } from '@pos/contract/desk-top-ups';
import type { HeldReason, HeldState } from '@pos/contract/held-orders';
import type {
  CustomerType,
  ExemptReason,
  Fulfilment,
  FulfilmentStatus,
  OrderFlag,
  OrderStatus,
} from '@pos/contract/order-states';
import type { PaymentType } from '@pos/contract/payments';
import type { PaymentMethod } from '@pos/contract/payment-methods';
import type { PaymentPurpose, PaymentStatus, ReviewReason } from '@pos/contract/payment-states';
import type { PayoutReversalReason } from '@pos/contract/payout-methods';
import type { RefundHold } from '@pos/contract/register-refunds';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

export type DeviceEpochsTable = {
  deviceId: string;
  epoch: number;
  acknowledgedSequence: Generated<number>;
  highestSequence: Generated<number>;
};
export type FairDeviceCountersTable = {
  fairId: string;
  deviceId: string;
  letter: string;
  lastNumber: Generated<number>;
};

export type OrdersTable = {
  id: string;
  orderNumber: string;
  clientOrderId: string;
  bodyHash: Buffer;
  fairId: string;
  schoolId: string;
  deviceId: string;
  epoch: number;
  sequence: number;
  cashierId: string;
  businessDay: string;
  soldAt: string;
  clockSoldAt: Generated<string | null>;
  receivedAt: Generated<string>;
  customerType: CustomerType;
  studentId: string | null;
  customerName: string | null;
  status: OrderStatus;
  taxRatePpm: number;
  taxExempt: boolean;
  exemptReason: ExemptReason | null;
  exemptCertificateNo: string | null;
  units: number;
  grossCents: number;
  discountCents: number;
  subtotalCents: number;
  taxCents: number;
  totalCents: number;
  refundedNetCents: Generated<number>;
  refundedTaxCents: Generated<number>;
  uncollectedCents: Generated<number>;
  overpaidCents: Generated<number>;
  methods: PaymentMethod[];
  paymentStatus: PaymentStatus;
  shipToSchool: boolean;
  flags: Generated<OrderFlag[]>;
  voidedByResetId: string | null;
  sequenceRepeated: Generated<boolean>;
};

export type OrderLinesTable = {
  id: string;
  orderId: string;
  /** Time of its order. */
  soldAt: string;
  lineNo: number;
  titleId: string | null;
  sku: string | null;
  title: string;
  category: string;
  quantity: number;
  unitPriceCents: number;
  grossCents: number;
  discountCents: number;
  discountReason: string | null;
  netCents: number;
  taxable: boolean;
  taxCents: number;
  fulfilment: Fulfilment;
  fulfilmentStatus: FulfilmentStatus;
  lastCopy: Generated<boolean>;
  refundedQty: Generated<number>;
  refundedNetCents: Generated<number>;
  refundedTaxCents: Generated<number>;
  restockedQty: Generated<number>;
  shippedQty: Generated<number>;
  shippedAt: string | null;
  deliveredAt: string | null;
};

export type PaymentsTable = {
  id: string;
  clientPaymentId: string;
  orderId: string | null;
  fairId: string | null;
  schoolId: string;
  deviceId: string | null;
  purpose: PaymentPurpose;
  method: PaymentMethod;
  type: PaymentType;
  status: PaymentStatus;
  amountCents: number;
  /** True if it pays a different amount than its order's total. */
  isPart: Generated<boolean>;
  tenderedCents: Generated<number>;
  changeCents: Generated<number>;
  roundingCents: Generated<number>;
  refundedCents: Generated<number>;
  checkNumber: string | null;
  cardBrand: string | null;
  cardLast4: string | null;
  processorRef: string | null;
  studentId: string | null;
  walletId: string | null;
  reviewReason: ReviewReason | null;
  failureCode: string | null;
  businessDay: string;
  paidAt: string;
  createdAt: Generated<string>;
  voidedByResetId: Generated<string | null>;
};

export type PaymentEventsTable = {
  id: string;
  paymentId: string;
  fromStatus: PaymentStatus | null;
  toStatus: PaymentStatus;
  reported: Generated<PaymentStatus | null>;
  actor: string;
  note: Generated<string>;
  at: Generated<string>;
  seq: GeneratedAlways<number>;
};

export type RefundsTable = {
  id: string;
  clientRefundId: string;
  bodyHash: Buffer;
  orderId: string;
  fairId: string;
  deviceId: string | null;
  businessDay: string;
  refundedAt: string;
  reason: string;
  units: number;
  netCents: number;
  taxCents: number;
  totalCents: number;
  roundingCents: Generated<number>;
  actor: string;
  createdAt: Generated<string>;
};
export type RefundLinesTable = {
  refundId: string;
  orderLineId: string;
  quantity: number;
  netCents: number;
  taxCents: number;
  restock: boolean;
};
export type RefundTendersTable = {
  id: string;
  refundId: string;
  paymentId: string | null;
  method: PaymentMethod;
  paidOutAs: PaymentMethod;
  amountCents: number;
};

export type WalletEntriesTable = {
  id: string;
  walletId: string;
  type: 'top_up' | 'spend' | 'refund' | 'adjust' | 'payout';
  amountCents: number;
  balanceAfterCents: number;
  paymentId: string | null;
  refundId: string | null;
  idempotencyKey: string;
  businessDay: string;
  actor: string;
  note: Generated<string>;
  at: Generated<string>;
  seq: GeneratedAlways<number>;
};

export type DeskTopUpsTable = {
  paymentId: string;
  receiptNumber: GeneratedAlways<number>;
  officeDay: string;
  takenBy: string;
  reversalReason: ReversalReason | null;
  reversalNote: string | null;
  reversedDay: string | null;
  reversedBy: string | null;
  reversedAt: string | null;
  uncollectedCents: Generated<number>;
};

export type PayoutsTable = {
  id: string;
  payoutNumber: GeneratedAlways<number>;
  studentId: string;
  method: number;
  amountCents: number;
  checkNumber: string | null;
  officeDay: string;
  paidBy: string;
  at: Generated<string>;
};

export type PayoutReversalsTable = {
  payoutId: string;
  reason: PayoutReversalReason;
  note: string;
  officeDay: string;
  reversedBy: string;
  at: Generated<string>;
};

export type AveDollarEntriesTable = {
  id: string;
  schoolId: string;
  type: 'earn' | 'spend' | 'refund' | 'reverse' | 'adjust';
  amountCents: number;
  balanceAfterCents: number;
  fairId: string | null;
  paymentId: string | null;
  refundId: string | null;
  idempotencyKey: string;
  businessDay: string;
  actor: string;
  note: Generated<string>;
  at: Generated<string>;
  seq: GeneratedAlways<number>;
};

export type HeldOrdersTable = {
  id: string;
  clientOrderId: string;
  body: JSONColumnType<Record<string, unknown>>;
  bodyHash: Buffer;
  fairId: string;
  deviceId: string;
  cashierId: string;
  epoch: number;
  sequence: number;
  reason: HeldReason;
  detail: string;
  businessDay: string;
  soldAt: string;
  clockSoldAt: Generated<string | null>;
  totalCents: number;
  receivedAt: Generated<string>;
  state: Generated<HeldState>;
  orderId: string | null;
  decidedBy: string | null;
  decidedAt: string | null;
  decisionReason: string | null;
};

export type HeldRefundsTable = {
  id: string;
  clientRefundId: string;
  clientOrderId: string;
  body: JSONColumnType<Record<string, unknown>>;
  bodyHash: Buffer;
  fairId: string;
  deviceId: string;
  reason: RefundHold;
  receivedAt: Generated<string>;
  state: Generated<HeldState>;
};

export type DeviceDayTotalsTable = {
  deviceId: string;
  epoch: number;
  businessDay: string;
  reportedOrders: number;
  reportedCents: number;
  reportedAt: Generated<string>;
};
