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

/** Ports and passwords of a cluster, kept in its folder so that it starts again as it was. */
export type Layout = {
  ports: Record<string, number>;
  passwords: Record<'superuser' | 'replicator' | 'rewinder' | 'product' | 'secretKey', string>;
};

const PORTS = [
  'etcd',
  'etcdPeers',
  ...NODES.flatMap((name) => [name, `${name}Rest`]),
  ...APIS,
  'alive',
  'primary',
  'standbys',
  'web',
];

/** Reads the layout of a cluster's folder, or makes one with free ports and random passwords. */
export async function openLayout(folder: string): Promise<Layout> {
  const file = path.join(folder, 'layout.json');
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known !== undefined) return JSON.parse(known) as Layout;
  const ports: Record<string, number> = {};
  for (const name of PORTS) ports[name] = await newPort(Object.values(ports));
  const password = () => randomBytes(24).toString('base64url');
  const layout: Layout = {
    ports,
    passwords: {
      superuser: password(),
      replicator: password(),
      rewinder: password(),
      product: password(),
      secretKey: password(),
    },
  };
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

/** Returns the connection string of a role through the port of a part of the cluster. */
export function getUrl(
  layout: Layout,
  at: string,
  { role, password, database }: { role: string; password: string; database: string },
): string {
  return `postgres://${role}:${password}@${HOST}:${getPort(layout, at)}/${database}`;
}

const addressOf = (layout: Layout, name: string) => `${HOST}:${getPort(layout, name)}`;

/** Values of the templates of `deploy/cluster` on one machine. */
export const VALUES = {
  'etcd.yml': (layout: Layout, folder: string) => ({
    NAME: 'etcd1',
    FOLDER: path.join(folder, 'etcd'),
    HOST,
    CLIENT_PORT: String(getPort(layout, 'etcd')),
    PEER_PORT: String(getPort(layout, 'etcdPeers')),
    MEMBERS: `etcd1=http://${addressOf(layout, 'etcdPeers')}`,
  }),
  'patroni.yml': (layout: Layout, folder: string, name: NodeName = 'pg1') => ({
    NAME: name,
    HOST,
    NETWORK: `${HOST}/32`,
    PORT: String(getPort(layout, name)),
    REST_PORT: String(getPort(layout, `${name}Rest`)),
    ETCD: addressOf(layout, 'etcd'),
    FOLDER: path.join(folder, name),
    SUPERUSER_PASSWORD: layout.passwords.superuser,
    REPLICATOR_PASSWORD: layout.passwords.replicator,
    REWINDER_PASSWORD: layout.passwords.rewinder,
  }),
  'haproxy.cfg': (layout: Layout) => ({
    HOST,
    ALIVE_PORT: String(getPort(layout, 'alive')),
    PRIMARY_PORT: String(getPort(layout, 'primary')),
    STANDBYS_PORT: String(getPort(layout, 'standbys')),
    WEB_PORT: String(getPort(layout, 'web')),
    ...Object.fromEntries(
      NODES.flatMap((name, index) => [
        [`PG${index + 1}`, addressOf(layout, name)],
        [`PG${index + 1}_REST_PORT`, String(getPort(layout, `${name}Rest`))],
      ]),
    ),
    ...Object.fromEntries(APIS.map((name, index) => [`API${index + 1}`, addressOf(layout, name)])),
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
