import type { Cluster } from '../cluster/cluster.ts';

/** A fault of a cluster: how it begins and how it ends once selling has resumed. */
export type ClusterFault = {
  name: string;
  /** Maximum time until every register sells again, in milliseconds. */
  limitMs: number;
  /** Injects the fault and returns how to end it. */
  begin(cluster: Cluster): Promise<() => Promise<void> | void>;
};

const KILLED_MS = 30_000;
const FROZEN_MS = 45_000;

/** Faults of the run, in its order. A killed server stays away until selling has resumed. */
export const CLUSTER_FAULTS: readonly ClusterFault[] = [
  {
    name: 'primary killed (machine lost)',
    limitMs: KILLED_MS,
    begin: async (cluster) => killed(cluster, await cluster.findMember('leader')),
  },
  {
    name: 'primary frozen',
    limitMs: FROZEN_MS,
    begin: async (cluster) => frozen(cluster, await cluster.findMember('leader')),
  },
  {
    name: 'synchronous standby killed',
    limitMs: KILLED_MS,
    begin: async (cluster) => killed(cluster, await cluster.findMember('sync_standby')),
  },
  {
    name: 'synchronous standby frozen',
    limitMs: FROZEN_MS,
    begin: async (cluster) => frozen(cluster, await cluster.findMember('sync_standby')),
  },
  {
    name: 'API process killed',
    limitMs: KILLED_MS,
    begin: async ({ apis }) => {
      await apis[0]?.crash();
      return () => undefined;
    },
  },
  {
    name: 'API process frozen',
    limitMs: FROZEN_MS,
    begin: async ({ apis }) => {
      await apis[1]?.freeze();
      return () => apis[1]?.thaw();
    },
  },
  {
    name: 'HAProxy killed',
    limitMs: KILLED_MS,
    begin: async ({ proxy }) => {
      await proxy.crash();
      return () => undefined;
    },
  },
  {
    name: 'HAProxy frozen',
    limitMs: FROZEN_MS,
    begin: async ({ proxy }) => {
      await proxy.freeze();
      return () => proxy.thaw();
    },
  },
];

type Name = Parameters<Cluster['postmaster']>[0];

async function killed(cluster: Cluster, name: Name) {
  const node = cluster.nodes[name];
  await node.kill();
  return () => node.start();
}

async function frozen(cluster: Cluster, name: Name) {
  const node = cluster.nodes[name];
  const postmaster = await cluster.postmaster(name);
  await node.freeze(postmaster === undefined ? [] : [postmaster]);
  return () => node.thaw();
}
