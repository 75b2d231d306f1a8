import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, today } from '@pos/api/time/days.ts';
import { BrokenInvariants, checkInvariants } from '@pos/api/testing/invariants.ts';
import { checkReportInvariants } from '@pos/api/testing/report-invariants.ts';
import { checkSnapshots } from '@pos/api/testing/snapshot-invariants.ts';
import { packingList } from '../demo/packing-list.ts';
import { SCHOOLS } from '../demo/schools.ts';
import { writeDemoSource } from '../demo/source.ts';
import { type Office, signIn } from '../office/session.ts';
import {
  ensureDevice,
  ensureFair,
  inWords,
  makePairingCode,
  planDevices,
  syncSource,
  uploadPackingList,
} from '../office/steps.ts';
import { brokenJournals } from '../product/journals.ts';
import { Product, TRIAL_OWNER } from '../product/product.ts';
import { withDatabase } from '../product/trial-database.ts';
import { type Cashier, CASHIER_ROLE, cashierOf } from '../simulator/cashier.ts';
import { compareWithServer, type Comparison } from '../simulator/compare.ts';
import { Random } from '../simulator/random.ts';
import { Register } from '../simulator/register.ts';
import { openRegister, sellThrough, type Unknowns } from './crowd.ts';
import { strike, type Struck } from './nemesis.ts';
import { keepJobsUnderWay, type OfficeJobs } from './office-jobs.ts';
import { raiseTumult, type Tumult, type TumultFair } from './tumult.ts';

export type FaultRun = {
  struck: Struck[];
  comparison: Comparison;
  tumult: Tumult;
  jobs: OfficeJobs;
  /** How often all invariants were looked at. */ looks: number;
  unknowns: number;
  ordersPerSecond: number;
  broken: string[];
  /** Answers that nobody foresaw, and refunds that no register learns the end of. */ unforeseen: string[];
};
export type FaultOptions = {
  seed: string;
  minutes: number;
  registers: number;
  /** At least so many, beside the registers that are killed. */ operations: number;
};

/** Enough copies that nothing sells out while the run lasts. */
const UNITS = 60_000;
/** So few that everything does. */
const FEW_UNITS = 1_500;
const LOOK_EVERY_MS = 1_000;
/** The control totals of a batch are stored beside its orders, not with each of them. */
const UNTIL_STILL = ['I10'];
/** Where the eight of the tumult are. */
const TUMULT = ['busy', 'busy', 'quiet', 'training'] as const;
const PLACES = [0, 0, 0, 1, 1, 1, 2, 3] as const;
const CASHIER = {
  firstName: 'Casey',
  lastName: 'Register',
  phone: '5550100123',
  role: CASHIER_ROLE,
};

/**
 * Registers sell at one fair while a nemesis kills the API and PostgreSQL and eight others do everything at once at four more
 * fairs; the invariants are looked at every second, and afterwards journals and database are compared.
 */
export async function runFaults(
  { seed, minutes, registers: count, operations }: FaultOptions,
  log: (line: string) => void,
): Promise<FaultRun> {
  const random = new Random(`faults ${seed}`);
  const product = await Product.launch('faults', (dataDir) => path.join(dataDir, 'demo-source'));
  try {
    const office = await signIn(product.url, TRIAL_OWNER);
    const fairIdentifier = 'FAULTS-01';
    await prepareSource(office, product.dataDir);
    await prepareFair(office, fairIdentifier, UNITS);
    const unknowns: Unknowns = { requests: 0 };
    const folder = path.join(product.dataDir, 'registers');
    const cashier = await cashierOf(office, folder, CASHIER);
    const registers: Register[] = [];
    for (let number = 1; number <= count; number++) {
      const deviceId = `REG-${String(number).padStart(2, '0')}`;
      const device = await ensureDevice(office, {
        deviceId,
        name: `Register ${number}`,
        purchaseDate: today('UTC'),
        warrantyDate: today('UTC'),
        model: 2,
        adminId: null,
      });
      await planDevices(office, fairIdentifier, [device.id]);
      const person = { ...cashier, pairingCode: () => makePairingCode(office, deviceId) };
      registers.push(
        await openRegister(
          { url: product.url, deviceId, ...person, fairIdentifier, folder },
          random,
          unknowns,
        ),
      );
    }

    const clients = await tumultClients(office, product.url, folder, cashier, random);

    const broken: string[] = [];
    let looks = 0;
    const check = async (except: readonly string[] = UNTIL_STILL) => {
      await withDatabase(product.dataDir, (db) => checkInvariants(db, except)).catch(
        (error: unknown) => {
          if (!(error instanceof BrokenInvariants)) throw error;
          broken.push(error.message);
        },
      );
      looks++;
    };
    // While PostgreSQL is down nothing can be looked at.
    const look = () => check().catch(() => undefined);
    const begun = performance.now();
    let isOver = false;
    const nemesis = strike(
      product,
      random.fork('nemesis'),
      Date.now() + minutes * 60_000,
      look,
      log,
    ).finally(() => {
      isOver = true;
    });
    const selling = registers.map((register, number) =>
      sellThrough(
        register,
        { number, registers: count },
        random.fork(register.deviceId),
        () => isOver,
      ),
    );
    const isEnough = (done: number) => (isOver && done >= operations) || broken.length > 0;
    const jobsFair = await prepareFair(office, 'JOBS-01', FEW_UNITS);
    const officeJobs = keepJobsUnderWay(office, jobsFair, () => isOver);
    let tumultIsOver = false;
    const everything = raiseTumult(clients, isEnough).finally(() => {
      tumultIsOver = true;
    });
    const watching = (async () => {
      while (!tumultIsOver) {
        await sleep(LOOK_EVERY_MS);
        await look();
      }
    })();
    const [struck, tumult, jobs] = await Promise.all([
      nemesis,
      everything,
      officeJobs,
      watching,
      ...selling,
    ]);
    const seconds = (performance.now() - begun) / 1_000;

    const comparison = await compareWithServer(
      office,
      fairIdentifier,
      registers,
      random.fork('compare'),
    );
    await decideReviews(office, fairIdentifier);
    for (const register of registers) await register.deliverRefunds({ held: true });
    await check([]);
    const everyone = [...registers, ...clients.map(({ register }) => register)];
    broken.push(...(await withDatabase(product.dataDir, (db) => brokenJournals(db, everyone))));
    broken.push(...(await brokenReports(product, office)));
    const unanswered = registers
      .flatMap(({ memory }) => memory.refunds)
      .filter(({ result }) => result !== 'accepted' && result !== 'duplicate');
    const unsettled = unanswered.map(
      ({ refund, result }) =>
        `refund ${refund.clientRefundId} of ${refund.clientOrderId}: ${result ?? 'no answer'}`,
    );
    const unforeseen = [...tumult.broken, ...jobs.broken, ...unsettled];
    for (const register of everyone) await register.memory.close();
    return {
      struck,
      comparison,
      tumult,
      jobs,
      looks,
      unknowns: unknowns.requests,
      ordersPerSecond: comparison.acknowledged / seconds,
      broken,
      unforeseen,
    };
  } catch (error) {
    for (const line of product.lastLines) log(line);
    throw error;
  } finally {
    await product.remove();
  }
}

