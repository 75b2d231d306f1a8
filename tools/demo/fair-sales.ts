import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { ApiError } from '@pos/contract/client';
import { instantAt } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { setTimeout as sleep } from 'node:timers/promises';
import { USUAL_HABITS } from '@pos/world/habits';
import { Random } from '@pos/world/random';
import { isRefundable, type Sale } from '@pos/world/sale';
import { Register, type RegisterSettings } from '../simulator/register.ts';
import { childrenAt } from '@pos/world/shelf';
import { makeFloor, nextSale, refundSome } from '@pos/world/shopper';
import { FUNDED_STUDENTS } from './children.ts';
import type { DemoFair } from './fairs.ts';
import { saleTimes } from './sale-times.ts';
import { toOutcome, type Stories, withStories } from './stories.ts';

const BATCH = 20;
const REFUNDED = 0.03;
const PENDING_CARDS = 0.03;

/** Peculiarities of a fair's registers, by the device's position in the fair's list. */
export type Particulars = {
  stories?: readonly Stories[];
  /** Orders sold by the last register and never sent; its only ones. */
  withheld?: number;
  /** Tax rate in percent until the fair's third day. */
  rateBefore?: number;
  live: boolean;
};

/**
 * Share of the season to create, and a pause after each batch, which leaves the server to the
 * person using it.
 */
export type Telling = { share: number; pauseMs: number };
export const WHOLE_SEASON: Telling = { share: 1, pauseMs: 120 };

/** Work of one register at a fair. `place` is the device's place in the fair's list. */
export type RegisterWork = {
  fair: DemoFair;
  place: number;
  particulars: Particulars;
  now: Date;
  telling: Telling;
};

/**
 * Runs one register at a fair: sells, sends orders, refunds and heartbeats. Skips what an earlier
 * run did.
 */
export async function sellAtFair(settings: RegisterSettings, work: RegisterWork): Promise<void> {
  const { fair, place, particulars, now, telling } = work;
  const register = await Register.open(settings);
  try {
    if (!(await isLetIn(register))) return;
    const random = new Random(`${fair.identifier} ${settings.deviceId}`);
    if (!register.memory.sold.some((sold) => sold.fair === fair.identifier))
      await register.sell(await drawSales(register, work, random.fork('sales')));
    const keepBack = place === fair.devices.length - 1 ? (particulars.withheld ?? 0) : 0;
    await register.deliver({
      batchSize: BATCH,
      keepBack,
      afterBatch: () => sleep(telling.pauseMs),
    });
    await tellPayments(register, fair);
    if (particulars.live) await topUp(register, fair, random.fork('top-ups'));
    await giveRefunds(register, fair, random.fork('refunds'), now);
    await register.heartbeat(register.memory.unsent().length);
  } finally {
    await register.memory.close();
  }
}

/**
 * Returns false for a register that lost its device key: staff must reset its pairing, and the
 * season continues without it.
 */
async function isLetIn(register: Register): Promise<boolean> {
  try {
    await register.login();
    return true;
  } catch (error) {
    if (
      error instanceof ApiError &&
      (error.status === 401 || error.refusal.code === 'INVALID_TRANSITION')
    )
      return false;
    throw error;
  }
}

async function drawSales(
  register: Register,
  { fair, place, particulars, now, telling: { share } }: RegisterWork,
  random: Random,
): Promise<Sale[]> {
  const { stories, withheld, rateBefore, live } = particulars;
  const catalog = await register.catalog();
  const registers = fair.devices.length;
  const isSilent = withheld !== undefined && place === registers - 1;
  const selling = registers - (withheld === undefined ? 0 : 1);
  const floor = makeFloor(
    catalog,
    childrenAt(await register.students(), { number: place, registers }),
    // Registers of a fair run in sequence: the last one sells from everything left.
    { number: 0, registers: Math.max(1, selling - place) },
    { ...USUAL_HABITS, pendingCard: live ? PENDING_CARDS : 0 },
  );
  const count = isSilent
    ? withheld
    : Math.round(((fair.orders - (withheld ?? 0)) * share) / selling);
  const changed = instantAt(catalog.fair.timeZone, addDays(fair.startDate, 2), 0);
  const floorAt = (time: string) =>
    rateBefore === undefined || time >= changed
      ? floor
      : { ...floor, fair: { ...floor.fair, taxRatePpm: rateBefore * 10_000 } };
  const zone = catalog.fair.timeZone;
  const times = saleTimes(random, fair, { zone, count, now });
  const sales = times.flatMap((time) => nextSale(random, floorAt(time), time) ?? []);
  return withStories(sales, stories?.[place] ?? {}, random, floor.shelf);
}

/** Reports the results of most of the pending cards. */
async function tellPayments(register: Register, fair: DemoFair): Promise<void> {
  const pending = register.memory
    .acknowledged()
    .filter(({ sold }) => sold.fair === fair.identifier)
    .flatMap(({ sold }) => sold.order.payments.filter(({ status }) => status === 'pending'));
  const results = pending.flatMap(({ clientPaymentId, processorRef }) => {
    const status = toOutcome(processorRef);
    return status
      ? [{ clientPaymentId, status, ...(status === 'failed' && { failureCode: 'card_declined' }) }]
      : [];
  });
  if (results.length > 0) await register.payments({ results });
}

/** Tops up an eWallet at the register for two parents, at its first sales. */
async function topUp(register: Register, fair: DemoFair, random: Random): Promise<void> {
  const first = register.memory.sold.find((sold) => sold.fair === fair.identifier);
  const funded = new Set(FUNDED_STUDENTS.map(({ studentNumber }) => studentNumber));
  const students = (await register.students()).filter(({ studentNumber }) =>
    funded.has(studentNumber),
  );
  if (!first || students.length === 0) return;
  const topUps = ([3, 2] as const).map((method) => ({
    clientPaymentId: random.uuid(),
    studentNumber: random.pick(students).studentNumber,
    method,
    amountCents: 2_000,
    tenderedCents: 2_000,
    changeCents: 0,
    status: 'completed' as const,
    paidAt: first.order.soldAt,
    ...(method === PaymentMethod.check && { checkNumber: String(random.int(1_001, 9_899)) }),
  }));
  await register.payments({ topUps });
}

async function giveRefunds(
  register: Register,
  fair: DemoFair,
  random: Random,
  now: Date,
): Promise<void> {
  if (register.memory.refunds.some((refund) => refund.fair === fair.identifier))
    return register.deliverRefunds();
  const booked = register.memory
    .acknowledged()
    .filter(
      ({ sold, answer }) =>
        sold.fair === fair.identifier &&
        answer.orderNumber !== undefined &&
        isRefundable(sold.order),
    );
  const refunds = booked
    .filter(() => random.chance(REFUNDED))
    .map(({ sold }) =>
      refundSome(
        random,
        sold.order,
        new Date(Date.parse(sold.order.soldAt) + random.int(20, 600) * 60_000).toISOString(),
      ),
    )
    .filter(({ refundedAt }) => Date.parse(refundedAt) < now.getTime());
  await register.refund(refunds);
}
