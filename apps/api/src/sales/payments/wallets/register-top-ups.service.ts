import { changeDue } from '@pos/contract/sales/money-rules';
import {
  type PaymentBatchAnswer,
  type PaymentRefusal,
  TopUp,
  UnlimitedTopUp,
} from '@pos/contract/sales/register-payments';
import { toBookedTime } from '@pos/contract/sales/register-clock';
import { isDuplicate } from '#api/db/database-errors.ts';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { MAX_RACE_TRIES, retry } from '@pos/basics/retry';
import { itemId, storeItem } from '#api/http/batch-item.ts';
import type { Actor, SignedInRegister } from '#api/http/access/identity.ts';
import { readItem } from '#api/http/input.ts';
import {
  findDeviceStatus,
  findPaymentOfClient,
  findStudentByNumber,
  findTopUpLimits,
  shareFair,
} from './top-ups.queries.ts';
import { announceTopUp, creditTopUp, toTopUpId } from './top-ups.service.ts';
import { lockBalanceOfStudent } from './wallets.queries.ts';

type Result = PaymentBatchAnswer['results'][number];
type Outcome = Omit<Result, 'clientPaymentId'>;

/**
 * Accepts eWallet top-ups of a register, each in its own transaction with its own answer. The
 * limits of the settings apply only here (domain 3.12).
 */
export async function takeInTopUps(
  db: Db,
  register: SignedInRegister,
  actor: Actor,
  topUps: readonly unknown[],
): Promise<Result[]> {
  const results: Result[] = [];
  for (const raw of topUps) {
    const read = readItem(UnlimitedTopUp, raw);
    const outcome: Outcome =
      'errors' in read
        ? { result: 'rejected', ...read }
        : await storeItem(actor.requestId, topUps.length === 1, () =>
            takeInTopUp(db, register, actor, read.data),
          );
    results.push({ clientPaymentId: itemId(raw, 'clientPaymentId'), ...outcome });
  }
  return results;
}

async function takeInTopUp(
  db: Db,
  register: SignedInRegister,
  actor: Actor,
  topUp: TopUp,
): Promise<Outcome> {
  return retry(() => inTransaction(db, (tx) => takeIn(tx, register, actor, topUp)), {
    // Another connection sent the same top-up, or another payment has the same processor reference.
    when: (error) =>
      isDuplicate(error, 'payments_client_payment_key', 'payments_processor_ref_key'),
    maxTries: MAX_RACE_TRIES,
  });
}

async function takeIn(
  tx: Tx,
  register: SignedInRegister,
  actor: Actor,
  topUp: TopUp,
): Promise<Outcome> {
  const fair = await shareFair(tx, register.fairId);
  const answered =
    (await answerIfKnown(tx, topUp)) ??
    amountsRefusal(topUp) ??
    (await senderRefusal(tx, register));
  if (answered) return answered;
  const { method, amountCents, tenderedCents = 0, changeCents = 0 } = topUp;
  const { at, day } = toBookedTime(topUp.paidAt, new Date().toISOString(), fair);
  const studentId = await findStudentByNumber(tx, fair.schoolId, topUp.studentNumber.trim());
  if (studentId === undefined) return { result: 'refused', reason: 'UNKNOWN_STUDENT' };
  const refusal = await findLimit(tx, studentId, amountCents);
  if (refusal) return { result: 'refused', reason: refusal };
  const booked = await (topUp.status === 'completed' ? creditTopUp : announceTopUp)(
    tx,
    {
      clientPaymentId: topUp.clientPaymentId,
      studentId,
      schoolId: fair.schoolId,
      fairId: fair.id,
      deviceId: register.id,
      method,
      amountCents,
      tenderedCents,
      changeCents,
      checkNumber: topUp.checkNumber,
      processorRef: topUp.processorRef,
      paidAt: at,
      businessDay: day,
    },
    actor,
  );
  return { result: booked === 'duplicate' ? 'duplicate' : 'accepted' };
}

/** Answers a top-up that was booked before, or whose ID another payment has. */
async function answerIfKnown(
  tx: Tx,
  { clientPaymentId, amountCents }: TopUp,
): Promise<Outcome | undefined> {
  const known = await findPaymentOfClient(tx, toTopUpId(clientPaymentId));
  if (!known) return undefined;
  return known.purpose === 'wallet_top_up' && known.amountCents === amountCents
    ? { result: 'duplicate' }
    : { result: 'refused', reason: 'PAYMENT_ID_USED' };
}

/** Refuses a device that is inactive, a person who does not work registers, and cashiers of a fair. */
async function senderRefusal(tx: Tx, register: SignedInRegister): Promise<Outcome | undefined> {
  // A lost tablet must not credit eWallets with money that nobody paid.
  if ((await findDeviceStatus(tx, register.id)) === 'inactive')
    return { result: 'refused', reason: 'DEVICE_INACTIVE' };
  const takesMoney = register.isAllowed && register.fairCashierId === null;
  return takesMoney ? undefined : { result: 'refused', reason: 'NOT_ALLOWED' };
}

/** Refuses amounts over the limits of the contract, and change other than tendered minus amount. */
function amountsRefusal(topUp: TopUp): Outcome | undefined {
  const limited = readItem(TopUp, topUp);
  if ('errors' in limited)
    return { result: 'refused', reason: 'AMOUNT_LIMIT', errors: limited.errors };
  const due = changeDue(topUp);
  if ((topUp.changeCents ?? 0) === due) return undefined;
  const errors: Record<string, string> =
    due < 0
      ? { tenderedCents: 'The amount tendered is less than the amount.' }
      : { changeCents: `The change must be tendered minus amount: ${due}.` };
  return { result: 'refused', reason: 'CHANGE_MISMATCH', errors };
}

/** Returns the limit of the settings that a top-up passes. Locks the eWallet. */
async function findLimit(
  tx: Tx,
  studentId: string,
  amountCents: number,
): Promise<PaymentRefusal | undefined> {
  const { ewalletMinTopUpCents, ewalletMaxBalanceCents } = await findTopUpLimits(tx);
  if (amountCents < ewalletMinTopUpCents) return 'TOP_UP_BELOW_MINIMUM';
  const balanceCents = (await lockBalanceOfStudent(tx, studentId)) ?? 0;
  return balanceCents + amountCents > ewalletMaxBalanceCents ? 'TOP_UP_ABOVE_MAXIMUM' : undefined;
}
