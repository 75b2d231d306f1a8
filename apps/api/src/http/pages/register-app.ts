import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { REGISTER_PAGE_HEADERS } from './security-headers.ts';
import { isFile, missingFile } from './web-app.ts';

const OPEN = { access: { kind: 'open' } } as const;

/** Files beside the page, and their types. */
const FILES: Record<string, string> = {
  'worker.js': 'text/javascript; charset=utf-8',
  'manifest.webmanifest': 'application/manifest+json',
  'icon.svg': 'image/svg+xml',
  'icon-180.png': 'image/png',
  'icon-192.png': 'image/png',
  'icon-512.png': 'image/png',
  'icon-maskable-512.png': 'image/png',
};

/**
 * Serves the built register app below `/register`, if `webDir` contains one: its page, which
 * browsers ask for again each time, and its files with permanent caching. Its service worker may
 * control the page itself, which lies above the worker's own folder. Other addresses below it are
 * 404: they never answer with the page, which the worker would store under their name. `/receipt` is
 * the same for everybody: a receipt stands behind the "#" of its address.
 */
export async function serveRegisterApp(app: FastifyInstance, webDir: string): Promise<void> {
  const dir = path.join(webDir, 'register');
  if (!existsSync(dir)) return;
  const page = await readFile(path.join(dir, 'index.html'), 'utf8');
  app.get('/register', { config: OPEN }, (_request, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', ...REGISTER_PAGE_HEADERS })
      .type('text/html; charset=utf-8')
      .send(page),
  );
  const receipt = await readFile(path.join(dir, 'receipt.html'), 'utf8');
  app.get('/receipt', { config: OPEN }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(receipt),
  );
  app.get<{ Params: { name: string } }>(
    '/register/:name',
    { config: OPEN },
    async ({ params: { name } }, reply) => {
      const type = FILES[name];
      if (type === undefined || !(await isFile(path.join(dir, name)))) throw missingFile();
      return reply
        .headers({ 'cache-control': 'no-cache', 'service-worker-allowed': '/register' })
        .type(type)
        .send(createReadStream(path.join(dir, name)));
    },
  );
  app.get<{ Params: { '*': string } }>(
    '/register/assets/*',
    { config: OPEN },
    async ({ params: { '*': name } }, reply) => {
      if (!(await isFile(path.join(dir, 'assets', name)))) throw missingFile();
      return reply.sendFile(name, path.join(dir, 'assets'));
    },
  );
}
