import { randomUUID } from 'node:crypto';
import { ApiError } from '@pos/contract/client';
import type { ErrorCode } from '@pos/contract/errors';
import { type Stories, withStories } from '../../demo/stories.ts';
import type { Office } from '../../office/session.ts';
import { USUAL_HABITS } from '@pos/world/habits';
import type { Random } from '@pos/world/random';
import type { Register } from '../../simulator/register.ts';
import type { Sale } from '@pos/world/sale';
import { type Floor, nextSale } from '@pos/world/shopper';

/**
 * A stress fair. `quiet`: a single register, so it is sometimes closed out. `training`: cash only,
 * so it can be reset.
 */
export type WorkloadFair = { id: string; identifier: string; kind: 'busy' | 'quiet' | 'training' };
/** A stress client: a register with its cashier, and a clerk in the office. */
export type Client = {
  office: Office;
  register: Register;
  fair: WorkloadFair;
  fairs: readonly WorkloadFair[];
  random: Random;
  floor?: Floor;
  sinceLook: number;
};
/** `codes`: expected refusals. `run` returns the number of operations, usually one. */
export type Operation = {
  name: string;
  weight: number;
  codes: readonly ErrorCode[];
  run: (client: Client, calls: Office['client']) => Promise<number | void>;
};

const HABITS = { ...USUAL_HABITS, pendingCard: 0.06, shipToSchool: 0.12 };
const ONLY_CASH = {
  ...USUAL_HABITS,
  customers: USUAL_HABITS.customers.filter(([type]) => type !== 'school'),
  eWallet: 0,
  pendingCard: 0,
  tenders: [['cash', 1]] as const,
};
/** Mishaps at a register, weighted by frequency. */
const MISHAPS = [
  ['wrongPrice', 1],
  ['wrongTotal', 1],
  ['unknownTitle', 1],
  ['oversold', 2],
  ['aveDollars', 4],
  ['shortWallet', 3],
  ['declinedCard', 2],
] as const satisfies readonly (readonly [keyof Stories, number])[];
const MISHAP = 0.12;
/** Number of operations between two reads of the shelf. */
const LOOK_EVERY = 12;

export const once = () => ({ idempotencyKey: randomUUID() });
export const now = () => new Date().toISOString();

/** Makes sales with the usual habits, some with a mishap. */
export async function listSales(client: Client, count: number): Promise<Sale[]> {
  const floor = await getFloor(client);
  const { random } = client;
  return Array.from({ length: count }).flatMap(() => {
    const sale = nextSale(random, floor, now());
    if (!sale) return [];
    const hasMishap = client.fair.kind !== 'training' && random.chance(MISHAP);
    if (!hasMishap) return [sale];
    return withStories([sale], { [random.weighted(MISHAPS)]: 0 }, random, floor.shelf);
  });
}

/** Returns this register's view of the stock, which other registers sell from too. */
export async function getFloor(client: Client): Promise<Floor> {
  if (client.floor && client.sinceLook++ % LOOK_EVERY > 0) return client.floor;
  try {
    const habits = client.fair.kind === 'training' ? ONLY_CASH : HABITS;
    client.floor = { ...(await client.register.floor()), habits };
  } catch (error) {
    // The register of a closed-out fair sells from its last catalog.
    if (!client.floor || !(error instanceof ApiError) || error.status >= 500) throw error;
  }
  return client.floor;
}

/** Picks one row of a list by the seed, if there is any. */
export async function pickRow<Row>(
  { random }: Client,
  listed: Promise<{ data: { results: Row[] } }>,
): Promise<Row | undefined> {
  const { results } = (await listed).data;
  return results.length === 0 ? undefined : random.pick(results);
}

/** Picks one of the fairs by the seed. */
export const pickFairId = ({ random, fairs }: Client): string => random.pick(fairs).id;
