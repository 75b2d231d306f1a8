import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getPort, type NodeName, NODES } from '../../cluster/layout.ts';
import type { ClusterFault, Struck } from './cluster-faults.ts';

const JOINED_WITHIN_MS = 60_000;

/** Follows the walk "Two machines are lost" of docs/cluster.md. */
export const TWO_MACHINES_LOST: ClusterFault = {
  name: 'two machines lost with disks',
  limitMs: 90_000,
  begin: async (struck) => {
    const { cluster, disks } = struck;
    const left = await cluster.findMember('sync_standby');
    const lost = NODES.filter((name) => name !== left);
    for (const name of lost) {
      await Promise.all([cluster.nodes[name].kill(), cluster.etcd[name].kill()]);
      await rm(path.join(cluster.folder, name, 'data'), { recursive: true });
      await rm(path.join(disks[name].folder, 'etcd', 'member'), { recursive: true });
    }
    await beAlone(struck, left);
    await setStrict(struck, left, false);
    return async () => {
      const members = [left];
      for (const name of lost) {
        members.push(name);
        await join(struck, left, name, members);
        cluster.nodes[name].start();
      }
      await setStrict(struck, left, true);
    };
  },
};

/** Makes the member that is left an etcd of its own, with all that it knows. */
async function beAlone({ cluster }: Struck, left: NodeName): Promise<void> {
  const etcd = cluster.etcd[left];
  for (const more of ['force-new-cluster: true\n', '']) {
    await etcd.stop();
    await cluster.configureEtcd(left, (text) => text + more);
    etcd.start();
    await untilJoined({ cluster }, left);
  }
}

/** Adds an empty member to etcd and starts it. */
async function join(
  struck: Struck,
  left: NodeName,
  name: NodeName,
  members: readonly NodeName[],
): Promise<void> {
  const { cluster } = struck;
  const peer = (one: NodeName) =>
    `https://${cluster.layout.hosts[one]}:${getPort(cluster.layout, `${one}EtcdPeers`)}`;
  await cluster.state.etcd(left, '/v3/cluster/member/add', { peerURLs: [peer(name)] });
  const all = members.map((one) => `${one}=${peer(one)}`).join(',');
  await cluster.configureEtcd(name, (text) =>
    text
      .replace(/^initial-cluster: .*$/m, `initial-cluster: '${all}'`)
      .replace('initial-cluster-state: new', 'initial-cluster-state: existing'),
  );
  cluster.etcd[name].start();
  await untilJoined(struck, name);
}

async function untilJoined({ cluster }: Pick<Struck, 'cluster'>, name: NodeName): Promise<void> {
  for (const until = performance.now() + JOINED_WITHIN_MS; performance.now() < until;) {
    if (await cluster.state.isInQuorum(name)) return;
    await sleep(200);
  }
  throw new Error(`The member ${name} of etcd did not come back.`);
}

/** Says if commits must wait for a second server. */
async function setStrict(
  { cluster, machines }: Struck,
  on: NodeName,
  isStrict: boolean,
): Promise<void> {
  const change = ['--force', '-s', `synchronous_mode_strict=${isStrict}`];
  const config = ['-c', cluster.patroniConfig(on), 'edit-config'];
  await machines.output(on, 'patronictl', [...config, ...change]);
}
