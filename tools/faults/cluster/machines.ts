import { type ChildProcess, execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type RunAs, spawnAs } from '@pos/embedded-postgres/run-as';
import type { Hosts, NodeName } from '../../cluster/layout.ts';

const run = promisify(execFile);
/** A private network that hardly any machine has. */
const NETWORK = '10.219.74';
const NODES = { pg1: `${NETWORK}.11`, pg2: `${NETWORK}.12`, pg3: `${NETWORK}.13` } as const;
/** A machine of the network that is not one of the cluster. */
const STRANGER = 'stranger';
const PLACES = { ...NODES, [STRANGER]: `${NETWORK}.66` } as const;
type Place = keyof typeof PLACES;
const PREFIX = 'pos-admin-';
const BRIDGE = 'pos-admin-net';

/**
 * Machines on one network, each a network namespace that a bridge joins: three for database servers
 * and one that does not belong to the cluster. This process has an address there too. Only root may
 * make them, and a machine has them once.
 */
export class NetworkMachines {
  readonly hosts: Hosts = { ...NODES, front: `${NETWORK}.1` };

  /** Makes the machines, and removes those that a killed run left. Throws one sentence if it cannot. */
  static async make(): Promise<NetworkMachines> {
    const machines = new NetworkMachines();
    await machines.remove();
    try {
      await ip('link', 'add', BRIDGE, 'type', 'bridge');
      await ip('address', 'add', `${machines.hosts.front}/24`, 'dev', BRIDGE);
      await ip('link', 'set', BRIDGE, 'up');
      for (const [place, address] of Object.entries(PLACES)) await plug(place as Place, address);
      await run('nsenter', [...entering('pg1'), 'iptables', '-L', '-n']);
      return machines;
    } catch (error) {
      await machines.remove();
      throw new Error(
        `The cluster's machines are network namespaces, which this machine does not allow. Run this as root on Linux with Debian's packages iproute2 and iptables. ${(error as Error).message.trim()}`,
        { cause: error },
      );
    }
  }

  /** Starts a program on a machine. */
  readonly spawn = (place: Place, runAs: RunAs, command: string, args: string[]): ChildProcess => {
    const { uid = 0, gid = 0 } = runAs.user ?? {};
    const user = ['--setuid', `${uid}`, '--setgid', `${gid}`];
    const all = [...entering(place), ...user, '--', command, ...args];
    return spawnAs({ name: 'root' }, 'nsenter', all, ['ignore', 'pipe', 'pipe']);
  };

  /** Runs a program on a machine to its end, and returns its output. */
  async output(place: Place, command: string, args: string[]): Promise<string> {
    const { stdout } = await run('nsenter', [...entering(place), '--', command, ...args]);
    return stdout;
  }

  /** Lets nothing of the machines `from` arrive at the machines `to`. */
  async cut(from: readonly NodeName[], to: readonly NodeName[]): Promise<void> {
    for (const place of to)
      for (const other of from) {
        const rule = ['iptables', '-I', 'INPUT', '-s', NODES[other], '-j', 'DROP'];
        await run('nsenter', [...entering(place), ...rule]);
      }
  }

  /** Lets everything arrive again. */
  async heal(): Promise<void> {
    for (const place of Object.keys(NODES))
      await run('nsenter', [...entering(place as Place), 'iptables', '-F', 'INPUT']);
  }

  /** Ends whatever still runs on the machines, and removes them. */
  async remove(): Promise<void> {
    for (const place of Object.keys(PLACES)) {
      const left = await ip('netns', 'pids', PREFIX + place).catch(() => '');
      for (const pid of left.split(/\s+/).filter(Boolean)) process.kill(Number(pid), 'SIGKILL');
      await ip('netns', 'delete', PREFIX + place).catch(() => undefined);
    }
    await ip('link', 'delete', BRIDGE).catch(() => undefined);
  }
}

async function plug(place: Place, address: string): Promise<void> {
  const namespace = PREFIX + place;
  const cable = `pos-${place}`;
  await ip('netns', 'add', namespace);
  await ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
  await ip('link', 'set', cable, 'master', BRIDGE, 'up');
  await ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', 'eth0');
  await ip('-n', namespace, 'link', 'set', 'eth0', 'up');
  await ip('-n', namespace, 'link', 'set', 'lo', 'up');
}

const entering = (place: Place) => [`--net=/run/netns/${PREFIX}${place}`];

async function ip(...args: string[]): Promise<string> {
  return (await run('ip', args)).stdout;
}
