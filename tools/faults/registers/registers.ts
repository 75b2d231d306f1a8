import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TcpProxy } from '@pos/api/testing/app/tcp-proxy.ts';
import type { StoredSale } from '@pos/register/till/journal/journal.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '@pos/contract/sales/payment-methods';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import type { Random } from '@pos/world/random';
import { SCHOOLS } from '@pos/world/schools';
import {
  ensureDevice,
  findDevice,
  listFairLines,
  makePairingCode,
  planDevices,
} from '../../office/steps.ts';
import { brokenJournals } from '../../product/journals.ts';
import { Tablet } from '../../product/tablet.ts';
import { buildWebIfStale } from '../../setup/build-web.ts';
import { toEntries } from '../../simulator/app-register.ts';
import { agrees, compareWithServer } from '../../simulator/compare.ts';
import { RegisterRecord } from '../../simulator/register-memory.ts';
import { type Ground, prepareFair, startGround } from '../ground.ts';
import { brokenInvariants, counted, type Part, type PartReport, type Run, sumUp } from '../part.ts';
import { cutPower, makeUnsyncedLayer, type UnsyncedLayer, writeBack } from '../power-cut.ts';
import { injectFault, KINDS } from '../process-faults.ts';
import { Cashier, STEPS, type Step } from './cashier.ts';

const FAIR = 'TILL-FAIR';
const REGISTERS = 3;
/** Longest time between the begin of a step and the strike. */
const LONGEST_AFTER_MS: Record<Step, number> = {
  'a line is added': 60,
  'the payment begins': 60,
  'the last tap': 60,
  'the sale is finished': 30,
  'sales are sent': 400,
  'the app starts': 1_500,
};
/** Share of the connections that break, and the bytes after which they do. */
const BROKEN = 0.2;
const MOST_BYTES = 6_000;
/** Pause between two restarts of the server. */
const PEACE_MS = [4_000, 9_000] as const;

type Kind = 'kill' | 'cut';

/**
 * Lets three registers in real browsers sell at one fair, half of the time without a network and
 * otherwise with one that breaks at any byte, while their browsers are killed and their power is cut
 * at each step, and the server is killed too. Every sale that a screen called finished must arrive
 * once.
 */
export const registers: Part = {
  name: 'registers',
  does: 'the register app in browsers that are killed or lose power, a broken network, a killed server',
  run: async (run) => {
    const ground = await startGround(run, 'registers', { webDir: buildWebIfStale(run.log) });
    const fairId = await prepareFair(ground, FAIR);
    const lines = await listFairLines(ground.office, fairId);
    const codes = lines.map(({ sku }) => sku).filter((sku) => sku !== null);
    const proxy = await TcpProxy.open(ground.url);
    run.undo.defer(() => proxy.close());
    const url = `${proxy.url(ground.url)}register`;
    const plan = makePlan(run, ground.random);
    const stations: Station[] = [];
    for (let number = 1; number <= REGISTERS; number++)
      stations.push(await openStation(run, ground, { url, codes, deviceId: `TILL-0${number}` }));
    const breaks = ground.random.fork('network');
    proxy.breakAfter(() => (breaks.chance(BROKEN) ? breaks.int(1, MOST_BYTES) : Infinity));

    const struck: Record<string, number> = {};
    let isOver = false;
    const sell = async (station: Station) => {
      for (let next = plan.pop(); next; next = plan.pop()) {
        await strike(station, next);
        const name = `${next.kind === 'kill' ? 'killed' : 'without power'} when ${next.step}`;
        struck[name] = (struck[name] ?? 0) + 1;
      }
    };
    const selling = Promise.all(stations.map(sell)).finally(() => {
      isOver = true;
    });
    const [faults] = await Promise.all([restartServer(run, ground, () => isOver), selling]);
    proxy.breakAfter();
    for (const { cashier } of stations) await cashier.handIn();
    return sumUp(
      { figures: [counted(struck), `The server was struck ${faults} times`] },
      await conclude(
        ground,
        stations.map(({ cashier }) => cashier),
      ),
      run.cuts > 0 ? await proveCuts(run, ground, { url, codes }) : {},
    );
  },
};

type Strike = { kind: Kind; step: Step; afterMs: number };

