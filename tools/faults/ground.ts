import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, openDb } from '@pos/api/db/db.ts';
import { api } from '@pos/contract/api';
import { type Client, createClient } from '@pos/contract/client';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { randomPackingList } from '../demo/packing-list.ts';
import { SCHOOLS } from '@pos/world/schools';
import { writeDemoSource } from '../demo/source.ts';
import { sendTo } from '../office/http.ts';
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
import { withDatabase } from '../product/test-database.ts';
import { type Cashier, CASHIER_ROLE, makeCashier } from '../simulator/cashier.ts';
import { Random } from '@pos/world/random';
import { Register, type RegisterSettings } from '../simulator/register.ts';
import type { AnswerLog } from './answer-log.ts';
import type { Run } from './part.ts';

/** A product with the demo's schools, an owner in the office and a cashier for its registers. */
export type Ground = {
  /** Address that registers call. */
  url: string;
  office: Office;
  random: Random;
  /** Folder with the journals of the registers. */
  folder: string;
  cashier: Cashier;
  withDb<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
};

/** Units per title, so many that nothing sells out during a part. */
const UNITS = 60_000;

const CASHIER = {
  firstName: 'Casey',
  lastName: 'Register',
  phone: '5550100123',
  role: CASHIER_ROLE,
};

/** Starts a product with an embedded database in `dataDir`, else in a new folder; see `openGround`. */
export async function startGround(
  run: Run,
  name: string,
  {
    dataDir,
    journals,
    webDir,
  }: {
    dataDir?: string;
    journals?: string;
    /** The built web app to serve. */ webDir?: string;
  } = {},
): Promise<Ground & { product: Product }> {
  const sourceIn = (folder: string) => path.join(folder, 'demo-source');
  const extra = {
    ...(dataDir !== undefined && { DATA_DIR: dataDir }),
    ...(webDir !== undefined && { WEB_DIR: webDir }),
  };
  const product = await startProduct(run, name, extra, { sourceIn });
  const ground = await openGround(run, {
    url: product.url,
    source: sourceIn(product.dataDir),
    folder: journals ?? path.join(product.dataDir, 'registers'),
    withDb: (work) => withDatabase(product.dataDir, work),
  });
  return { ...ground, product };
}

/** Starts a product that ends with the run. Its last lines are logged at the end of a failed run. */
export async function startProduct(
  { undo, log }: Run,
  name: string,
  extra: Readonly<Record<string, string>>,
  {
    program = PROGRAMS.api,
    sourceIn = () => '',
  }: { program?: string; sourceIn?: (folder: string) => string } = {},
): Promise<Product> {
  const product = await Product.launch(name, sourceIn, program, undefined, extra);
  undo.defer(async () => {
    for (const line of product.lastLines) log(`${name}: ${line}`);
    await product.remove();
  });
  return product;
}

/**
 * Signs in the owner of a new product at `url`, fills it from the demo's source, written to
 * `source`, and makes the cashier of its registers, whose journals are in `folder`.
 */
export async function openGround(
  { seed }: Run,
  { url, source, folder, withDb }: Pick<Ground, 'url' | 'folder' | 'withDb'> & { source: string },
): Promise<Ground> {
  const office = await signIn(url, TRIAL_OWNER);
  await writeDemoSource(source);
  const sync = await syncSource(office);
  if (sync.status !== 'succeeded') throw new Error(`The sync ${sync.status}.`);
  const cashier = await makeCashier(office, folder, CASHIER);
  return { url, office, random: new Random(`faults ${seed}`), folder, cashier, withDb };
}

/** Returns how to work on the database at `url`. */
export const withDbAt =
  (url: string): Ground['withDb'] =>
  async (work) => {
    const db = openDb(url, () => undefined);
    return work(db).finally(() => db.destroy());
  };

/** Creates a fair on its last day, when it can sell and be closed out. Returns its ID. */
export async function prepareFair(
  { office }: Ground,
  identifier: string,
  units = UNITS,
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
  await uploadPackingList(
    office,
    fair.id,
    await randomPackingList(plan, units),
    'packing-list.xlsx',
  );
  return fair.id;
}

/** Plans a device for a fair and opens its register, logged in. */
export async function openRegister(
  { url, office, folder, cashier }: Ground,
  fairIdentifier: string,
  deviceId: string,
  changes: Partial<RegisterSettings> = {},
): Promise<Register> {
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
  const settings = { url, deviceId, ...cashier, pairingCode, fairIdentifier, folder };
  const register = await Register.open({ ...settings, ...changes });
  await register.login();
  return register;
}

/** Signs in a clerk, whose calls are logged as `by` and sent once. */
export async function signInClerk(
  url: string,
  answers: AnswerLog,
  by: string,
): Promise<Client<typeof api>> {
  const { token } = await createClient(api, sendTo(url)).auth.login({ body: TRIAL_OWNER });
  return createClient(api, answers.network(by)(sendTo(url, () => token.access.token)));
}

/** Repeats `work` until it is over. Its refusals are in the log of answers. */
export async function workUntil(
  isOver: () => boolean,
  everyMs: number,
  work: () => Promise<unknown>,
): Promise<void> {
  while (!isOver()) {
    await work().catch(() => undefined);
    await sleep(everyMs);
  }
}
