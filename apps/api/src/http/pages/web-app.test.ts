import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PAGES } from '@pos/contract/permissions';
import Fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { overSocket } from '#testing/calls/raw-requests.ts';
import { startTestApp } from '#testing/app/test-app.ts';
import { serveWebApp } from './web-app.ts';

const PAGE = '<!doctype html><head><title>The app</title></head>';
const RECEIPT = '<!doctype html><title>Receipt</title>';
const REGISTER = '<!doctype html><title>The register</title>';

describe('the web app', async () => {
  const webDir = await mkdtemp(path.join(tmpdir(), 'pos-admin-web-'));
  await mkdir(path.join(webDir, 'assets', 'inner'), { recursive: true });
  await writeFile(path.join(webDir, 'index.html'), PAGE);
  await writeFile(path.join(webDir, 'assets', 'app-1.js'), 'export {};');
  await writeFile(path.join(webDir, 'favicon.svg'), '<svg/>');
  const registerDir = path.join(webDir, 'register');
  await mkdir(path.join(registerDir, 'assets'), { recursive: true });
  await writeFile(path.join(registerDir, 'index.html'), REGISTER);
  await writeFile(path.join(registerDir, 'receipt.html'), RECEIPT);
  await writeFile(path.join(registerDir, 'worker.js'), '// the worker');
  await writeFile(path.join(registerDir, 'secret.js'), '// no file of the register');
  await writeFile(path.join(registerDir, 'assets', 'register-1.js'), 'export {};');
  const test = await startTestApp({ webDir });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  const port = (test.app.server.address() as AddressInfo).port;
  afterAll(() => rm(webDir, { recursive: true, force: true }));

  it('is served at the URL of each of its pages, and its files at theirs', async () => {
    const signIn = [
      '/',
      '/login',
      '/verify-account',
      '/reset-password?token=a.b',
      '/setup-password',
    ];
    const paths = Object.values(PAGES).map((page) => page.path.replace('$id', 'an-id'));
    for (const address of [...signIn, ...paths, '/fair-details/an-id/scan']) {
      expect(await get(address), address).toMatchObject({ status: 200, body: PAGE });
    }
    expect(await get('/assets/app-1.js')).toMatchObject({ status: 200, body: 'export {};' });
    expect(await get('/favicon.svg')).toMatchObject({
      status: 200,
      body: expect.stringContaining('<svg/>'),
    });
  });

  it('serves the register at one address only, with a worker that may control it', async () => {
    expect(await get('/register')).toMatchObject({
      status: 200,
      body: REGISTER,
      head: expect.stringMatching(/cache-control: no-cache/i),
    });
    expect(await get('/receipt')).toMatchObject({ status: 200, body: RECEIPT });
    expect(await get('/register/worker.js')).toMatchObject({
      status: 200,
      body: expect.stringContaining('// the worker'),
      head: expect.stringMatching(/service-worker-allowed: \/register\r/i),
    });
    expect(await get('/register/assets/register-1.js')).toMatchObject({
      status: 200,
      head: expect.stringMatching(/cache-control: public, max-age=31536000, immutable/i),
    });
    for (const address of ['secret.js', 'index.html', 'sell', 'a/b', 'assets/gone.js', 'assets/'])
      expect([address, (await get(`/register/${address}`)).status]).toEqual([address, 404]);
  });

  it('lets the register and pages that scan alone open the camera and run WebAssembly', async () => {
    const may = async (address: string) => {
      const { head } = await get(address);
      return [/camera=\(self\)/.test(head), /script-src 'self' 'wasm-unsafe-eval';/.test(head)];
    };
    const scanning = ['/fair-details/an-id/scan?stage=return', '/warehouse/receipts/an-id'];
    for (const address of ['/register', ...scanning])
      expect([address, ...(await may(address))]).toEqual([address, true, true]);
    const others = ['/', '/login', '/register/worker.js', '/v1/health', '/registers'];
    for (const address of [...others, '/fair-details/an-id', '/warehouse/receipts'])
      expect([address, ...(await may(address))]).toEqual([address, false, false]);
  });

  it('redirects every other spelling of a page to its one address', async () => {
    const spellings = [
      ['/login/', '/login'],
      ['/Login', '/login'],
      ['//login//?from=/fairs', '/login?from=/fairs'],
      ['/FAIR-details//An-Id/?tab=orders', '/fair-details/An-Id?tab=orders'],
      ['/Customized-Fair/Maple/MG-26/', '/customized-fair/Maple/MG-26'],
      ['/unsubscribe/aB.c/', '/unsubscribe/aB.c'],
      ['/Register/', '/register'],
    ];
    for (const [address = '', location] of spellings) {
      const { status, head } = await get(address);
      expect([address, status, /^location: (.*)$/im.exec(head)?.[1]?.trim()]).toEqual([
        address,
        308,
        location,
      ]);
    }
  });

  it('answers 404 with its not-found page at other addresses', async () => {
    for (const address of ['/nowhere', '/fairs/a/b', '/wp-login', '/admin/console', '/login/x']) {
      expect(await get(address), address).toMatchObject({ status: 404, body: PAGE });
    }
  });

  it('answers a bare 404 for dot files, metrics, escaped slashes and missing files', async () => {
    const odd = [
      '/.env',
      '/.git/config',
      '/.well-known/x',
      '/fairs/.env',
      '/%2egit/config',
      '/metrics',
      '/metrics/x',
      '//',
      '///',
      '//evil.example/x',
      '/\\',
      '/\\evil.example',
      '/a//b',
      '/a%2fb',
      '/assets/..%2findex.html',
      '/assets/%2e%2e/index.html',
      '/assets/../index.html',
      '/assets/',
      '/assets/inner',
      '/assets/gone-2.js',
      '/assets/a%00b',
      '/assets/a%5cb',
      '/gone.png',
      '/assets//app-1.js',
      '/%00',
      '/index.html',
      '/package.json',
      '/wp-login.php',
      '/./login',
    ];
    for (const address of odd) {
      const { status, body } = await get(address);
      expect([address, status, body.includes('<')]).toEqual([address, 404, false]);
    }
  });

  it('keeps answers of /v1 out of caches when the request names the host in its first line', async () => {
    const host = `http://127.0.0.1:${port}`;
    for (const address of [
      '/v1/auth/sessions',
      '/v1/nowhere',
      '/v1',
      '/v1/public/support-contact',
    ]) {
      const [plain, absolute] = [await get(address), await get(`${host}${address}`)];
      expect(absolute.status, address).toBe(plain.status);
      expect(absolute.head.toLowerCase(), address).toContain('cache-control: no-store');
    }
    expect(await get(host)).toMatchObject({ status: 200, body: PAGE });
    expect(await get('http://elsewhere.example/.env')).toMatchObject({ status: 404 });
  });

  it('writes the account of a demo into the page of a browser on the same machine', async () => {
    const page = await getLogin({ host: '127.0.0.1:3000' }, true);
    const account = String.raw`{"email":"owner@example.com","password":"a\"b<c"}`;
    const content = account.replaceAll('"', '&quot;').replace('<', '&lt;');
    expect(page).toBe(PAGE.replace('</head>', `<meta name="demo" content="${content}" /></head>`));
  });

  it('writes no account for another host, behind a proxy, or without a demo', async () => {
    expect(await getLogin({ host: 'pos.example.com' }, true)).toBe(PAGE);
    const proxied = { host: 'localhost', 'x-forwarded-for': '10.0.0.1' };
    expect(await getLogin(proxied, true)).toBe(PAGE);
    expect(await getLogin({ host: 'localhost' }, false)).toBe(PAGE);
  });

  /** The login page of a server that tells or keeps the account of a demo. */
  async function getLogin(headers: Record<string, string>, isDemo: boolean): Promise<string> {
    const app = Fastify();
    await serveWebApp(app, webDir, {
      demoSignIn: isDemo
        ? async () => ({ email: 'owner@example.com', password: 'a"b<c' })
        : undefined,
    });
    const { body } = await app.inject({ url: '/login', headers });
    await app.close();
    return body;
  }

  /** Requests a path as it is, which fetch would normalize. */
  async function get(address: string): Promise<{ status: number; head: string; body: string }> {
    const request = `GET ${address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
    const answer = await overSocket(port, request);
    const [head = '', ...rest] = answer.split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), head, body: rest.join('\r\n\r\n') };
  }
});
