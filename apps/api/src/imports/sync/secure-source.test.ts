import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ownCertificate } from '#testing/app/own-certificate.ts';
import { runSync } from '#testing/selling/run-sync.ts';
import { oneSource, SCHOOL_ROW, SCHOOLS } from '#testing/selling/source-folder.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const SCHOOL_FILE = `${SCHOOLS}\r\n${SCHOOL_ROW}\r\n`;
const SYNC_PROCESS = fileURLToPath(
  new URL('../../../testing/app/sync-process.ts', import.meta.url),
);

it('a source system at an https address is read only with a valid certificate of an authority that the operator added', async () => {
  const trusted = ownCertificate();
  const expired = ownCertificate({ days: -1 });
  const elsewhere = ownCertificate({ host: [127, 0, 0, 2] });
  const server = createServer(trusted, ({ url }, response) => {
    // Each sync connects anew, and so sees the certificate of that time.
    response.setHeader('connection', 'close');
    if (url === '/pos/schools.csv')
      response.setHeader('content-length', Buffer.byteLength(SCHOOL_FILE)).end(SCHOOL_FILE);
    else response.writeHead(404).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}/pos`;
  const test = await startTestApp(oneSource(address));
  const folder = await mkdtemp(path.join(tmpdir(), 'pos-admin-certificate-'));
  const authorities = path.join(folder, 'authorities.pem');
  await writeFile(authorities, [trusted, expired, elsewhere].map(({ cert }) => cert).join(''));
  const names = { DATABASE_URL: test.url, SYNC_SOURCE: address, NODE_EXTRA_CA_CERTS: authorities };
  const child = spawn(process.execPath, [SYNC_PROCESS], {
    env: { ...process.env, ...names },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  test.atEnd(async () => {
    child.kill('SIGKILL');
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  });
  await once(child.stdout, 'data');

  for (const [certificate, end] of [
    [
      ownCertificate(),
      'not trusted. The operator can add the authority that signed it in NODE_EXTRA_CA_CERTS.',
    ],
    [expired, 'not valid at this time. It has expired, or a clock is wrong.'],
    [elsewhere, 'for another address.'],
  ] as const) {
    server.setSecureContext(certificate);
    expect(await runSync(test.owner)).toMatchObject({
      status: 'failed',
      errors: [{ message: `The certificate of the source system is ${end}` }],
    });
  }
  const schools = () => test.db.selectFrom('schools').select('name').execute();
  expect(await schools()).toEqual([]);

  server.setSecureContext(trusted);
  const skipped = { state: 'skipped' };
  expect(await runSync(test.owner)).toMatchObject({
    status: 'succeeded',
    errors: [],
    files: [{ state: 'read', created: 1 }, skipped, skipped, skipped],
  });
  expect(await schools()).toEqual([{ name: 'Lakeview Elementary' }]);
});
