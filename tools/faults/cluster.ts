import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDb } from '@pos/api/db/db.ts';
import { Cluster } from '../cluster/cluster.ts';
import { brokenJournals } from '../product/journals.ts';
import { TRIAL_OWNER } from '../product/product.ts';
import { agrees, compareWithServer } from '../simulator/compare.ts';
import { Random } from '../simulator/random.ts';
import type { Register } from '../simulator/register.ts';
import { AnswerLog, type Answered, countRefusals } from './answer-log.ts';
import { CLUSTER_FAULTS, type ClusterFault } from './cluster-faults.ts';
import { openOffice, openRegisters, prepareFair, UNITS } from './ground.ts';
import { counted, inTime, invariantsBrokenIn, type Part, type PartReport } from './part.ts';
import { sellSteadily } from './registers.ts';

const FAIR = 'CLUSTER-01';
const REGISTERS = 3;
const ORDERS = '/v1/pos/orders';
/** Sales before each fault, and after a frozen part goes on. */
const PEACE_MS = 4_000;
/** Time after which a fault counts as never overcome. */
const GIVE_UP_MS = 150_000;

/**
 * Kills and freezes the parts of a cluster in turn while registers sell through its HAProxy, and
 * compares their journals with the database at the end.
 */
export const cluster: Part = {
  name: 'cluster',
  does: 'primary, standby, API process and proxy of `npm run cluster` killed and frozen in turn',
  run: async ({ seed }, log) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pos-admin-cluster-'));
    await chmod(folder, 0o711);
    const source = path.join(folder, 'source');
    const lines: string[] = [];
    const keep = (line: string) => void (lines.push(line) > 80 && lines.shift());
    const env = {
      OWNER_EMAIL: TRIAL_OWNER.email,
      OWNER_PASSWORD: TRIAL_OWNER.password,
      SYNC_SOURCES: `Main = ${source}`,
      LOG_LEVEL: 'error',
    };
    const begun = performance.now();
    const started = await Cluster.start(folder, env, keep);
    log(`The cluster was ready after ${inTime(performance.now() - begun)}`);
    try {
      return await strike(started, { seed, source }, log);
    } catch (error) {
      for (const line of lines) log(line);
      throw error;
    } finally {
      await started.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

type Teller = { register: Register; answers: AnswerLog };
type Struck = {
  fault: ClusterFault;
  /** Time until every register had an order acknowledged that it sent after the fault. */
  sellingMs: number;
  refused: Answered[];
  /** Time from the end of the fault until all servers ran again. */
  wholeMs: number;
};

async function strike(
  struckCluster: Cluster,
  { seed, source }: { seed: string; source: string },
  log: (line: string) => void,
): Promise<PartReport> {
  const began = performance.now();
  const random = new Random(`faults ${seed}`);
  const folder = path.join(struckCluster.folder, 'registers');
  await mkdir(folder);
  const { office, cashier } = await openOffice(struckCluster.url, source, folder);
  await prepareFair(office, FAIR, UNITS);
  const ground = { product: struckCluster, office, folder, cashier };
  const tellers: Teller[] = [];
  for (let number = 1; number <= REGISTERS; number++) {
    const answers = new AnswerLog();
    const changes = { network: answers.network, patienceMs: GIVE_UP_MS };
    const [register] = await openRegisters(ground, FAIR, `CLUSTER${number}`, 1, changes);
    if (register) tellers.push({ register, answers });
  }
  const struck = await strikeWhileSelling(struckCluster, tellers, random, log);
  const registers = tellers.map(({ register }) => register);
  const comparison = await compareWithServer(office, FAIR, registers, random.fork('compare'));
  const broken = [...comparison.lost, ...comparison.doubled, ...comparison.wrong];
  const db = openDb(struckCluster.databaseUrl, () => undefined);
  try {
    broken.push(...(await invariantsBrokenIn(db)), ...(await brokenJournals(db, registers)));
  } finally {
    await db.destroy();
  }
  for (const register of registers) await register.memory.close();
  const { acknowledged, lost, doubled, wrong } = comparison;
  return {
    figures: [
      `${struck.length} faults in ${inTime(performance.now() - began)}: ${acknowledged} orders acknowledged, ${lost.length} lost, ${doubled.length} duplicated, ${wrong.length} differ`,
    ],
    broken,
    unforeseen: [],
    missed: [
      ...struck.flatMap(missedIn),
      ...(agrees(comparison) ? [] : ['The journals and the database differ.']),
      ...(acknowledged === 0 ? ['Nothing was sold.'] : []),
    ],
  };
}

async function strikeWhileSelling(
  struckCluster: Cluster,
  tellers: readonly Teller[],
  random: Random,
  log: (line: string) => void,
): Promise<Struck[]> {
  let isOver = false;
  const selling = tellers.map(({ register }, number) =>
    sellSteadily(
      register,
      { number, registers: REGISTERS },
      random.fork(register.deviceId),
      () => isOver,
    ),
  );
  const struck: Struck[] = [];
  try {
    for (const fault of CLUSTER_FAULTS) {
      const one = await strikeOnce(struckCluster, tellers, fault);
      log(inWords(one));
      struck.push(one);
    }
  } finally {
    isOver = true;
    await Promise.all(selling);
  }
  return struck;
}

function missedIn({ fault, sellingMs }: Struck): string[] {
  if (sellingMs <= fault.limitMs) return [];
  return [
    `${fault.name}: selling again after ${inTime(sellingMs)}, above ${inTime(fault.limitMs)}.`,
  ];
}

async function strikeOnce(
  struckCluster: Cluster,
  tellers: readonly Teller[],
  fault: ClusterFault,
): Promise<Struck> {
  await struckCluster.untilWhole();
  await sleep(PEACE_MS);
  const begun = performance.now();
  const end = await fault.begin(struckCluster);
  const resumed = () => tellers.map(({ answers }) => answers.firstSuccess(begun, ORDERS));
  while (resumed().includes(undefined) && performance.now() - begun < GIVE_UP_MS) await sleep(50);
  const sellingMs = Math.max(...resumed().map((at) => (at ?? Infinity) - begun));
  await sleep(PEACE_MS);
  await end();
  const ended = performance.now();
  await struckCluster.untilWhole();
  const refused = tellers.flatMap(({ answers }) => answers.refused(begun));
  return { fault, sellingMs, refused, wholeMs: performance.now() - ended };
}

function inWords({ fault, sellingMs, refused, wholeMs }: Struck): string {
  const refusals = counted(countRefusals(refused)) || 'none';
  return `${fault.name.padEnd(32)}selling again after ${inTime(sellingMs)}; refusals: ${refusals}; whole again after ${inTime(wholeMs)}`;
}
