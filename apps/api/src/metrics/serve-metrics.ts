import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { noAddress } from '../http/failure.ts';
import type { Metrics } from './metrics.ts';

const TYPE = 'text/plain; version=0.0.4; charset=utf-8';
const OPEN = { access: { kind: 'open' } } as const;

/** Ways to read the metrics. Without any, `/metrics` is an unknown address. */
export type MetricsAccess = {
  /** Bearer token for `/metrics` of the product's own address. */
  token?: string;
  /** Separate address, which needs no token and answers nothing else. */
  address?: { host: string; port: number };
};

/** Serves `/metrics`: 404 without the token. The separate address opens with the server. */
export function serveMetrics(
  app: FastifyInstance,
  metrics: Metrics | undefined,
  { token, address }: MetricsAccess,
): void {
  app.get('/metrics', { config: OPEN, logLevel: 'warn' }, async (request, reply) => {
    if (!metrics || token === undefined || !isSame(request.headers.authorization, token))
      throw noAddress();
    return reply
      .header('cache-control', 'no-store')
      .type(TYPE)
      .send(await metrics.text());
  });
  if (metrics && address) serveApart(app, metrics, address);
}

/** Compares hashes, so that the time tells nothing about the token. */
function isSame(authorization: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(authorization ?? ''), hash(`Bearer ${token}`));
}

function serveApart(
  app: FastifyInstance,
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): void {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': TYPE }).end(text),
      (error: unknown) => {
        app.log.error({ err: error }, 'the metrics could not be read');
        response.writeHead(500).end();
      },
    );
  });
  server.requestTimeout = 10_000;
  server.maxConnections = 20;
  app.addHook('onListen', async () => {
    server.listen(port, host);
    await once(server, 'listening');
  });
  app.addHook('onClose', async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((closed) => server.close(closed));
  });
}
