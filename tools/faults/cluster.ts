import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openDb } from '@pos/api/db/db.ts';
import { Cluster } from '../cluster/cluster.ts';
import { type NodeName, NODES } from '../cluster/layout.ts';
import { clusterPrograms } from '../cluster/programs.ts';
import { brokenJournals } from '../product/journals.ts';
import { TRIAL_OWNER } from '../product/product.ts';
import { agrees, compareWithServer } from '../simulator/compare.ts';
import { Random } from '../simulator/random.ts';
import type { Register } from '../simulator/register.ts';
import { AnswerLog, type Answered, countRefusals } from './answer-log.ts';
import { findMissingMetrics, findOpenDoors, METRICS_TOKEN } from './cluster-checks.ts';
import { CLUSTER_FAULTS, type ClusterFault, type Struck } from './cluster-faults.ts';
import { openOffice, openRegisters, prepareFair, UNITS } from './ground.ts';
import { NetworkMachines } from './machines.ts';
import { hasNextVersion, NextVersion } from './next-version.ts';
import { counted, inTime, invariantsBrokenIn, type Part, type PartReport } from './part.ts';
import { sellSteadily } from './registers.ts';
import { SmallDisk } from './small-disk.ts';

const FAIR = 'CLUSTER-01';
const REGISTERS = 3;
const ORDERS = '/v1/pos/orders';
/** Sales before each fault, and after a frozen part goes on. */
const PEACE_MS = 4_000;
/** Time after which a fault counts as never overcome. */
const GIVE_UP_MS = 150_000;
/** Holds the logs and the data of a member of etcd, and is full soon. */
const ETCD_DISK_MB = 256;

type Log = (line: string) => void;
/** Run of the part: its seed, how to stop it, and where it writes. */
type Run = { seed: string; signal: AbortSignal; log: Log };

/**
 * Kills, freezes, fills and cuts off the parts of a cluster in turn while registers sell through its
 * HAProxy, and compares their journals with the database at the end.
 */
export const cluster: Part = {
  name: 'cluster',
  does: 'servers, etcd, proxy and network of a cluster of four machines fail in turn; a stranger gets nowhere',
  run: async ({ seed }, log) => {
    const stopping = new AbortController();
    const stop = () => stopping.abort(new Error('Stopped.'));
    // Nothing may be left running: neither servers, nor machines, nor mounts.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
    const undo: (() => Promise<unknown>)[] = [];
    try {
      return await onMachines({ seed, signal: stopping.signal, log }, undo);
    } finally {
      for (const step of undo.toReversed())
        await step().catch((error: Error) => log(error.message));
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, stop);
      // Registers would go on trying for minutes.
      if (stopping.signal.aborted) process.exit(1);
    }
  },
};

