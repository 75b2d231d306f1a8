import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockFolder } from '@pos/embedded-postgres/folder-lock';
import { replaceFile } from '@pos/basics/durable-file';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import type { Day } from '@pos/contract/values';
import { type Office, makeOffice } from '../office/session.ts';
import { ensureFair, inWords, makePairingCode, uploadPackingList } from '../office/steps.ts';
import { type Cashier, makeCashier } from '../simulator/cashier.ts';
import { COURSES } from './demo-courses.ts';
import { seasonDay } from './demo-folder.ts';
import {
  changeRate,
  countMoney,
  endFair,
  resolveDeclined,
  restock,
  scanCartons,
  shipSome,
  tidyUp,
} from './fair-life.ts';
import { publishFlyers, publishPage } from './flyers.ts';
import { type DemoFair, DEVICES, FREE_CASHIER, FREE_DEVICE, seasonFairs } from './fairs.ts';
import { sellAtFair, type Telling, WHOLE_SEASON } from './fair-sales.ts';
import { randomPackingList } from './packing-list.ts';
import { findSchool } from '@pos/world/schools';
import { addDevice, addSourceRecords, setContact } from './season-records.ts';
import { writeDemoSource } from './source.ts';
import { STAFF } from './staff.ts';
import { openWarehouse, runWarehouse } from './warehouse.ts';

/**
 * Creates the demo season through the API, as staff and registers would, in a process next to the
 * server. `npm start` runs it with POS_URL, DATA_DIR and tokens of the owner (DEMO_ACCESS_TOKEN,
 * DEMO_REFRESH_TOKEN). An interrupted season continues at the next start: records are found by
 * their identifiers, sales by the registers' journals.
 */

const LOCK_TRIES = 20;

/** Fair that has ended and whose return is being put away. */
const RETURN_WAITS = 'QUARRYHILL 1';
/** Fairs whose packing list has not arrived yet. */
const WITHOUT_INVENTORY = new Set(['QUARRYHILL 2', 'BLUEHERON 2', 'TALLCEDAR 2']);

if (import.meta.main) {
  try {
    // The user has priority.
    os.setPriority(10);
    endWithParent();
    await tellSeason(officeFromEnvironment(), path.resolve(process.env['DATA_DIR'] ?? '.data'));
  } catch (error) {
    console.error(`The demo season was interrupted: ${inWords(error)}`);
    process.exitCode = 1;
  }
}

/** Creates the season, or the rest of it. */
export async function tellSeason(
  office: Office,
  dataDir: string,
  telling: Telling = WHOLE_SEASON,
): Promise<void> {
  const source = path.join(dataDir, 'demo-source');
  const told = path.join(source, 'season-told');
  if (existsSync(told)) return;
  await writeDemoSource(source, { withStock: false });
  const lock = await lockPatiently(source);
  try {
    await tellRest(office, source, path.join(dataDir, 'demo-registers'), telling);
    await replaceFile(told, `${new Date().toISOString()}\n`);
  } finally {
    await lock.release();
  }
}

async function tellRest(
  office: Office,
  source: string,
  registers: string,
  telling: Telling,
): Promise<void> {
  const day = await seasonDay(source);
  await addSourceRecords(office);
  await openWarehouse(office, day);
  const cashiers: Cashier[] = [];
  for (const person of STAFF) cashiers.push(await makeCashier(office, registers, person));
  const deviceIds = new Map<string, string>();
  for (const [number, deviceId] of DEVICES.entries())
    deviceIds.set(deviceId, await addDevice(office, deviceId, number, day, cashiers));
  const { deviceId: free } = FREE_DEVICE;
  deviceIds.set(free, await addDevice(office, free, DEVICES.length, day, cashiers));

  await setContact(office);
  const now = new Date();
  const fairs = seasonFairs(day);
  const planned: FairDetails[] = [];
  for (const fair of fairs) planned.push(await planFair(office, fair, cashiers, deviceIds));
  const live: string[] = [];
  for (const [number, fair] of fairs.entries()) {
    const cashier = cashiers[fair.staff];
    const fairId = planned[number]?.id;
    if (!cashier || fairId === undefined || fair.orders === 0) continue;
    const isLive = fair.endDate >= day;
    if (isLive) live.push(fairId);
    await runFair(office, { fair, fairId, cashier, isLive }, { registers, day, now, telling });
  }
  const ended = fairs.findIndex(({ key }) => key === RETURN_WAITS);
  await runWarehouse(office, day, { liveIds: live, endedId: planned[ended]?.id });
  await restock(office, live);
  await publishPages(office, fairs, planned);
  await tidyUp(office);
}

