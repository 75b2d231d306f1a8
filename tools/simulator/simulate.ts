import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { today } from '@pos/contract/values/clock';
import { lockFolder } from '@pos/embedded-postgres/folder-lock';
import type { Office } from '../office/session.ts';
import { ensureDevice, findDevice, makePairingCode, planDevices } from '../office/steps.ts';
import { CASHIER_ROLE, makeCashier } from './cashier.ts';
import { compareWithServer, type Comparison } from './compare.ts';
import { losingAnswers } from './network.ts';
import type { SimulateOptions } from './options.ts';
import { Random } from '@pos/world/random';
import { isRefundable } from '@pos/world/sale';
import { refundSome } from '@pos/world/shopper';
import { journalPath, Register } from './register.ts';
import { byDevice, readOrders } from './replay.ts';
import type { Share } from '@pos/world/shelf';
import { nextSale } from '@pos/world/shopper';

/** Share of orders refunded in part or whole. */
const REFUNDED = 0.02;
const LOST_ANSWERS = 0.1;

export type Simulation = { comparison: Comparison; ordersPerSecond: number };

/**
 * Runs the registers of one fair, and compares their journals with the server. Locks the folder for
 * one run at a time.
 */
export async function simulate(
  office: Office,
  options: SimulateOptions,
  log: (line: string) => void,
): Promise<Simulation> {
  await mkdir(options.folder, { recursive: true });
  const lock = await lockFolder(options.folder);
  return run(office, options, log).finally(lock.release);
}

async function run(
  office: Office,
  options: SimulateOptions,
  log: (line: string) => void,
): Promise<Simulation> {
  const replayed =
    options.replay === undefined ? undefined : byDevice(await readOrders(options.replay));
  const deviceIds = replayed
    ? [...replayed.keys()]
    : (options.devices ?? (await freeDevices(office, options)));
  const random = new Random(options.seed);
  const registers = await openRegisters(office, options, deviceIds, random);
  log(`${registers.map(({ deviceId }) => deviceId).join(', ')} at ${options.fair}`);

  for (const [number, register] of registers.entries()) {
    const orders = replayed?.get(register.deviceId)?.map(({ order }) => order);
    if (orders)
      await register.record(
        orders.filter((order) => register.memory.answerTo(order.clientOrderId) === undefined),
      );
    else
      await shop(
        register,
        random,
        Math.floor(options.orders / registers.length) +
          (number < options.orders % registers.length ? 1 : 0),
        { number, registers: registers.length },
      );
  }
  const ordersPerSecond = await deliverAll(registers, options, random);
  if (!replayed) for (const register of registers) await takeBack(register, random);
  for (const register of registers) await register.heartbeat();

  const comparison = await compareWithServer(
    office,
    registers[0]?.session.fair.identifier ?? options.fair,
    registers,
    random.fork('compare'),
  );
  for (const register of registers) await register.memory.close();
  return { comparison, ordersPerSecond };
}

/** Sends the orders of all registers concurrently. Returns the orders sent per second. */
async function deliverAll(
  registers: readonly Register[],
  { batch, chaos, fair }: SimulateOptions,
  random: Random,
): Promise<number> {
  const unsent = registers.map((register) => register.memory.unsent(fair).length);
  const times = await Promise.all(
    registers.map(async (register) => {
      const begun = performance.now();
      await register.deliver({
        batchSize: batch,
        ...(chaos && { chaos: random.fork(`chaos ${register.deviceId}`) }),
      });
      return performance.now() - begun;
    }),
  );
  const orders = unsent.reduce((sum, count) => sum + count, 0);
  const milliseconds = Math.max(0, ...times);
  return milliseconds === 0 ? 0 : (orders / milliseconds) * 1_000;
}

/**
 * Returns SIM-01, SIM-02 and so on, skipping devices paired with a register whose journal is not
 * here.
 */
async function freeDevices(
  office: Office,
  { registers, folder }: SimulateOptions,
): Promise<string[]> {
  const free: string[] = [];
  for (let number = 1; free.length < registers; number++) {
    const deviceId = `SIM-${String(number).padStart(2, '0')}`;
    if (existsSync(journalPath(folder, deviceId)) || !(await findDevice(office, deviceId))?.paired)
      free.push(deviceId);
  }
  return free;
}

async function openRegisters(
  office: Office,
  options: SimulateOptions,
  deviceIds: readonly string[],
  random: Random,
): Promise<Register[]> {
  const cashier = await makeCashier(office, options.folder, {
    firstName: 'Register',
    lastName: 'Simulator',
    phone: '5550100199',
    role: CASHIER_ROLE,
  });
  const day = today('UTC');
  const devices = deviceIds.map((deviceId) => ({
    deviceId,
    name: `Register ${deviceId}`.slice(0, 20),
    purchaseDate: day,
    warrantyDate: day,
    model: 4 as const,
    adminId: null,
  }));
  const planned = await Promise.all(devices.map((device) => ensureDevice(office, device)));
  await planDevices(
    office,
    options.fair,
    planned.map(({ id }) => id),
  );
  return Promise.all(
    deviceIds.map(async (deviceId) => {
      const network = options.chaos
        ? { network: losingAnswers(random.fork(`network ${deviceId}`), LOST_ANSWERS) }
        : {};
      const register = await Register.open({
        url: options.url,
        deviceId,
        ...cashier,
        pairingCode: () => makePairingCode(office, deviceId),
        fairIdentifier: options.fair,
        folder: options.folder,
        ...network,
      });
      await register.login();
      return register;
    }),
  );
}

/**
 * Sells this many orders now, from this register's share of the fair. Reproducible by the seed and
 * the register's next number.
 */
async function shop(
  register: Register,
  random: Random,
  orders: number,
  share: Share,
): Promise<void> {
  const floor = await register.floor(share);
  const chance = random.fork(`shop ${register.session.device.id} ${register.memory.sold.length}`);
  for (let left = orders; left > 0; left--) {
    const sale = nextSale(chance, floor, new Date().toISOString());
    if (!sale) throw new Error(`${register.session.fair.identifier} has nothing left to sell.`);
    await register.sell([sale]);
  }
}

async function takeBack(register: Register, random: Random): Promise<void> {
  const returned = new Set(register.memory.refunds.map(({ refund }) => refund.clientOrderId));
  const chance = random.fork(`refunds ${register.deviceId} ${register.memory.sold.length}`);
  const booked = register.memory
    .acknowledged()
    .filter(
      ({ sold, answer }) =>
        sold.fair === register.session.fair.identifier &&
        answer.orderNumber !== undefined &&
        isRefundable(sold.order) &&
        !returned.has(sold.order.clientOrderId),
    );
  await register.refund(
    booked
      .filter(() => chance.chance(REFUNDED))
      .map(({ sold }) => refundSome(chance, sold.order, new Date().toISOString())),
  );
}
