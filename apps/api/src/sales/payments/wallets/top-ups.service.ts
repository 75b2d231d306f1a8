import { toPaymentType } from '@pos/contract/sales/payments';
import type { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import type { Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { addPayments, type NewPayment, usableProcessorRef } from '../payments.service.ts';
import { findPaymentOfClient } from './top-ups.queries.ts';
import { lockWallet } from './wallets.queries.ts';
import { creditWallet, getWalletId } from './wallets.service.ts';

/**
 * Money paid into a student's eWallet, at a register or, with `fairId` and `deviceId` null,
 * elsewhere.
 */
export type NewTopUp = {
  /** ID of the payment, if the caller needs it. */
  paymentId?: string;
  /**
   * ID from the register, or externalId from the source file. Each is credited only once, ever. Any
   * text; see `toTopUpId`.
   */
  clientPaymentId: string;
  studentId: string;
  schoolId: string;
  fairId: string | null;
  deviceId: string | null;
  method: typeof PaymentMethod.creditCard | typeof PaymentMethod.check | typeof PaymentMethod.cash;
  amountCents: number;
  tenderedCents?: number;
  changeCents?: number;
  checkNumber?: string | null;
  processorRef?: string | null;
  paidAt: string;
  /** Day of `paidAt` in the school's time zone. */
  businessDay: string;
};

const TOP_UP_IDS = '4f4b1f0e-8d3a-4c8e-9a52-7b6f1f0d2c11';
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Returns a top-up's ID as a UUID: itself if it is one, otherwise a UUID derived from it. */
export function toTopUpId(clientPaymentId: string): string {
  const id = clientPaymentId.trim().toLowerCase();
  return UUID.test(id) ? id : uuidv5(clientPaymentId.trim(), TOP_UP_IDS);
}

/**
 * Books a paid top-up and credits the wallet, creating it if needed. Returns `duplicate` without
 * changes if it was booked before.
 */
export async function creditTopUp(
  tx: Tx,
  topUp: NewTopUp,
  actor: Actor,
): Promise<'credited' | 'duplicate'> {
  return addTopUp(tx, topUp, 'completed', actor);
}

/**
 * Books a top-up with a pending payment. The wallet is credited when the payment completes (domain
 * 4.1).
 */
export async function announceTopUp(
  tx: Tx,
  topUp: NewTopUp,
  actor: Actor,
): Promise<'credited' | 'duplicate'> {
  return addTopUp(tx, topUp, 'pending', actor);
}

async function addTopUp(
  tx: Tx,
  topUp: NewTopUp,
  status: 'completed' | 'pending',
  actor: Actor,
): Promise<'credited' | 'duplicate'> {
  const walletId = await getWalletId(tx, topUp.studentId);
  const clientPaymentId = toTopUpId(topUp.clientPaymentId);
  // The wallet's row lock makes a second call with the same ID wait here for the first.
  await lockWallet(tx, walletId);
  if (await findPaymentOfClient(tx, clientPaymentId)) return 'duplicate';
  const reference = await usableProcessorRef(tx, topUp.processorRef, null);
  const payment = {
    ...toPayment(topUp),
    clientPaymentId,
    status,
    processorRef: reference.ref,
    walletId,
  };
  await addPayments(tx, [payment], actor, () => reference.note);
  if (status === 'completed') await creditCompletedTopUp(tx, payment, actor);
  return 'credited';
}

/** Returns the payment of a top-up, except for the values that are only known under lock. */
function toPayment(
  topUp: NewTopUp,
): Omit<NewPayment, 'clientPaymentId' | 'status' | 'processorRef' | 'walletId'> {
  const { studentId, schoolId, fairId, deviceId, method, amountCents, paidAt, businessDay } = topUp;
  return {
    id: topUp.paymentId ?? uuidv7(),
    orderId: null,
    fairId,
    schoolId,
    deviceId,
    purpose: 'wallet_top_up',
    method,
    type: toPaymentType('wallet_top_up', method),
    amountCents,
    tenderedCents: topUp.tenderedCents ?? 0,
    changeCents: topUp.changeCents ?? 0,
    checkNumber: topUp.checkNumber ?? null,
    cardBrand: null,
    cardLast4: null,
    studentId,
    reviewReason: null,
    failureCode: null,
    businessDay,
    paidAt,
  };
}

/** Credits the wallet of a top-up whose payment is completed. */
export async function creditCompletedTopUp(
  tx: Tx,
  payment: { id: string; walletId: string; amountCents: number; businessDay: string },
  actor: Actor,
): Promise<void> {
  await creditWallet(
    tx,
    {
      walletId: payment.walletId,
      type: 'top_up',
      amountCents: payment.amountCents,
      idempotencyKey: `payment:${payment.id}`,
      paymentId: payment.id,
      businessDay: payment.businessDay,
    },
    actor,
  );
}
