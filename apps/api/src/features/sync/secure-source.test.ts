import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ownCertificate } from '#testing/own-certificate.ts';
import { runSync } from '#testing/run-sync.ts';
import { oneSource, SCHOOL_ROW, SCHOOLS } from '#testing/source-folder.ts';
import { startTestApp } from '#testing/test-app.ts';

const SCHOOL_FILE = `${SCHOOLS}\r\n${SCHOOL_ROW}\r\n`;
const SYNC_PROCESS = fileURLToPath(new URL('../../../testing/sync-process.ts', import.meta.url));

describe('a source system at an https address', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pos-admin-certificate-'));
  const test = await startTestApp(oneSource('https://127.0.0.1/pos'));
  test.atEnd(() => rm(folder, { recursive: true, force: true }));
  /**
   * Syncs once from a server with this certificate, in a process whose environment names
   * `authorities`.
   */
  const syncedFrom = async (
    certificate: { cert: string; key: string },
    authorities?: string,
    host = '127.0.0.1',
  ) => {
    const server = createServer(certificate, ({ url }, response) => {
      const length = { 'content-length': Buffer.byteLength(SCHOOL_FILE) };
      if (url === '/pos/schools.csv') response.writeHead(200, length).end(SCHOOL_FILE);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const trusted = path.join(folder, 'authorities.pem');
    if (authorities) await writeFile(trusted, authorities);
    const env = {
      ...process.env,
      DATABASE_URL: test.url,
      SYNC_SOURCE: `https://${host}:${(server.address() as AddressInfo).port}/pos`,
      ...(authorities && { NODE_EXTRA_CA_CERTS: trusted }),
    };
    const stdio = ['ignore', 'pipe', 'inherit'] as const;
    const child = spawn(process.execPath, [SYNC_PROCESS], { env, stdio: [...stdio] });
    try {
      await once(child.stdout, 'data');
      return await runSync(test.owner);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
      server.closeAllConnections();
      server.close();
    }
  };
  const schools = () => test.db.selectFrom('schools').select('name').execute();

  it('is not read with an untrusted certificate, and the refusal says what to do', async () => {
    const own = ownCertificate();
    const expired = ownCertificate(-1);
    const failed = (end: string) => ({
      status: 'failed',
      errors: [{ message: `The certificate of the source system is ${end}` }],
    });
    const untrusted = failed(
      'not trusted. The operator can add the authority that signed it in NODE_EXTRA_CA_CERTS.',
    );
    expect(await syncedFrom(own)).toMatchObject(untrusted);
    expect(await syncedFrom(own, ownCertificate().cert)).toMatchObject(untrusted);
    expect(await syncedFrom(expired, expired.cert)).toMatchObject(
      failed('not valid at this time. It has expired, or a clock is wrong.'),
    );
    expect(await syncedFrom(own, own.cert, 'localhost')).toMatchObject(
      failed('for another address.'),
    );
    expect(await schools()).toEqual([]);
  });

  it('is read once the operator adds its authority', async () => {
    const own = ownCertificate();
    const skipped = { state: 'skipped' };
    expect(await syncedFrom(own, own.cert)).toMatchObject({
      status: 'succeeded',
      errors: [],
      files: [{ state: 'read', created: 1 }, skipped, skipped, skipped],
    });
    expect(await schools()).toEqual([{ name: 'Lakeview Elementary' }]);
  });
});
