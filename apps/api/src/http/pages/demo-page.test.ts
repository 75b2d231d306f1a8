import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveWebApp } from './web-app.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'pos-admin-demo-'));
  await writeFile(path.join(dir, 'index.html'), '<head></head>');
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function getPage(headers: Record<string, string>, isDemo: boolean): Promise<string> {
  const app = Fastify();
  await serveWebApp(app, dir, {
    demoSignIn: isDemo
      ? async () => ({ email: 'owner@example.com', password: 'a"b<c' })
      : undefined,
  });
  const { body } = await app.inject({ url: '/login', headers });
  await app.close();
  return body;
}

it('writes the account of a demo into the page of a browser on the same machine', async () => {
  const page = await getPage({ host: '127.0.0.1:3000' }, true);
  expect(page).toBe(
    '<head><meta name="demo" content="{&quot;email&quot;:&quot;owner@example.com&quot;,&quot;password&quot;:&quot;a\\&quot;b&lt;c&quot;}" /></head>',
  );
});

it('writes no account for another host, behind a proxy, or without a demo', async () => {
  expect(await getPage({ host: 'pos.example.com' }, true)).toBe('<head></head>');
  const proxied = { host: 'localhost', 'x-forwarded-for': '10.0.0.1' };
  expect(await getPage(proxied, true)).toBe('<head></head>');
  expect(await getPage({ host: 'localhost' }, false)).toBe('<head></head>');
});