/** Makes machines, disks and cluster. `undo` gets the steps that remove them. */
async function onMachines(run: Run, undo: (() => Promise<unknown>)[]): Promise<PartReport> {
  const machines = await NetworkMachines.make();
  undo.push(() => machines.remove());
  const disks = {} as Record<NodeName, SmallDisk>;
  for (const name of NODES) {
    const disk = await SmallDisk.mount(ETCD_DISK_MB);
    disks[name] = disk;
    undo.push(() => disk.remove());
  }
  const next = await NextVersion.make();
  undo.push(() => next.remove());
  const folder = await mkdtemp(path.join(tmpdir(), 'pos-admin-cluster-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o711);
  const source = path.join(folder, 'source');
  const lines: string[] = [];
  const begun = performance.now();
  const started = await Cluster.start(folder, {
    env: {
      OWNER_EMAIL: TRIAL_OWNER.email,
      OWNER_PASSWORD: TRIAL_OWNER.password,
      SYNC_SOURCES: `Main = ${source}`,
      LOG_LEVEL: 'error',
      METRICS_TOKEN,
    },
    log: (line) => void (lines.push(line) > 80 && lines.shift()),
    signal: run.signal,
    machines,
    etcdFolder: (name) => path.join(disks[name].folder, 'etcd'),
  });
  undo.push(() => started.stop());
  run.log(`The cluster was ready after ${inTime(performance.now() - begun)}: ${await versions()}`);
  try {
    return await strike(
      { cluster: started, machines, disks, nextProgram: next.program },
      source,
      run,
    );
  } catch (error) {
    for (const line of lines) run.log(line);
    throw error;
  }
}

/** Returns the versions of the programs, which decide what a cluster survives. */
async function versions(): Promise<string> {
  const { patroni, etcd, haproxy } = clusterPrograms();
  const run = promisify(execFile);
  const said = await Promise.all([
    run(patroni, ['--version']),
    run(etcd, ['--version']),
    run(haproxy, ['-v']),
  ]);
  return said.map(({ stdout }) => /^.*?\d[\d.]+/.exec(stdout)?.[0]).join(', ');
}

type Teller = { register: Register; answers: AnswerLog };
type Strike = {
  fault: ClusterFault;
  /** Longest time without an acknowledged order at any register, until all servers ran again. */
  silentMs: number;
  refused: Answered[];
  /** Time from the end of the fault until all servers ran again; undefined if they never did. */
  wholeMs: number | undefined;
  hasOtherPrimary: boolean;
};

async function strike(struck: Struck, source: string, run: Run): Promise<PartReport> {
  const began = performance.now();
  const { url, databaseUrl } = struck.cluster;
  const random = new Random(`faults ${run.seed}`);
  const folder = path.join(struck.cluster.folder, 'registers');
  await mkdir(folder);
  const missed = [
    ...(await findOpenDoors(struck, run.log)),
    ...(await findMissingMetrics(struck.cluster)),
  ];
  const { office, cashier } = await openOffice(url, source, folder);
  await prepareFair(office, FAIR, UNITS);
  const ground = { product: { url }, office, folder, cashier };
  const tellers: Teller[] = [];
  for (let number = 1; number <= REGISTERS; number++) {
    const answers = new AnswerLog();
    const changes = { network: answers.network, patienceMs: GIVE_UP_MS };
    const [register] = await openRegisters(ground, FAIR, `CLUSTER${number}`, 1, changes);
    if (register) tellers.push({ register, answers });
  }
  const strikes = await strikeWhileSelling(struck, tellers, random, run);
  const registers = tellers.map(({ register }) => register);
  const comparison = await compareWithServer(office, FAIR, registers, random.fork('compare'));
  const broken = [...comparison.lost, ...comparison.doubled, ...comparison.wrong];
  const db = openDb(databaseUrl, () => undefined);
  try {
    broken.push(...(await invariantsBrokenIn(db)), ...(await brokenJournals(db, registers)));
    if (!(await hasNextVersion(db))) missed.push('The next version did not migrate.');
  } finally {
    await db.destroy();
  }
  for (const register of registers) await register.memory.close();
  const { acknowledged, lost, doubled, wrong } = comparison;
  return {
    figures: [
      `${strikes.length} faults in ${inTime(performance.now() - began)}: ${acknowledged} orders acknowledged, ${lost.length} lost, ${doubled.length} duplicated, ${wrong.length} differ`,
    ],
    broken,
    unforeseen: [],
    missed: [
      ...missed,
      ...strikes.flatMap(missedIn),
      ...(agrees(comparison) ? [] : ['The journals and the database differ.']),
      ...(acknowledged === 0 ? ['Nothing was sold.'] : []),
    ],
  };
}

async function strikeWhileSelling(
  struck: Struck,
  tellers: readonly Teller[],
  random: Random,
  { signal, log }: Run,
): Promise<Strike[]> {
  let isOver = false;
  const selling = tellers.map(({ register }, number) =>
    sellSteadily(
      register,
      { number, registers: REGISTERS },
      random.fork(register.deviceId),
      () => isOver,
    ),
  );
  const strikes: Strike[] = [];
  try {
    for (const fault of CLUSTER_FAULTS) {
      const one = await strikeOnce(struck, tellers, fault, signal);
      log(inWords(one));
      strikes.push(one);
      if (one.wholeMs === undefined) break;
    }
  } finally {
    isOver = true;
    const sold = Promise.all(selling);
    if (signal.aborted) sold.catch(() => undefined);
    else await sold;
  }
  return strikes;
}

function missedIn({ fault, silentMs, wholeMs, hasOtherPrimary }: Strike): string[] {
  return [
    ...(wholeMs === undefined ? [`${fault.name}: not all servers came back.`] : []),
    ...(silentMs > fault.limitMs
      ? [`${fault.name}: ${inTime(silentMs)} without sales, above ${inTime(fault.limitMs)}.`]
      : []),
    ...(fault.keepsPrimary === true && hasOtherPrimary
      ? [`${fault.name}: another server became primary.`]
      : []),
  ];
}

async function strikeOnce(
  struck: Struck,
  tellers: readonly Teller[],
  fault: ClusterFault,
  signal: AbortSignal,
): Promise<Strike> {
  const rest = (ms: number) => sleep(ms, undefined, { signal });
  await struck.cluster.untilWhole();
  await rest(PEACE_MS);
  const primary = await struck.cluster.state.primary();
  const begun = performance.now();
  const end = await fault.begin(struck);
  const lasts = () => performance.now() - begun;
  const hasStopped = () =>
    tellers.some(({ answers }) => answers.firstSuccess(begun, ORDERS) === undefined);
  while (hasStopped() && lasts() < GIVE_UP_MS) await rest(50);
  await rest(Math.max(PEACE_MS, (fault.holdMs ?? 0) - lasts()));
  await end();
  const ended = performance.now();
  const isWhole = await struck.cluster.untilWhole().then(
    () => true,
    () => false,
  );
  const wholeMs = isWhole ? performance.now() - ended : undefined;
  await rest(PEACE_MS);
  return {
    fault,
    silentMs: Math.max(...tellers.map(({ answers }) => answers.longestSilence(begun, ORDERS))),
    refused: tellers.flatMap(({ answers }) => answers.refused(begun)),
    wholeMs,
    hasOtherPrimary: (await struck.cluster.state.primary()) !== primary,
  };
}

function inWords({ fault, silentMs, refused, wholeMs, hasOtherPrimary }: Strike): string {
  const refusals = counted(countRefusals(refused)) || 'none';
  const primary = hasOtherPrimary ? 'another primary' : 'same primary';
  return `${fault.name.padEnd(32)}${inTime(silentMs)} without sales; ${primary}; refusals: ${refusals}; ${wholeMs === undefined ? 'not whole again' : `whole again after ${inTime(wholeMs)}`}`;
}