/** Decides the payments under review at a fair: the refunds that wait for them are booked with that. */
async function decideReviews(office: Office, fairIdentifier: string): Promise<void> {
  const { data: fairs } = await office.client.fairs.list({ query: { search: fairIdentifier } });
  const fairId = fairs.results.find(({ identifier }) => identifier === fairIdentifier)?.id;
  if (fairId === undefined) throw new Error(`There is no fair ${fairIdentifier}.`);
  for (;;) {
    const { data } = await office.client.payments.list({
      query: { fairId, status: 'under_review', limit: 50 },
    });
    for (const { id } of data.results) {
      await office.client.payments.review({
        params: { id },
        body: { decision: 'reject', note: 'After the run' },
      });
    }
    if (data.results.length === 0) return;
  }
}

/** The school of the demo season with its children, its titles and their eWallets. */
async function prepareSource(office: Office, dataDir: string): Promise<void> {
  await writeDemoSource(path.join(dataDir, 'demo-source'));
  const sync = await syncSource(office);
  if (sync.status !== 'succeeded') throw new Error(`The sync ${sync.status}.`);
}

/** A fair on its last day, so that it is on and may be closed out. Gives its id. */
async function prepareFair(office: Office, identifier: string, units: number): Promise<string> {
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

async function tumultClients(
  office: Office,
  url: string,
  folder: string,
  cashier: Cashier,
  random: Random,
) {
  const fairs: TumultFair[] = [];
  for (const [number, kind] of TUMULT.entries()) {
    const identifier = `TUMULT-${number + 1}`;
    fairs.push({ id: await prepareFair(office, identifier, FEW_UNITS), identifier, kind });
  }
  const clients: Parameters<typeof raiseTumult>[0][number][] = [];
  for (const [number, place] of PLACES.entries()) {
    const fair = fairs[place];
    if (!fair) throw new Error(`There is no fair ${place}.`);
    const deviceId = `TUM-${String(number + 1).padStart(2, '0')}`;
    const device = await ensureDevice(office, {
      deviceId,
      name: `Tumult ${number + 1}`,
      purchaseDate: today('UTC'),
      warrantyDate: today('UTC'),
      model: 3,
      adminId: null,
    });
    await planDevices(office, fair.identifier, [device.id]);
    const person = { ...cashier, pairingCode: () => makePairingCode(office, deviceId) };
    const register = await Register.open({
      url,
      deviceId,
      ...person,
      fairIdentifier: fair.identifier,
      folder,
    });
    await register.login();
    clients.push({ office, register, fair, fairs, random: random.fork(`tumult ${number}`) });
  }
  return clients;
}

/** The report invariants of one fair of the tumult, once it is over. */
async function brokenReports(product: Product, office: Office): Promise<string[]> {
  const [school] = SCHOOLS;
  const day = today(school?.timeZone ?? 'UTC');
  const question = {
    schoolIdentifier: school?.identifier ?? '',
    fairIdentifier: 'TUMULT-1',
    startDate: addDays(day, -2),
    endDate: day,
  };
  try {
    await checkReportInvariants(office.send, question);
    await withDatabase(product.dataDir, (db) => checkSnapshots(db, office.send));
    return [];
  } catch (error) {
    return [inWords(error)];
  }
}
