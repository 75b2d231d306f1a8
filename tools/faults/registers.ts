import { setTimeout as sleep } from 'node:timers/promises';
import type { Send } from '@pos/contract/client';
import { USUAL_HABITS } from '../simulator/habits.ts';
import { losingAnswers } from '../simulator/network.ts';
import type { Random } from '../simulator/random.ts';
import { isRefundable, refundOfOrder } from '../simulator/refunds.ts';
import { Register, type RegisterSettings } from '../simulator/register.ts';
import { childrenAt, type Share, Shelf } from '../simulator/shelf.ts';
import { type Floor, nextSale } from '../simulator/shopper.ts';

const BURST = 12;
const BATCH = 4;
const LOST_ANSWERS = 0.05;
const REFUNDED = 0.05;
const PEACE_MS = 60;
/** Pause between two sales of a busy register, in milliseconds. */
const PACE_MS = 200;

/** Number of requests without a response, for any reason. */
export type Unknowns = { requests: number };

/** Opens a register that keeps retrying through every fault. */
export async function openRegister(
  settings: Omit<RegisterSettings, 'network'>,
  random: Random,
  unknowns: Unknowns,
): Promise<Register> {
  const lossy = losingAnswers(random.fork(`network ${settings.deviceId}`), LOST_ANSWERS);
  const network = (send: Send) => counting(lossy(send), unknowns);
  const register = await Register.open({ ...settings, network });
  await register.login();
  return register;
}

/**
 * Sells in bursts and sends them, some twice and out of order, until the fair is over; then sends
 * the rest.
 */
export async function sellThrough(
  register: Register,
  share: Share,
  random: Random,
  isOver: () => boolean,
): Promise<void> {
  const floor = await floorOf(register, share);
  while (!isOver()) {
    const sales = Array.from({ length: BURST }, () =>
      nextSale(random, floor, new Date().toISOString()),
    ).filter((sale) => sale !== null);
    const orders = await register.sell(sales);
    await register.heartbeat();
    await register.deliver({ batchSize: BATCH, chaos: random });
    const returned = orders.filter((order) => isRefundable(order) && random.chance(REFUNDED));
    await register.refund(
      returned.map((order) => refundOfOrder(random, order, new Date().toISOString())),
    );
    await sleep(PEACE_MS);
  }
  await register.deliver();
  await register.deliverRefunds();
  await register.heartbeat();
}

/** Sells and sends one order at a time at the pace of a busy register until the fair is over. */
export async function sellSteadily(
  register: Register,
  share: Share,
  random: Random,
  isOver: () => boolean,
): Promise<void> {
  const floor = await floorOf(register, share);
  while (!isOver()) {
    const sale = nextSale(random, floor, new Date().toISOString());
    if (sale) await register.sell([sale]);
    await register.deliver();
    await sleep(PACE_MS);
  }
  await register.heartbeat();
}

async function floorOf(register: Register, share: Share): Promise<Floor> {
  const catalog = await register.catalog();
  return {
    fair: catalog.fair,
    maxCheckOverageCents: catalog.settings.maxCheckOverageCents,
    roundCash: catalog.settings.roundCash,
    shelf: new Shelf(catalog, childrenAt(await register.students(), share), share),
    habits: USUAL_HABITS,
  };
}

function counting(send: Send, unknowns: Unknowns): Send {
  return async (path, init) => {
    try {
      return await send(path, init);
    } catch (error) {
      unknowns.requests++;
      throw error;
    }
  };
}
