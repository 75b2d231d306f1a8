import type { Cluster } from '../../cluster/cluster.ts';
import { type NodeName, NODES } from '../../cluster/layout.ts';
import type { Service } from '../../cluster/service.ts';
import type { NetworkMachines } from './machines.ts';
import { TWO_MACHINES_LOST } from './machines-lost.ts';
import type { SmallDisk } from '../small-disk.ts';

/** A cluster with what its faults need. */
export type Struck = {
  cluster: Cluster;
  machines: NetworkMachines;
  /** Disks of the members of etcd. */
  disks: Readonly<Record<NodeName, SmallDisk>>;
  /** Program of the next version, which has migrations. */
  nextProgram: string;
};

/** A fault of a cluster: how it begins and how it ends once selling has resumed. */
export type ClusterFault = {
  name: string;
  /** Maximum time without a sale at any register, in milliseconds. */
  limitMs: number;
  /** Minimum duration of the fault, long enough for every lock to expire, in milliseconds. */
  holdMs?: number;
  /** True if no other server may become primary. */
  keepsPrimary?: boolean;
  /** Injects the fault and returns how to end it. */
  begin(struck: Struck): Promise<() => Promise<void> | void>;
};

const KILLED_MS = 30_000;
const FROZEN_MS = 45_000;
/** Patroni's lock begins anew if etcd has to elect a leader too: twice 15 s, and both elections. */
const CUT_OFF_MS = 90_000;
/** Maximum where the primary stays: a few seconds for a busy machine. */
const HARDLY_MS = 10_000;
/** Longer than Patroni's ttl of 15 s and all its retries. */
const LONG_MS = 40_000;
const nothing = () => undefined;

const SERVERS: readonly ClusterFault[] = (
  [
    ['primary', 'leader'],
    ['synchronous standby', 'sync_standby'],
  ] as const
).flatMap(([name, role]) => [
  {
    name: `${name} killed (machine lost)`,
    limitMs: KILLED_MS,
    begin: async ({ cluster }) => {
      const node = cluster.nodes[await cluster.findMember(role)];
      await node.kill();
      return () => node.start();
    },
  },
  {
    name: `${name} frozen`,
    limitMs: FROZEN_MS,
    begin: async ({ cluster }) => {
      const place = await cluster.findMember(role);
      const postmaster = await cluster.postmaster(place);
      await cluster.nodes[place].freeze(postmaster === undefined ? [] : [postmaster]);
      return () => cluster.nodes[place].thaw();
    },
  },
]);

const FRONT: readonly ClusterFault[] = (
  [
    ['API process', ({ apis }) => apis[0]!],
    ['HAProxy', ({ proxy }) => proxy],
  ] as const satisfies [string, (cluster: Cluster) => Service][]
).flatMap(([name, find]) => [
  {
    name: `${name} killed`,
    limitMs: KILLED_MS,
    keepsPrimary: true,
    begin: async ({ cluster }) => {
      await find(cluster).crash();
      return nothing;
    },
  },
  {
    name: `${name} frozen`,
    limitMs: FROZEN_MS,
    keepsPrimary: true,
    begin: async ({ cluster }) => {
      await find(cluster).freeze();
      return () => find(cluster).thaw();
    },
  },
]);

/** No server needs etcd for a while; the primary stays. */
const QUIETLY = { limitMs: HARDLY_MS, holdMs: LONG_MS, keepsPrimary: true };

const ETCD: readonly ClusterFault[] = [
  {
    name: 'leader of etcd killed',
    ...QUIETLY,
    begin: async ({ cluster }) => {
      const member = cluster.etcd[await etcdLeader(cluster)];
      await member.kill();
      return () => member.start();
    },
  },
  {
    // Only failsafe_mode keeps the primary here.
    name: 'quorum of etcd lost',
    ...QUIETLY,
    begin: async ({ cluster }) => {
      const primary = await cluster.findMember('leader');
      const lost = NODES.filter((name) => name !== primary).map((name) => cluster.etcd[name]);
      for (const member of lost) await member.kill();
      return () => {
        for (const member of lost) member.start();
      };
    },
  },
  {
    name: 'leader of etcd frozen',
    ...QUIETLY,
    begin: async ({ cluster }) => {
      const member = cluster.etcd[await etcdLeader(cluster)];
      await member.freeze();
      return () => member.thaw();
    },
  },
  {
    name: "disk of etcd's leader full",
    ...QUIETLY,
    begin: async ({ cluster, disks }) => {
      const full = await etcdLeader(cluster);
      await disks[full].occupy(0);
      await writeUntilLost(cluster, full);
      return () => disks[full].release();
    },
  },
];

const NETWORK: readonly ClusterFault[] = (
  [
    ['primary cut off from the others', ['out', 'in']],
    ["primary's packets lost", ['out']],
    ['packets to the primary lost', ['in']],
  ] as const
).map(([name, ways]) => ({
  name,
  limitMs: CUT_OFF_MS,
  holdMs: LONG_MS,
  begin: (struck) => cutOff(struck, ways),
}));

const PLANNED: readonly ClusterFault[] = [
  {
    name: 'planned switchover',
    limitMs: KILLED_MS,
    begin: async ({ cluster, machines }) => {
      const leader = await cluster.findMember('leader');
      const next = await cluster.findMember('sync_standby');
      const command = ['-c', cluster.patroniConfig(leader), 'switchover', '--force'];
      const servers = ['--leader', leader, '--candidate', next];
      const said = await machines.output(leader, 'patronictl', [...command, ...servers]);
      if (!/switched over/i.test(said)) throw new Error(`The switchover failed: ${said}`);
      return nothing;
    },
  },
  {
    name: 'upgrade with migrations',
    limitMs: HARDLY_MS,
    keepsPrimary: true,
    begin: async ({ cluster, nextProgram }) => {
      cluster.program = nextProgram;
      for (const [number, api] of cluster.apis.entries()) {
        await api.stop(60_000);
        await cluster.startApi(number);
      }
      return nothing;
    },
  },
];

/** Faults of the run, in its order. A killed server stays away until selling has resumed. */
export const CLUSTER_FAULTS = [
  ...SERVERS,
  ...FRONT,
  ...ETCD,
  ...NETWORK,
  ...PLANNED,
  TWO_MACHINES_LOST,
];

/** Cuts the machine of the primary off from the two others. The proxy still reaches all three. */
async function cutOff({ cluster, machines }: Struck, ways: readonly ('out' | 'in')[]) {
  const primary = await cluster.findMember('leader');
  const others = NODES.filter((name) => name !== primary);
  if (ways.includes('out')) await machines.cut([primary], others);
  if (ways.includes('in')) await machines.cut(others, [primary]);
  return () => machines.heal();
}

async function etcdLeader({ state }: Cluster): Promise<NodeName> {
  const leader = await state.etcdLeader();
  if (leader === undefined) throw new Error('etcd has no leader.');
  return leader;
}

/** Fills etcd until the member whose disk is full gives up. */
async function writeUntilLost({ state }: Cluster, name: NodeName): Promise<void> {
  const key = Buffer.from('/fault').toString('base64');
  const value = Buffer.alloc(1_000_000, 'x').toString('base64');
  for (let written = 0; written < 100; written++) {
    await state.etcd(name, '/v3/kv/put', { key, value });
    if (!(await state.isInQuorum(name))) return;
  }
  throw new Error('etcd works on a full disk.');
}
