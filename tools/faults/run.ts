import path from 'node:path';
import { addDays, today } from '@pos/api/time/days.ts';
import { checkInvariants } from '@pos/api/testing/invariants.ts';
import { packingList } from '../demo/packing-list.ts';
import { SCHOOLS } from '../demo/schools.ts';
import { writeDemoSource } from '../demo/source.ts';
import { type Office, signIn } from '../office/session.ts';
import { ensureDevice, ensureFair, inWords, syncSource, uploadPackingList } from '../office/steps.ts';
import { brokenJournals } from '../product/journals.ts';
import { Product, TRIAL_OWNER } from '../product/product.ts';
import { withDatabase } from '../product/trial-database.ts';
import { CASHIER_ROLE, cashierOf } from '../simulator/cashier.ts';
import { compareWithServer, type Comparison } from '../simulator/compare.ts';
import { Random } from '../simulator/random.ts';
import type { Register } from '../simulator/register.ts';
import { openRegister, sellThrough, type Unknowns } from './crowd.ts';
import { strike, type Struck } from './nemesis.ts';

export type FaultRun = { struck: Struck[]; comparison: Comparison; unknowns: number; ordersPerSecond: number; broken: string[] };

/** Enough copies that nothing sells out while the run lasts. */
const UNITS = 60_000;
const CASHIER = { firstName: 'Casey', lastName: 'Register', phone: '5550100123', role: CASHIER_ROLE };

/** Registers sell at one fair while a nemesis kills the API and PostgreSQL; afterwards journals and database are compared. */
export async function runFaults({ seed, minutes, registers: count }: { seed: string; minutes: number; registers: number }, log: (line: string) => void): Promise<FaultRun> {
  const random = new Random(`faults ${seed}`);
  const product = await Product.launch('faults', (dataDir) => path.join(dataDir, 'demo-source'));
  try {
    const office = await signIn(product.url, TRIAL_OWNER);
    const fairIdentifier = await prepareFair(office, product.dataDir);
    const unknowns: Unknowns = { requests: 0 };
    const folder = path.join(product.dataDir, 'registers');
    const cashier = await cashierOf(office, folder, CASHIER);
    const registers: Register[] = [];
    for (let number = 1; number <= count; number++) {
      const deviceId = `REG-${String(number).padStart(2, '0')}`;
      await ensureDevice(office, { deviceId, name: `Register ${number}`, purchaseDate: today('UTC'), warrantyDate: today('UTC'), model: 2, adminId: null });
      registers.push(await openRegister({ url: product.url, deviceId, ...cashier, fairIdentifier, folder }, random, unknowns));
    }

    const broken: string[] = [];
    const check = async () => {
      broken.push(...(await withDatabase(product.dataDir, (db) => checkInvariants(db).then(() => [], (error: unknown) => [inWords(error)]))));
    };
    const begun = performance.now();
    let isOver = false;
    const nemesis = strike(product, random.fork('nemesis'), Date.now() + minutes * 60_000, check, log).finally(() => {
      isOver = true;
    });
    const selling = registers.map((register, number) => sellThrough(register, { number, registers: count }, random.fork(register.deviceId), () => isOver));
    const [struck] = await Promise.all([nemesis, ...selling]);
    const seconds = (performance.now() - begun) / 1_000;

    const comparison = await compareWithServer(office, fairIdentifier, registers, random.fork('compare'));
    await check();
    broken.push(...(await withDatabase(product.dataDir, (db) => brokenJournals(db, registers))));
    const unanswered = registers.flatMap(({ memory }) => memory.refunds).filter(({ result }) => result !== 'accepted' && result !== 'duplicate');
    broken.push(...unanswered.map(({ refund, result }) => `refund ${refund.clientRefundId} of ${refund.clientOrderId}: ${result ?? 'no answer'}`));
    for (const register of registers) await register.memory.close();
    return { struck, comparison, unknowns: unknowns.requests, ordersPerSecond: comparison.acknowledged / seconds, broken };
  } catch (error) {
    for (const line of product.lastLines) log(line);
    throw error;
  } finally {
    await product.remove();
  }
}

/** A fair that is on, at a school of the demo season with its children and their eWallets. */
async function prepareFair(office: Office, dataDir: string): Promise<string> {
  await writeDemoSource(path.join(dataDir, 'demo-source'));
  const sync = await syncSource(office);
  if (sync.status !== 'succeeded') throw new Error(`The sync ${sync.status}.`);
  const [school] = SCHOOLS;
  const admin = (await office.client.admins.getAdmins()).data[0];
  if (!school || !admin) throw new Error('There is no school or no admin.');
  const day = today(school.timeZone);
  const plan = { identifier: 'FAULTS-01', name: 'Fault run', packageOption: 6 as const };
  const fair = await ensureFair(office, { ...plan, schoolIdentifier: school.identifier, address: school.address, startDate: addDays(day, -1), endDate: addDays(day, 1), salesTaxRate: school.taxPercent, adminId: admin.value });
  await uploadPackingList(office, fair.id, await packingList(plan, UNITS), 'packing-list.xlsx');
  return plan.identifier;
}
