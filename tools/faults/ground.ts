import path from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Send } from '@pos/contract/client';
import { addDays, today } from '@pos/api/time/days.ts';
import { packingList } from '../demo/packing-list.ts';
import { SCHOOLS } from '../demo/schools.ts';
import { writeDemoSource } from '../demo/source.ts';
import { type Office, signIn } from '../office/session.ts';
import {
  ensureDevice,
  ensureFair,
  makePairingCode,
  planDevices,
  syncSource,
  uploadPackingList,
} from '../office/steps.ts';
import { Product, PROGRAMS, TRIAL_OWNER } from '../product/product.ts';
import { type Cashier, CASHIER_ROLE, cashierOf } from '../simulator/cashier.ts';
import { Random } from '../simulator/random.ts';
import { Register, type RegisterSettings } from '../simulator/register.ts';
import { inTime, quantile } from './part.ts';

/** A product of its own with the demo's schools, an owner in the office and a cashier for its registers. */
export type Ground = {
  product: Product;
  office: Office;
  random: Random;
  /** Folder of the registers' journals. */
  folder: string;
  cashier: Cashier;
};

/** Enough copies that nothing sells out while a part runs. */
export const UNITS = 60_000;

const CASHIER = {
  firstName: 'Casey',
  lastName: 'Register',
  phone: '5550100123',
  role: CASHIER_ROLE,
};

/** Runs `work` on a new product, which is removed afterwards; its last lines are logged where it throws. */
export async function onGround<Result>(
  { name, seed, extra = {} }: { name: string; seed: string; extra?: Record<string, string> },
  log: (line: string) => void,
  work: (ground: Ground) => Promise<Result>,
): Promise<Result> {
  const product = await Product.launch(name, sourceIn, PROGRAMS.api, undefined, extra);
  try {
    const office = await signIn(product.url, TRIAL_OWNER);
    await writeDemoSource(sourceIn(product.dataDir));
    const sync = await syncSource(office);
    if (sync.status !== 'succeeded') throw new Error(`The sync ${sync.status}.`);
    const folder = path.join(product.dataDir, 'registers');
    const cashier = await cashierOf(office, folder, CASHIER);
    return await work({ product, office, random: new Random(`faults ${seed}`), folder, cashier });
  } catch (error) {
    for (const line of product.lastLines) log(line);
    throw error;
  } finally {
    await product.remove();
  }
}

const sourceIn = (dataDir: string) => path.join(dataDir, 'demo-source');

/** A fair on its last day, so that it is on and may be closed out. Returns its id. */
export async function prepareFair(
  office: Office,
  identifier: string,
  units: number,
): Promise<string> {
  const [school] = SCHOOLS;
  const admin = (await office.client.admins.getAdmins()).data[0];
  if (!school || !admin) throw new Error('There is no school or no admin.');
  const day = today(school.timeZone);
  const plan = { identifier, name: `Fault run ${identifier}`, packageOption: 6 as const };
  const fair = await ensureFair(office, {
    ...plan,
    schoolIdentifier: school.identifier,
    address: school.address,
    startDate: addDays(day, -1),
    endDate: day,
    salesTaxRate: school.taxPercent,
    adminId: admin.value,
  });
  await uploadPackingList(office, fair.id, await packingList(plan, units), 'packing-list.xlsx');
  return fair.id;
}

/** Settings of a register whose device is planned for a fair, to be opened by it. */
export async function planRegister(
  { product, office, folder, cashier }: Ground,
  fairIdentifier: string,
  deviceId: string,
): Promise<RegisterSettings> {
  const device = await ensureDevice(office, {
    deviceId,
    name: `Register ${deviceId}`.slice(0, 20),
    purchaseDate: today('UTC'),
    warrantyDate: today('UTC'),
    model: 2,
    adminId: null,
  });
  await planDevices(office, fairIdentifier, [device.id]);
  const pairingCode = () => makePairingCode(office, deviceId);
  return { url: product.url, deviceId, ...cashier, pairingCode, fairIdentifier, folder };
}

/** Registers `NAME-01` to `NAME-count` that are logged in at a fair. */
export async function openRegisters(
  ground: Ground,
  fairIdentifier: string,
  name: string,
  count: number,
  changes: Partial<RegisterSettings> = {},
): Promise<Register[]> {
  const registers: Register[] = [];
  for (let number = 1; number <= count; number++) {
    const deviceId = `${name}-${String(number).padStart(2, '0')}`;
    const settings = await planRegister(ground, fairIdentifier, deviceId);
    const register = await Register.open({ ...settings, ...changes });
    await register.login();
    registers.push(register);
  }
  return registers;
}

/** Requests to hand in orders with how long each took (ms) and its status; 0 where no answer came. */
export class IntakeTimes {
  readonly calls: { ms: number; status: number }[] = [];

  /** Measures what goes through `send`. */
  readonly network = (send: Send): Send => {
    return async (address, init) => {
      const began = performance.now();
      const note = (status: number) =>
        void (
          address === '/v1/pos/orders' && this.calls.push({ ms: performance.now() - began, status })
        );
      try {
        const answer = await send(address, init);
        note(answer.status);
        return answer;
      } catch (error) {
        note(0);
        throw error;
      }
    };
  };

  /** Takes what was measured so far and begins anew. */
  take(): { p50: number; p99: number; max: number; calls: number; failed: number } {
    const calls = this.calls.splice(0);
    const times = calls.map(({ ms }) => ms);
    return {
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      max: Math.max(0, ...times),
      calls: calls.length,
      failed: calls.filter(({ status }) => status !== 200).length,
    };
  }
}

/** Requests of registers in one stretch of a part; times in milliseconds. */
export type Intake = ReturnType<IntakeTimes['take']>;

/** Limit of the slowest hundredth of the requests that hand in orders (ms). */
const MAX_P99_MS = 500;

/** Returns what registers missed; their p99 says nothing of the product on a machine that others keep busy. */
export function intakeMissed({ p99, failed }: Intake, isBusy: boolean): string[] {
  return [
    ...(p99 > MAX_P99_MS && !isBusy
      ? [`p99 of intake was ${inTime(p99)}, above ${inTime(MAX_P99_MS)}.`]
      : []),
    ...(failed > 0 ? [`${failed} batches of registers were not answered with 200.`] : []),
  ];
}

/** What `IntakeTimes.take` gave, in words. */
export function intakeInWords({ p50, p99, max, calls, failed }: Intake): string {
  return `${calls} batches of orders, p50 ${inTime(p50)}, p99 ${inTime(p99)}, slowest ${inTime(max)}, ${failed} not answered with 200`;
}
