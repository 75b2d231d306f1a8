import path from 'node:path';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
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
import { type Cashier, CASHIER_ROLE, makeCashier } from '../simulator/cashier.ts';
import { Random } from '../simulator/random.ts';
import { Register, type RegisterSettings } from '../simulator/register.ts';

/**
 * Separate product with the demo's schools, an owner in the office and a cashier for its registers.
 */
export type Ground = {
  product: Product;
  office: Office;
  random: Random;
  /** Folder with the journals of the registers. */
  folder: string;
  cashier: Cashier;
};

/** Parts of a ground that opening a register needs. */
type Counter = Pick<Ground, 'office' | 'folder' | 'cashier'> & { product: Pick<Product, 'url'> };

/** Units per title, so many that nothing sells out during a part. */
export const UNITS = 60_000;

const CASHIER = {
  firstName: 'Casey',
  lastName: 'Register',
  phone: '5550100123',
  role: CASHIER_ROLE,
};

/**
 * Runs `work` on a new product and removes it afterward; logs its last lines if `work` throws. The
 * registers keep their journals in `journals`, else in the product's folder.
 */
export async function onGround<Result>(
  {
    name,
    seed,
    extra = {},
    journals,
  }: { name: string; seed: string; extra?: Record<string, string>; journals?: string },
  log: (line: string) => void,
  work: (ground: Ground) => Promise<Result>,
): Promise<Result> {
  const product = await Product.launch(name, sourceIn, PROGRAMS.api, undefined, extra);
  try {
    const folder = journals ?? path.join(product.dataDir, 'registers');
    const { office, cashier } = await openOffice(product.url, sourceIn(product.dataDir), folder);
    return await work({ product, office, random: new Random(`faults ${seed}`), folder, cashier });
  } catch (error) {
    for (const line of product.lastLines) log(line);
    throw error;
  } finally {
    await product.remove();
  }
}

const sourceIn = (dataDir: string) => path.join(dataDir, 'demo-source');

/**
 * Signs in the owner of a new product at `url`, fills it from the demo's source, written to
 * `source`, and makes the cashier of its registers, whose journals are in `folder`.
 */
export async function openOffice(
  url: string,
  source: string,
  folder: string,
): Promise<Pick<Ground, 'office' | 'cashier'>> {
  const office = await signIn(url, TRIAL_OWNER);
  await writeDemoSource(source);
  const sync = await syncSource(office);
  if (sync.status !== 'succeeded') throw new Error(`The sync ${sync.status}.`);
  return { office, cashier: await makeCashier(office, folder, CASHIER) };
}

/** Creates a fair on its last day, when it can sell and be closed out. Returns its ID. */
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

/** Plans a device for a fair and returns the settings to open its register with. */
export async function planRegister(
  { product, office, folder, cashier }: Counter,
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

/** Opens registers `NAME-01` to `NAME-count`, logged in at a fair. */
export async function openRegisters(
  ground: Counter,
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
