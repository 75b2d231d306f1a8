import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { listAlertMetrics } from '../../cluster/alerts.ts';
import { makeCertificates, readIdentity } from '../../cluster/certificates.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { getPort, HOST, type Hosts, NODES } from '../../cluster/layout.ts';
import type { Struck } from './cluster-faults.ts';
import type { Loot } from './stranger.ts';

/** Lets this run read `/metrics` of the product. */
export const METRICS_TOKEN = 'a token of the fault run, long enough';
const STRANGER = fileURLToPath(new URL('stranger.ts', import.meta.url));

/**
 * Lets a machine that is not of the cluster try every port with all passwords, and returns what
 * opened. The last lock of Patroni is tried with a stolen certificate too.
 */
export async function findOpenDoors(
  { cluster, machines }: Struck,
  log: (line: string) => void,
): Promise<string[]> {
  const file = await gather(cluster);
  const output = await machines.output('stranger', process.execPath, [STRANGER, file]);
  const { attempts, opened } = JSON.parse(output) as { attempts: number; opened: string[] };
  log(
    `A stranger on the network with every password tried ${attempts} doors: ${opened.length} opened`,
  );
  return opened.map((one) => `A stranger got in: ${one}`);
}

/** Writes what the stranger has got hold of to a file. */
async function gather({ folder, layout }: Cluster): Promise<string> {
  const own = path.join(folder, 'stranger');
  await makeCertificates(own, { front: layout.hosts.front } as Hosts);
  const read = async (from: string) => {
    const { ca, cert, key } = await readIdentity(from, 'front');
    return { ca: ca.toString(), cert: cert.toString(), key: key.toString() };
  };
  const stolen = await read(folder);
  const loot: Loot = { layout, ca: stolen.ca, stolen, own: await read(own) };
  const file = path.join(own, 'loot.json');
  await writeFile(file, JSON.stringify(loot), { mode: 0o600 });
  return file;
}

/**
 * Returns a finding for each metric of the cluster that an alert names and nothing provides. The
 * product shows standbys and slots only if its role may see them.
 */
export async function findMissingMetrics({ state, layout }: Cluster): Promise<string[]> {
  const texts = await Promise.all(
    NODES.flatMap((name) => [state.patroni(name, '/metrics'), state.etcd(name, '/metrics')]),
  );
  const product = await fetch(`http://${HOST}:${getPort(layout, 'first')}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const provided = [...texts.map((answer) => answer?.text ?? ''), await product.text()].join('\n');
  return (await listAlertMetrics())
    .filter((name) => /^(patroni|etcd|pos_admin_replication)_/.test(name))
    .filter((name) => !new RegExp(`^${name}[ {]`, 'm').test(provided))
    .map((name) => `An alert names ${name}, which nothing provides.`);
}
