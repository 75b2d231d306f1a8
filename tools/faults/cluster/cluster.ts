import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Cluster } from '../../cluster/cluster.ts';
import { type NodeName, NODES } from '../../cluster/layout.ts';
import { clusterPrograms } from '../../cluster/programs.ts';
import { TRIAL_OWNER } from '../../product/product.ts';
import { type Answered, countAnswers } from '../answer-log.ts';
import { findMissingMetrics, findOpenDoors, METRICS_TOKEN } from './cluster-checks.ts';
import { CLUSTER_FAULTS, type ClusterFault, type Struck } from './cluster-faults.ts';
import { openGround, withDbAt } from '../ground.ts';
import { NetworkMachines } from './machines.ts';
import { hasNextVersion, NextVersion } from '../next-version.ts';
import { above, counted, inTime, type Part, type Run, sumUp } from '../part.ts';
import { Selling } from '../selling.ts';
import { SmallDisk } from '../small-disk.ts';

const REGISTERS = 3;
const ORDERS = '/v1/pos/orders';
/** Sales before each fault, and after a frozen part goes on. */
const PEACE_MS = 4_000;
/** Time after which a fault counts as never overcome. */
const GIVE_UP_MS = 150_000;
/** Holds the logs and the data of a member of etcd, and is full soon. */
const ETCD_DISK_MB = 256;

/**
 * Kills, freezes, fills and cuts off the parts of a cluster in turn while registers sell through its
 * HAProxy, and compares their journals with the database at the end.
 */
export const cluster: Part = {
  name: 'cluster',
  does: 'servers, etcd, proxy and network of a cluster of four machines fail in turn; a stranger gets nowhere',
  run: async (run) => {
    const { struck, source } = await startCluster(run);
    const { url, databaseUrl, folder } = struck.cluster;
    const missed = [
      ...(await findOpenDoors(struck, run.log)),
      ...(await findMissingMetrics(struck.cluster)),
    ];
    const ground = await openGround(run, {
      url,
      source,
      folder: path.join(folder, 'registers'),
      withDb: withDbAt(databaseUrl),
    });
    const registers = { registers: REGISTERS, patienceMs: GIVE_UP_MS };
    const selling = await Selling.open(ground, 'CLUSTER', registers);
    selling.begin();
    for (const fault of CLUSTER_FAULTS) {
      const one = await strikeOnce(run, struck, selling, fault);
      run.log(inWords(one));
      missed.push(...missedIn(one));
      if (one.wholeMs === Infinity) break;
    }
    await selling.end();
    const isMigrated = await ground.withDb(hasNextVersion);
    if (!isMigrated) missed.push('The next version did not migrate.');
    return sumUp({ missed }, await selling.conclude());
  },
};

/** Makes machines, disks and a cluster on them. Nothing of it may be left running. */
async function startCluster(run: Run): Promise<{ struck: Struck; source: string }> {
  const machines = await NetworkMachines.make();
  run.undo.defer(() => machines.remove());
  const disks = {} as Record<NodeName, SmallDisk>;
  for (const name of NODES) {
    const disk = await SmallDisk.mount(ETCD_DISK_MB);
    disks[name] = disk;
    run.undo.defer(() => disk.remove());
  }
  const next = await NextVersion.make();
  run.undo.defer(() => next.remove());
  const folder = await mkdtemp(path.join(tmpdir(), 'pos-admin-cluster-'));
  run.undo.defer(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o711);
  const source = path.join(folder, 'source');
  const lines: string[] = [];
  run.undo.defer(() => lines.forEach(run.log));
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
  run.undo.defer(() => started.stop());
  run.log(`The cluster was ready after ${inTime(performance.now() - begun)}: ${await versions()}`);
  return { struck: { cluster: started, machines, disks, nextProgram: next.program }, source };
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

type Strike = {
  fault: ClusterFault;
  /** Longest time without an acknowledged order at any register, until all servers ran again. */
  silentMs: number;
  refused: Answered[];
  /** Time from the end of the fault until all servers ran again; infinite if they never did. */
  wholeMs: number;
  hasOtherPrimary: boolean;
};

async function strikeOnce(
  { pause }: Run,
  struck: Struck,
  { registers, answers }: Selling,
  fault: ClusterFault,
): Promise<Strike> {
  const callers = registers.map(({ deviceId }) => deviceId);
  await struck.cluster.untilWhole();
  await pause(PEACE_MS);
  const primary = await struck.cluster.state.primary();
  const begun = performance.now();
  const end = await fault.begin(struck);
  const lasts = () => performance.now() - begun;
  const hasStopped = () =>
    callers.some((by) => answers.firstSuccess(begun, ORDERS, by) === undefined);
  while (hasStopped() && lasts() < GIVE_UP_MS) await pause(50);
  await pause(Math.max(PEACE_MS, (fault.holdMs ?? 0) - lasts()));
  await end();
  const ended = performance.now();
  const wholeMs = await struck.cluster.untilWhole().then(
    () => performance.now() - ended,
    () => Infinity,
  );
  await pause(PEACE_MS);
  return {
    fault,
    silentMs: answers.longestSilence(begun, ORDERS, callers),
    refused: answers.refused(begun),
    wholeMs,
    hasOtherPrimary: (await struck.cluster.state.primary()) !== primary,
  };
}

function missedIn({ fault, silentMs, wholeMs, hasOtherPrimary }: Strike): string[] {
  const { name, limitMs, keepsPrimary = false } = fault;
  return [
    ...(wholeMs === Infinity ? [`${name}: not all servers came back.`] : []),
    ...above(`${name}, without sales`, silentMs, limitMs),
    ...(keepsPrimary && hasOtherPrimary ? [`${name}: another server became primary.`] : []),
  ];
}

function inWords({ fault, silentMs, refused, wholeMs, hasOtherPrimary }: Strike): string {
  const refusals = counted(countAnswers(refused)) || 'none';
  const primary = hasOtherPrimary ? 'another primary' : 'same primary';
  return `${fault.name.padEnd(32)}${inTime(silentMs)} without sales; ${primary}; refusals: ${refusals}; whole again after ${inTime(wholeMs)}`;
}
