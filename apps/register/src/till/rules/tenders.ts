import { changeDue } from '@pos/contract/sales/money-rules';
import { PAYMENT_METHOD_NUMBERS, PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { Catalog, RegisterStudent } from '@pos/contract/sales/register-catalog';
import type { SoldPayment } from '@pos/contract/sales/register-orders';
import type { RunningSale } from './running-sale.ts';
import { leftToPay, restRounding } from './sums.ts';
import type { NewPayment, PayRefusal, Result, TenderObstacle, TenderOption } from '../till.ts';

/** The rules of tenders (docs/registers.md, section 3): what stands in the way, and what is taken. */

export type TenderTerms = {
  isOnline: boolean;
  factsEnabled: boolean;
  /** The buyer's record, if a student buys. */
  student: RegisterStudent | null;
  settings: Pick<Catalog['settings'], 'roundCash' | 'maxCheckOverageCents'>;
};

/** Methods that draw on a balance of the server: without a network nobody knows it. */
const ONLINE_ONLY: ReadonlySet<PaymentMethod> = new Set([
  PaymentMethod.eWallet,
  PaymentMethod.aveDollar,
]);

/** Returns true if a sale must be booked by the server while its goods are on the counter. */
export function needsNetwork(payments: readonly SoldPayment[]): boolean {
  return payments.some(({ method }) => ONLINE_ONLY.has(method));
}

/** Returns each method, in the order of its number, with what stands in its way. */
export function tenderOptions(
  sale: RunningSale,
  totalCents: number,
  terms: TenderTerms,
): TenderOption[] {
  const leftCents = leftToPay(sale.payments, totalCents);
  return PAYMENT_METHOD_NUMBERS.map((method) => ({
    method,
    obstacle: findObstacle(method, sale, terms),
    upToCents:
      method === PaymentMethod.eWallet ? Math.min(leftCents, walletLeft(sale, terms)) : leftCents,
  }));
}

function findObstacle(
  method: PaymentMethod,
  sale: RunningSale,
  terms: TenderTerms,
): TenderObstacle | null {
  const { isOnline, factsEnabled, student } = terms;
  switch (method) {
    case PaymentMethod.facts:
      if (!factsEnabled) return 'not_enabled';
      return student ? null : 'needs_student';
    case PaymentMethod.aveDollar:
      if (sale.buyer?.type !== 'school' && sale.buyer?.type !== 'teacher')
        return 'only_school_or_teacher';
      return isOnline ? null : 'needs_network';
    case PaymentMethod.eWallet:
      if (!student) return 'needs_student';
      if (!isOnline) return 'needs_network';
      if (student.walletStatus === 'frozen') return 'wallet_frozen';
      return walletLeft(sale, terms) > 0 ? null : 'wallet_empty';
    default:
      return null;
  }
}

/** Cents of the buyer's eWallet that this sale has not used yet, as far as this device knows. */
function walletLeft(
  { payments }: Pick<RunningSale, 'payments'>,
  { student }: Pick<TenderTerms, 'student'>,
): number {
  const used = payments.filter(({ method }) => method === PaymentMethod.eWallet);
  return Math.max(0, leftToPay(used, student?.walletBalanceCents ?? 0));
}

/** Returns the payment to add to the sale, or why it cannot be taken. */
export function makePayment(
  sale: RunningSale,
  given: NewPayment,
  totalCents: number,
  terms: TenderTerms,
): Result<PayRefusal, { payment: SoldPayment }> {
  const obstacle = findObstacle(given.method, sale, terms);
  if (obstacle) return { ok: false, reason: obstacle };
  const leftCents = leftToPay(sale.payments, totalCents);
  if (leftCents <= 0) return { ok: false, reason: 'too_much' };
  switch (given.method) {
    case PaymentMethod.cash:
      return takeCash(sale, given.tenderedCents, leftCents, terms);
    case PaymentMethod.check:
      return takeCheck(given, leftCents, terms);
    default:
      return takeExactly(sale, given, leftCents, terms);
  }
}

type Made = ReturnType<typeof makePayment>;

function payment(
  method: PaymentMethod,
  amountCents: number,
  details: Partial<SoldPayment> = {},
): Made {
  return {
    ok: true,
    payment: {
      clientPaymentId: crypto.randomUUID(),
      method,
      amountCents,
      status: 'completed',
      checkNumber: null,
      cardBrand: null,
      cardLast4: null,
      processorRef: null,
      ...details,
    },
  };
}

/** Takes cash: all that is left, with change, or a part of it. Only what pays the rest is rounded. */
function takeCash(
  { payments }: RunningSale,
  tenderedCents: number,
  leftCents: number,
  { settings }: TenderTerms,
): Made {
  if (!Number.isInteger(tenderedCents) || tenderedCents < 0)
    return { ok: false, reason: 'incomplete' };
  const roundingCents = restRounding(payments, leftCents, settings.roundCash);
  const given = {
    ...(tenderedCents > 0 && { tenderedCents }),
    ...(settings.roundCash && { roundingCents }),
  };
  if (tenderedCents >= leftCents + roundingCents)
    return payment(PaymentMethod.cash, leftCents, {
      ...given,
      changeCents: changeDue({ amountCents: leftCents, ...given }),
    });
  if (tenderedCents === 0 || tenderedCents >= leftCents) return { ok: false, reason: 'too_little' };
  return payment(PaymentMethod.cash, tenderedCents, { tenderedCents, changeCents: 0 });
}

function takeCheck(
  given: Extract<NewPayment, { method: typeof PaymentMethod.check }>,
  leftCents: number,
  { settings }: TenderTerms,
): Made {
  const checkNumber = given.checkNumber.trim().slice(0, 40);
  const { tenderedCents = leftCents } = given;
  if (checkNumber === '' || !Number.isInteger(tenderedCents) || tenderedCents <= 0)
    return { ok: false, reason: 'incomplete' };
  const amountCents = Math.min(leftCents, tenderedCents);
  const changeCents = tenderedCents - amountCents;
  if (changeCents > settings.maxCheckOverageCents) return { ok: false, reason: 'check_over_limit' };
  return payment(PaymentMethod.check, amountCents, { tenderedCents, changeCents, checkNumber });
}

/** Takes a card, FACTS, an eWallet or AveDollars: no change, never more than is left. */
function takeExactly(
  sale: RunningSale,
  given: Exclude<
    NewPayment,
    { method: typeof PaymentMethod.cash } | { method: typeof PaymentMethod.check }
  >,
  leftCents: number,
  terms: TenderTerms,
): Made {
  const isWallet = given.method === PaymentMethod.eWallet;
  const most = isWallet ? Math.min(leftCents, walletLeft(sale, terms)) : leftCents;
  const { amountCents = most } = given;
  if (!Number.isInteger(amountCents) || amountCents <= 0)
    return { ok: false, reason: 'incomplete' };
  if (amountCents > leftCents) return { ok: false, reason: 'too_much' };
  if (amountCents > most) return { ok: false, reason: 'wallet_short' };
  return given.method === PaymentMethod.creditCard
    ? takeCard(given, amountCents)
    : payment(given.method, amountCents);
}

function takeCard(
  given: Extract<NewPayment, { method: typeof PaymentMethod.creditCard }>,
  amountCents: number,
): Made {
  const { isPending = false } = given;
  const cardLast4 = given.cardLast4.trim();
  // A terminal that has not answered may not have printed the digits.
  if (!/^\d{4}$/.test(cardLast4) && !(isPending && cardLast4 === ''))
    return { ok: false, reason: 'incomplete' };
  return payment(given.method, amountCents, {
    status: isPending ? 'pending' : 'completed',
    cardLast4: cardLast4 || null,
    cardBrand: given.cardBrand.slice(0, 40) || null,
    processorRef: given.processorRef?.trim().slice(0, 120) || null,
  });
}
