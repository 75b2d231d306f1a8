import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import pg from 'pg';
import { ask, type Identity } from '../../cluster/certificates.ts';
import { getPort, type Layout, type NodeName, NODES } from '../../cluster/layout.ts';

/** Everything that a stranger may have got hold of, in the JSON file of the first argument. */
export type Loot = {
  layout: Layout;
  /** Authority of the cluster, which is no secret. */
  ca: string;
  /** Certificate of a machine, and one of an authority that the stranger made. */
  stolen: Record<keyof Identity, string>;
  own: Record<keyof Identity, string>;
};

/** Attempts by name. Each returns what it got, undefined if it got nowhere. */
type Attempts = Record<string, () => Promise<string | undefined>>;

const TIMEOUT_MS = 4_000;
const STATISTICS = ['/haproxy?stats', '/haproxy_stats', '/stats', '/admin?stats', '/;csv'];

/** Tries every door of a cluster from the machine where this runs, and prints what opened. */
if (process.argv[1]?.endsWith('stranger.ts')) {
  const loot = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as Loot;
  const attempts = Object.entries(listAttempts(loot));
  const opened: string[] = [];
  for (const [name, attempt] of attempts) {
    const got = await attempt().catch((error: Error) => bugIn(error));
    if (got !== undefined) opened.push(`${name}: ${got}`);
  }
  console.log(JSON.stringify({ attempts: attempts.length, opened }));
}

/** Keeps a mistake of this program from passing for a refusal. */
function bugIn(error: Error): string | undefined {
  return /^(Reference|Type)Error$/.test(error.name) && error.cause === undefined
    ? error.message
    : undefined;
}

function listAttempts(loot: Loot): Attempts {
  return Object.assign(
    {},
    ...NODES.flatMap((name) => [webDoors(loot, name), databaseDoors(loot, name)]),
    frontDoors(loot),
    { 'ports that nobody needs': () => findPorts(loot.layout) },
  ) as Attempts;
}

/** REST of Patroni, and both ports of etcd: without TLS, without and with a false certificate. */
function webDoors({ layout, ca, own, stolen }: Loot, name: NodeName): Attempts {
  const host = layout.hosts[name];
  const password = layout.passwords.rest;
  const command = { postgresql: { parameters: { archive_command: 'touch /tmp/stranger' } } };
  const calls = {
    Rest: [
      { address: '/patroni' },
      { address: '/config' },
      { address: '/config', method: 'PATCH', body: command, password },
      { address: '/restart', method: 'POST', body: {}, password },
    ],
    Etcd: [
      { address: '/version' },
      { address: '/metrics' },
      { address: '/v2/keys' },
      { address: '/v3/kv/range', method: 'POST', body: { key: 'Lw==' } },
      { address: '/v3/kv/put', method: 'POST', body: { key: 'Lw==', value: 'Lw==' } },
    ],
    EtcdPeers: [{ address: '/members' }, { address: '/version' }],
  } as const;
  const attempts: Attempts = {};
  for (const [part, list] of Object.entries(calls)) {
    for (const { address, ...call } of list) {
      const at = `${host}:${getPort(layout, name + part)}${address}`;
      const what = `${'method' in call ? call.method : 'GET'} ${address} of ${name}${part}`;
      const trying = async (url: string, tls: Parameters<typeof ask>[1]) => {
        const { status, text } = await ask(url, tls, call);
        return status < 400 ? `${status} ${text.slice(0, 60)}` : undefined;
      };
      attempts[`${what} without TLS`] = async () => {
        const answer = await fetch(`http://${at}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
        return answer.ok ? `${answer.status}` : undefined;
      };
      attempts[`${what} without a certificate`] = () =>
        trying(`https://${at}`, { ca: Buffer.from(ca) });
      attempts[`${what} with a certificate of another authority`] = () =>
        trying(`https://${at}`, { ...toIdentity(own), ca: Buffer.from(ca) });
      // The last lock: the address.
      if (part === 'Rest' && 'password' in call)
        attempts[`${what} with a stolen certificate`] = () =>
          trying(`https://${at}`, toIdentity(stolen));
    }
  }
  return attempts;
}

function toIdentity({ ca, cert, key }: Loot['own']): Identity {
  return { ca: Buffer.from(ca), cert: Buffer.from(cert), key: Buffer.from(key) };
}

/** PostgreSQL, with the right passwords. */
function databaseDoors({ layout, ca, stolen }: Loot, name: NodeName): Attempts {
  const { superuser, product, replicator, rewinder } = layout.passwords;
  const trying = (user: string, password: string, database: string, ssl: pg.ClientConfig['ssl']) =>
    async function attempt() {
      const client = new pg.Client({
        host: layout.hosts[name],
        port: getPort(layout, name),
        user,
        password,
        database,
        ssl,
        connectionTimeoutMillis: TIMEOUT_MS,
      });
      client.on('error', () => undefined);
      await client.connect();
      const { rows } = await client.query('select current_user as user');
      await client.end();
      return JSON.stringify(rows);
    };
  return {
    [`superuser on ${name}`]: trying('postgres', superuser, 'postgres', { ca }),
    [`superuser on ${name} in the product's database`]: trying('postgres', superuser, 'pos_admin', {
      ca,
    }),
    [`superuser on ${name} with a stolen certificate`]: trying(
      'postgres',
      superuser,
      'postgres',
      stolen,
    ),
    [`superuser on ${name} without TLS`]: trying('postgres', superuser, 'postgres', false),
    [`product on ${name} without TLS`]: trying('pos_admin', product, 'pos_admin', false),
    [`product on ${name} in another database`]: trying('pos_admin', product, 'postgres', { ca }),
    [`replicator on ${name}`]: trying('replicator', replicator, 'postgres', { ca }),
    [`rewinder on ${name} without a certificate`]: trying('rewinder', rewinder, 'postgres', { ca }),
  };
}

/** Statistics of HAProxy. */
function frontDoors({ layout }: Loot): Attempts {
  const at = `http://${layout.hosts.front}:${getPort(layout, 'web')}`;
  return Object.fromEntries(
    STATISTICS.map((address) => [
      `GET ${address} of HAProxy`,
      async () => {
        const answer = await fetch(at + address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
        return /statistics report|pxname/i.exec(await answer.text())?.[0];
      },
    ]),
  );
}

/**
 * Returns open ports that neither the servers nor registers need, and closed ones that they need, at
 * which the other attempts would have proved nothing.
 */
async function findPorts(layout: Layout): Promise<string | undefined> {
  const needed = new Set([
    `front ${getPort(layout, 'web')}`,
    ...NODES.flatMap((name) =>
      ['', 'Rest', 'Etcd', 'EtcdPeers'].map((part) => `${name} ${getPort(layout, name + part)}`),
    ),
  ]);
  const wrong: string[] = [];
  for (const [machine, host] of Object.entries(layout.hosts)) {
    for (const [part, port] of Object.entries(layout.ports)) {
      const isNeeded = needed.has(`${machine} ${port}`);
      if ((await isOpen(host, port)) !== isNeeded)
        wrong.push(`${part} on ${machine} is ${isNeeded ? 'closed' : 'open'}`);
    }
  }
  return wrong.length > 0 ? wrong.join(', ') : undefined;
}

async function isOpen(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no answer')));
  const answer = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return answer;
}
