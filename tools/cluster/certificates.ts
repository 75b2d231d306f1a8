import { execFile } from 'node:child_process';
import { access, chmod, chown, readdir, readFile } from 'node:fs/promises';
import { request } from 'node:https';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { getCertificates, type Hosts, type Layout } from './layout.ts';

const SCRIPT = fileURLToPath(new URL('../../deploy/cluster/certificates.sh', import.meta.url));
const ANSWER_MS = 3_000;

/** Makes the certificates of all machines, if they are missing; their keys belong to `user`. */
export async function makeCertificates(
  folder: string,
  hosts: Hosts,
  user?: { uid: number; gid: number },
): Promise<void> {
  const place = path.join(folder, 'certificates');
  const isMade = await access(path.join(place, 'front', 'machine.crt')).then(
    () => true,
    () => false,
  );
  if (isMade) return;
  const machines = Object.entries(hosts).map(([name, host]) => `${name}=${host}`);
  await promisify(execFile)('sh', [SCRIPT, place, ...machines]);
  await chmod(place, 0o711);
  if (!user) return;
  for (const machine of Object.keys(hosts)) {
    const own = getCertificates(folder, machine as keyof Hosts);
    for (const file of ['.', ...(await readdir(own))])
      await chown(path.join(own, file), user.uid, user.gid);
  }
}

/** Certificate, key and authority of a machine. */
export type Identity = { ca: Buffer; cert: Buffer; key: Buffer };

/** Reads what a machine shows to the others. */
export async function readIdentity(folder: string, machine: keyof Hosts): Promise<Identity> {
  const read = (file: string) => readFile(path.join(getCertificates(folder, machine), file));
  const [ca, cert, key] = await Promise.all(
    ['ca.crt', 'machine.crt', 'machine.key'].map((file) => read(file)),
  );
  return { ca: ca!, cert: cert!, key: key! };
}

export type Answer = { status: number; text: string };

/** Sends a request over TLS, with the password of Patroni if one is given. Throws without answer. */
export function ask(
  url: string,
  tls: Partial<Identity>,
  { method = 'GET', body, password }: { method?: string; body?: unknown; password?: string } = {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = request(
    url,
    {
      ...tls,
      method,
      agent: false,
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(password !== undefined && { auth: `patroni:${password}` }),
      headers: { 'content-type': 'application/json' },
    },
    (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    },
  );
  sent.on('error', reject);
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}

/** Returns the connection string of the product's role, which checks the server's certificate. */
export function productUrl(layout: Layout, folder: string, port: number, database: string): string {
  const ca = encodeURIComponent(path.join(getCertificates(folder, 'front'), 'ca.crt'));
  return `postgres://${database}:${layout.passwords.product}@127.0.0.1:${port}/${database}?sslmode=verify-full&sslrootcert=${ca}`;
}