/** Publishes the pages of the fairs that are live or begin soon and have their inventory. */
async function publishPages(
  office: Office,
  fairs: readonly DemoFair[],
  planned: readonly FairDetails[],
): Promise<void> {
  const templateIds = await publishFlyers(office);
  for (const [number, fair] of fairs.entries()) {
    const { id, phase } = planned[number]!;
    if (phase !== 'ended' && !fair.inactive && !WITHOUT_INVENTORY.has(fair.key))
      await publishPage(office, id, templateIds);
  }
}

/** A planned fair with sales, and the cashier of its registers. */
type SellingFair = { fair: DemoFair; fairId: string; cashier: Cashier; isLive: boolean };

/** Runs a fair from the delivery of its cartons to its close-out, as far as its course goes. */
async function runFair(
  office: Office,
  { fair, fairId, cashier, isLive }: SellingFair,
  { registers, day, now, telling }: { registers: string; day: Day; now: Date; telling: Telling },
): Promise<void> {
  const {
    missingAtDelivery,
    missingAtReturn,
    declined,
    shipped,
    ending,
    shortCents = 0,
    ...particulars
  } = COURSES[fair.key] ?? {};
  await scanCartons(office, fairId, 'delivery', missingAtDelivery);
  for (const [place, deviceId] of fair.devices.entries())
    await sellAtFair(
      {
        url: office.url,
        deviceId,
        ...cashier,
        pairingCode: () => makePairingCode(office, deviceId),
        fairIdentifier: fair.identifier,
        folder: registers,
      },
      { fair, place, particulars: { ...particulars, live: isLive }, now, telling },
    );
  if (declined) await resolveDeclined(office, fairId, declined);
  if (shipped !== undefined) await shipSome(office, fairId, shipped);
  if (isLive) await countMoney(office, fairId, { before: day, shortCents });
  if (!ending) return;
  await scanCartons(office, fairId, 'return', missingAtReturn);
  await endFair(office, fairId, ending);
}

/** Plans a fair and loads its packing list. */
async function planFair(
  office: Office,
  fair: DemoFair,
  cashiers: readonly Cashier[],
  deviceIds: ReadonlyMap<string, string>,
): Promise<FairDetails> {
  const school = findSchool(fair.schoolIdentifier);
  const adminId = cashiers[fair.staff]?.adminId;
  if (adminId === undefined) throw new Error(`${fair.identifier} has no responsible admin.`);
  const isFree = fair.key === FREE_DEVICE.fair;
  const planned = await ensureFair(office, {
    schoolIdentifier: school.identifier,
    identifier: fair.identifier,
    name: fair.name,
    address: `${school.address}, ${school.city}, ${school.state} ${school.zip}`,
    startDate: fair.startDate,
    endDate: fair.endDate,
    salesTaxRate: COURSES[fair.key]?.rateBefore ?? school.taxPercent,
    adminId,
    packageOption: fair.packageOption,
    hours: fair.hours,
    deviceIds: [...fair.devices, ...(isFree ? [FREE_DEVICE.deviceId] : [])].flatMap(
      (deviceId) => deviceIds.get(deviceId) ?? [],
    ),
  });
  if (isFree) await addFreeCashier(office, planned.id);
  if (planned.totals.titles === 0 && !WITHOUT_INVENTORY.has(fair.key))
    await uploadPackingList(
      office,
      planned.id,
      await randomPackingList(fair),
      `packing-list-${fair.identifier}.xlsx`,
    );
  await changeRate(office, planned, school.taxPercent);
  if (fair.inactive && planned.status === 'active')
    await office.client.fairs.changeStatus({
      params: { id: planned.id },
      body: { status: 'inactive' },
    });
  return planned;
}

async function addFreeCashier({ client }: Office, id: string): Promise<void> {
  const { data: cashiers } = await client.cashiers.list({ params: { id } });
  if (cashiers.length === 0)
    await client.cashiers.add({ params: { id }, body: { cashiers: [FREE_CASHIER] } });
}

/**
 * The process of a killed start may still be running; two on the same journals would create
 * everything twice.
 */
async function lockPatiently(folder: string) {
  for (let tries = 1; ; tries++) {
    try {
      return await lockFolder(folder);
    } catch (error) {
      if (tries === LOCK_TRIES) throw error;
      await sleep(500);
    }
  }
}

/** A killed server cannot end its season, so the season ends with its parent. */
function endWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit(1);
  }, 500).unref();
}

function officeFromEnvironment(): Office {
  const { POS_URL: url, DEMO_ACCESS_TOKEN: access, DEMO_REFRESH_TOKEN: refresh } = process.env;
  if (!url || !access || !refresh)
    throw new Error('it needs POS_URL, DEMO_ACCESS_TOKEN and DEMO_REFRESH_TOKEN.');
  // The expiry is unknown; the access token is renewed at the first call.
  const expiresAt = new Date(0).toISOString();
  return makeOffice(url.replace(/\/+$/, ''), {
    access: { token: access, expiresAt },
    refresh: { token: refresh, expiresAt },
  });
}
