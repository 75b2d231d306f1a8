import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '@pos/embedded-postgres/postmaster';
import { fillTemplate } from './template.ts';

export const HOST = '127.0.0.1';
export const NODES = ['pg1', 'pg2', 'pg3'] as const;
export type NodeName = (typeof NODES)[number];
export const APIS = ['first', 'second'] as const;

const TEMPLATES = new URL('../../deploy/cluster/', import.meta.url);

const PASSWORDS = ['superuser', 'replicator', 'rewinder', 'rest', 'product', 'secretKey'] as const;

/** Addresses of the machines: one for each database server, and one for HAProxy and the product. */
export type Hosts = Record<NodeName | 'front', string>;

export const ONE_MACHINE: Hosts = { pg1: HOST, pg2: HOST, pg3: HOST, front: HOST };

/** Ports and passwords of a cluster, kept in its folder so that it starts again as it was. */
export type Layout = {
  hosts: Hosts;
  ports: Record<string, number>;
  passwords: Record<(typeof PASSWORDS)[number], string>;
};

const PORTS = [
  ...NODES.flatMap((name) => [name, `${name}Rest`, `${name}Etcd`, `${name}EtcdPeers`]),
  ...APIS,
  'alive',
  'primary',
  'standbys',
  'web',
];

/**
 * Reads the layout of a cluster's folder, or makes one with free ports and random passwords. Throws
 * one sentence if an earlier version made the folder.
 */
export async function openLayout(folder: string, hosts: Hosts = ONE_MACHINE): Promise<Layout> {
  const file = path.join(folder, 'layout.json');
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known !== undefined) {
    const layout = JSON.parse(known) as Layout;
    if (PORTS.every((name) => layout.ports[name] !== undefined)) return layout;
    throw new Error(
      `${folder} has a cluster without TLS, of an earlier version. Remove the folder, or name another one with --folder.`,
    );
  }
  const ports: Record<string, number> = {};
  for (const name of PORTS) ports[name] = await newPort(Object.values(ports));
  const passwords = PASSWORDS.map((name) => [name, randomBytes(24).toString('base64url')]);
  const layout: Layout = { hosts, ports, passwords: Object.fromEntries(passwords) };
  await writeFile(file, JSON.stringify(layout, undefined, 2), { mode: 0o600 });
  return layout;
}

async function newPort(taken: readonly number[]): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (!taken.includes(port)) return port;
  }
}

/** Returns the port of a part of the cluster. */
export function getPort({ ports }: Layout, name: string): number {
  const port = ports[name];
  if (port === undefined) throw new Error(`The layout has no port for ${name}.`);
  return port;
}

/** Returns the folder with the certificate of a machine, the key and the authority. */
export const getCertificates = (folder: string, machine: keyof Hosts): string =>
  path.join(folder, 'certificates', machine);

const toAddress = (layout: Layout, machine: keyof Hosts, name: string = machine) =>
  `${layout.hosts[machine]}:${getPort(layout, name)}`;
/** Smallest network of whole bytes that has all machines. */
const getNetwork = ({ pg1, front }: Hosts) =>
  pg1 === front ? `${pg1}/32` : pg1.replace(/\d+$/, '0/24');

/** Values of the templates of `deploy/cluster` for one machine of the layout. */
export const VALUES = {
  'etcd.yml': (layout: Layout, folder: string, name: NodeName, data: string) => ({
    NAME: name,
    FOLDER: data,
    HOST: layout.hosts[name],
    CERTIFICATES: getCertificates(folder, name),
    CLIENT_PORT: String(getPort(layout, `${name}Etcd`)),
    PEER_PORT: String(getPort(layout, `${name}EtcdPeers`)),
    MEMBERS: NODES.map((one) => `${one}=https://${toAddress(layout, one, `${one}EtcdPeers`)}`).join(
      ',',
    ),
  }),
  'patroni.yml': (layout: Layout, folder: string, name: NodeName) => ({
    NAME: name,
    HOST: layout.hosts[name],
    PG1_HOST: layout.hosts.pg1,
    PG2_HOST: layout.hosts.pg2,
    PG3_HOST: layout.hosts.pg3,
    NETWORK: getNetwork(layout.hosts),
    PORT: String(getPort(layout, name)),
    REST_PORT: String(getPort(layout, `${name}Rest`)),
    REST_PASSWORD: layout.passwords.rest,
    ETCD: NODES.map((one) => toAddress(layout, one, `${one}Etcd`)).join(','),
    CERTIFICATES: getCertificates(folder, name),
    FOLDER: path.join(folder, name),
    BINARIES: '/usr/lib/postgresql/15/bin',
    SOCKETS: path.join(folder, name),
    // Any user may run this, whom the server could not take for postgres.
    LOCAL: 'scram-sha-256',
    ARCHIVE_MODE: 'off',
    SUPERUSER_PASSWORD: layout.passwords.superuser,
    REPLICATOR_PASSWORD: layout.passwords.replicator,
    REWINDER_PASSWORD: layout.passwords.rewinder,
  }),
  'haproxy.cfg': (layout: Layout, folder: string) => ({
    HOST: layout.hosts.front,
    CERTIFICATES: getCertificates(folder, 'front'),
    ALIVE_PORT: String(getPort(layout, 'alive')),
    PRIMARY_PORT: String(getPort(layout, 'primary')),
    STANDBYS_PORT: String(getPort(layout, 'standbys')),
    WEB_PORT: String(getPort(layout, 'web')),
    ...Object.fromEntries(
      NODES.flatMap((name, index) => [
        [`PG${index + 1}`, toAddress(layout, name)],
        [`PG${index + 1}_REST_PORT`, String(getPort(layout, `${name}Rest`))],
      ]),
    ),
    ...Object.fromEntries(
      APIS.map((name, index) => [`API${index + 1}`, `${HOST}:${getPort(layout, name)}`]),
    ),
  }),
  'database.sql': ({ passwords }: Layout) => ({ PASSWORD: passwords.product }),
};

/** Reads a file of `deploy/cluster` with its values filled in. */
export async function readTemplate(
  name: keyof typeof VALUES,
  values: Readonly<Record<string, string>>,
): Promise<string> {
  return fillTemplate(await readFile(new URL(name, TEMPLATES), 'utf8'), values);
}

/** Writes a configuration that only the user `uid` may read, and returns its path. */
export async function writeConfig(
  folder: string,
  name: string,
  text: string,
  give: (file: string) => Promise<void>,
): Promise<string> {
  const file = path.join(folder, name);
  await mkdir(folder, { recursive: true });
  await writeFile(file, text, { mode: 0o600 });
  await chmod(file, 0o600);
  await give(file);
  return file;
}