/** Returns the strikes of the run: each kind at every step in turn. */
function makePlan({ kills, cuts }: Run, random: Random): Strike[] {
  const strikes = (kind: Kind, count: number) =>
    Array.from({ length: count }, (_, index): Strike => {
      const step = STEPS[index % STEPS.length]!;
      return { kind, step, afterMs: random.int(0, LONGEST_AFTER_MS[step]) };
    });
  return random.shuffled([...strikes('kill', kills), ...strikes('cut', cuts)]);
}

/** Address of the register, and the codes of the books that lie there. */
type Place = { url: string; codes: readonly string[] };
type Station = { cashier: Cashier; layer: UnsyncedLayer | undefined; random: Random };

/** Buys a tablet, pairs it and signs the cashier in. Its disk is below a layer if power is cut. */
async function openStation(
  run: Run,
  { office, cashier, random }: Ground,
  { url, codes, deviceId, lies = false }: Place & { deviceId: string; lies?: boolean },
): Promise<Station> {
  const tablet = await Tablet.buy();
  run.undo.defer(() => tablet.remove());
  const layer = run.cuts > 0 ? await openLayer(run, tablet) : undefined;
  const below = { ...layer?.env, ...(lies && { POWER_LIES: '1' }) };
  const chance = random.fork(deviceId);
  const station = { cashier: new Cashier(deviceId, tablet, { url, random: chance, below }), layer };
  const day = today('UTC');
  const device = await ensureDevice(office, {
    deviceId,
    name: `Register ${deviceId}`,
    purchaseDate: day,
    warrantyDate: day,
    model: 2,
    adminId: null,
  });
  await planDevices(office, FAIR, [device.id]);
  const pairingCode = await makePairingCode(office, deviceId);
  await station.cashier.begin(pairingCode, cashier.secretCode, chance.shuffled(codes).slice(0, 12));
  return { ...station, random: chance };
}

async function openLayer({ undo }: Run, tablet: Tablet): Promise<UnsyncedLayer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pos-admin-layer-'));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  return makeUnsyncedLayer(folder, tablet.profile);
}

async function strike({ cashier, layer, random }: Station, { kind, ...at }: Strike): Promise<void> {
  // Writes of half a minute ago are on the disk.
  if (layer) await writeBack(layer);
  // Disks lose all that was not synced, or single pages of it.
  const share = random.pick([1, 0.5]);
  await cashier.sellUntil({
    ...at,
    end: async () => {
      await cashier.tablet.kill();
      if (layer && kind === 'cut')
        await cutPower(layer, () => random.chance(share), { isOrdered: true });
    },
  });
}

/** Kills the API or PostgreSQL from time to time until it is over. Returns the number of times. */
async function restartServer(
  { log, pause }: Run,
  { product, random }: Ground & { product: Parameters<typeof injectFault>[0] },
  isOver: () => boolean,
): Promise<number> {
  const chance = random.fork('server');
  let times = 0;
  for (;;) {
    await pause(chance.int(...PEACE_MS));
    if (isOver()) return times;
    const fault = chance.pick(KINDS);
    await injectFault(product, fault);
    await product.untilReady();
    times += 1;
    log(`${fault} struck`);
  }
}

/** Compares screens, journals and server. */
async function conclude(
  { office, random, withDb }: Ground,
  cashiers: readonly Cashier[],
): Promise<Partial<PartReport>> {
  const stored = await Promise.all(
    cashiers.map(async ({ deviceId, tablet }) => ({ deviceId, sales: await tablet.readSales() })),
  );
  const journals = stored.map(({ deviceId, sales }) => ({
    deviceId,
    memory: new RegisterRecord(toEntries(sales)),
  }));
  const compared = await compareWithServer(office, FAIR, journals, random.fork('compare'));
  const seen = cashiers.flatMap(({ finished }) => [...finished]);
  const { sold, acknowledged, held, unsent, rejected, lost, doubled, wrong } = compared;
  const offline = cashiers.reduce((sum, { sales }) => sum + sales.offline, 0);
  return {
    figures: [
      `${seen.length} sales called finished by a screen, ${offline} of them without a network; ${sold} in the journals, ${acknowledged} acknowledged, ${held} held, ${unsent} unsent, ${rejected} rejected; ${lost.length} lost, ${doubled.length} doubled, ${wrong.length} differ`,
    ],
    broken: [
      ...lost,
      ...doubled,
      ...wrong,
      ...cashiers.flatMap((cashier, index) => findMissing(cashier, stored[index]!.sales)),
      ...(await differingTenders(
        office,
        stored.flatMap(({ sales }) => sales),
      )),
      ...(await withDb((db) => brokenInvariants(db))),
      ...(await withDb((db) => brokenJournals(db, journals))),
    ],
    missed: [
      ...(agrees(compared) ? [] : ['The journals and the database differ.']),
      ...(await missedHeartbeats(office, cashiers)),
      ...(seen.length === 0 ? ['Nothing was sold.'] : []),
    ],
  };
}

