import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fastifyStatic from '@fastify/static';
import { isAppAddress, opensCamera } from '@pos/contract/addresses';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, noAddress } from '../failure.ts';
import { styleNonce } from './security-headers.ts';
import { isFromThisMachine } from '../limits/this-machine.ts';

/** Account that opens a demo; without the password once it was changed. */
export type DemoSignIn = { email: string; password?: string };

/** Company sign-in shown on the login page. */
type ShownSignIn = { name: string; allowsPasswords: boolean };

/** Data that the page says of itself, in meta tags. */
export type PageFacts = {
  demoSignIn?: (() => Promise<DemoSignIn | undefined>) | undefined;
  companySignIn?: () => Promise<ShownSignIn | undefined>;
};

/** Longest wait for the database until the page opens without the company sign-in. */
const LONGEST_WAIT_MS = 500;
const OPEN = { access: { kind: 'open' } } as const;

/**
 * Serves the built web app from `dir`: files with permanent caching (their names change with their
 * content), and index.html for the app's pages, with the style nonce and the theme from the
 * visitor's cookie. Other addresses answer 404 with the same page, which shows the error. A missing
 * file and `/metrics` answer a bare 404, so that an outdated page notices that its file is gone.
 * `demoSignIn` is given by the starter of a demo only; a browser on the same machine receives it
 * with the page. `companySignIn` is for everybody: the login page offers it.
 */
export async function serveWebApp(
  app: FastifyInstance,
  dir: string,
  { demoSignIn, companySignIn }: PageFacts = {},
): Promise<void> {
  const index = await readFile(path.join(dir, 'index.html'), 'utf8');
  await app.register(fastifyStatic, {
    root: path.join(dir, 'assets'),
    serve: false,
    immutable: true,
    maxAge: '365d',
    index: false,
  });
  app.get<{ Params: { '*': string } }>(
    '/assets/*',
    { config: OPEN },
    async ({ params: { '*': name } }, reply) => {
      if (!(await isFile(path.join(dir, 'assets', name)))) throw missingFile();
      return reply.sendFile(name);
    },
  );
  const sendIndex = async (request: FastifyRequest, reply: FastifyReply) => {
    const demo = isFromThisMachine(request) ? await demoSignIn?.() : undefined;
    // The page opens without the database too.
    const company = await Promise.race([
      companySignIn?.().catch(() => undefined),
      sleep(LONGEST_WAIT_MS, undefined),
    ]);
    const [pathname = ''] = request.url.split('?');
    const page = index
      .replaceAll('{{nonce}}', styleNonce(reply, { camera: opensCamera(pathname) }))
      .replaceAll('{{theme}}', toTheme(request))
      .replace('</head>', () => `${metaTag('demo', demo)}${metaTag('company', company)}</head>`);
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
  };
  app.get('/', { config: OPEN }, sendIndex);
  app.get('/*', { config: OPEN }, async (request, reply) => {
    const [pathname = ''] = request.url.split('?');
    if (/^\/(v1|metrics)(\/|$)/.test(pathname)) throw noAddress();
    if (/\.\w{1,8}$/.test(pathname)) return sendRootFile(dir, pathname, reply);
    return sendIndex(request, isAppAddress(pathname) ? reply : reply.status(404));
  });
}

/** Sends the few files beside index.html: favicon, robots. */
async function sendRootFile(
  dir: string,
  pathname: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const name = /^\/([\w-]+\.(svg|ico|png|txt|webmanifest))$/.exec(pathname);
  const file = name?.[1] && path.join(dir, name[1]);
  if (!file || !(await isFile(file))) throw missingFile();
  const types: Record<string, string> = {
    svg: 'image/svg+xml',
    ico: 'image/x-icon',
    png: 'image/png',
    txt: 'text/plain; charset=utf-8',
    webmanifest: 'application/manifest+json',
  };
  return reply
    .header('cache-control', 'public, max-age=86400')
    .type(types[name[2] ?? ''] ?? 'application/octet-stream')
    .send(createReadStream(file));
}

export async function isFile(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() ?? false;
}

export function missingFile(): Failure {
  return new Failure('NOT_FOUND', 'This file does not exist.');
}

function toTheme(request: FastifyRequest): string {
  return /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(request.headers.cookie ?? '')?.[1] ?? 'system';
}

function metaTag(name: string, facts: object | undefined): string {
  return facts ? `<meta name="${name}" content="${escaped(JSON.stringify(facts))}" />` : '';
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