/** Returns the sales that a screen called finished and that the journal lacks, or has otherwise. */
function findMissing({ deviceId, finished }: Cashier, sales: readonly StoredSale[]): string[] {
  const bySequence = new Map(sales.map(({ order }) => [order.sequence, order.totalCents]));
  return [...finished]
    .filter(([sequence, cents]) => bySequence.get(sequence) !== cents)
    .map(
      ([sequence, cents]) =>
        `${deviceId} ${sequence} was finished with ${cents} cents; the journal has ${bySequence.get(sequence) ?? 'no such sale'}.`,
    );
}

/** Compares the sums by method of the sales report with those of the journals. */
async function differingTenders(
  office: Ground['office'],
  sales: readonly StoredSale[],
): Promise<string[]> {
  const [school] = SCHOOLS;
  const day = today(school?.timeZone ?? 'UTC');
  const { data } = await office.client.reports.run({
    query: {
      reportType: 'SALES_SUMMARY',
      schoolIdentifier: school?.identifier ?? '',
      fairIdentifier: FAIR,
      startDate: addDays(day, -2),
      endDate: day,
    },
  });
  if (data.reportType !== 'SALES_SUMMARY') return ['The sales summary was not answered.'];
  const sums: Partial<Record<PaymentMethod, number>> = {};
  for (const { method, amountCents } of sales.flatMap(({ order }) => order.payments))
    sums[method] = (sums[method] ?? 0) + amountCents;
  return Object.entries(PAYMENT_METHODS).flatMap(([method, name]) => {
    const own = sums[Number(method) as PaymentMethod] ?? 0;
    const { salesCents } = data.totals.tenders[name];
    return own === salesCents
      ? []
      : [`${name}: the journals have ${own} cents, the report ${salesCents}.`];
  });
}

/** The office must see what a screen says: nothing is unsent, and the version of the app. */
async function missedHeartbeats(
  office: Ground['office'],
  cashiers: readonly Cashier[],
): Promise<string[]> {
  const devices = await Promise.all(cashiers.map(({ deviceId }) => findDevice(office, deviceId)));
  return devices.flatMap((device) =>
    device?.unsentOrders === 0 && /^\d+\.\d+\.\d+$/.test(device.appVersion ?? '')
      ? []
      : [`${device?.deviceId}: ${device?.unsentOrders} unsent by ${device?.appVersion}.`],
  );
}

/** Sells on a disk that only pretends to write. If a cut then loses nothing, it proves nothing. */
async function proveCuts(run: Run, ground: Ground, at: Place): Promise<Partial<PartReport>> {
  const { cashier, layer } = await openStation(run, ground, {
    ...at,
    deviceId: 'TILL-LIES',
    lies: true,
  });
  if (!layer) return {};
  await writeBack(layer);
  for (let count = 0; count < 3; count++) await cashier.sell(true);
  await cashier.tablet.kill();
  await cutPower(layer, () => true, { isOrdered: true });
  await cashier.tablet.start(at.url);
  const sales = await cashier.tablet.readSales().catch(() => []);
  const lost = findMissing(cashier, sales).length;
  return {
    figures: [
      `On a disk that does not sync, a cut loses ${lost} of ${cashier.finished.size} sales`,
    ],
    missed: lost > 0 ? [] : ['A disk that does not sync lost nothing, so the cuts prove nothing.'],
  };
}
