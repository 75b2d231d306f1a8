import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OrderBatchAnswer } from '@pos/contract/sales/register-orders';
import type { RegisterEvent } from './rules.ts';

/** Things that happen to calls of pos/orders, in this order; later calls go through. */
const DISTURBANCES = [
  'passes',
  'the answer is lost',
  'the request is lost',
  'not ready',
  'the answer breaks off',
  'passes',
  'the server was restored',
] as const;
type Disturbance = (typeof DISTURBANCES)[number];

const ORDERS = '/v1/pos/orders';

/** A server that registers are tried with: it leads to a real one, and fails as networks do. */
export type PlayedServer = {
  url: string;
  /** The register's calls, as it saw them. */
  events: RegisterEvent[];
  /** Things that have not happened yet. */
  left: () => readonly string[];
  close: () => Promise<void>;
};

/** Plays the server at `url` on a port of this machine, or a free one. */
export async function playServer(url: string, port = 0): Promise<PlayedServer> {
  const events: RegisterEvent[] = [];
  const ahead: Disturbance[] = [...DISTURBANCES];
  const server = createServer((request, response) => {
    relay(url, request, response, { events, ahead }).catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events,
    left: () => ahead.filter((one) => one !== 'passes'),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

type Play = { events: RegisterEvent[]; ahead: Disturbance[] };

async function relay(
  url: string,
  request: IncomingMessage,
  response: ServerResponse,
  { events, ahead }: Play,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const isOrders = request.method === 'POST' && request.url?.split('?')[0] === ORDERS;
  if (!isOrders) return answer(response, await forward(url, request, body));

  const at = new Date().toISOString();
  events.push({ at, event: 'sent', orders: readOrders(body) });
  const disturbance = ahead[0] ?? 'passes';
  if (disturbance === 'the request is lost') {
    ahead.shift();
    return void response.destroy();
  }
  if (disturbance === 'not ready') {
    ahead.shift();
    return void response
      .writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' })
      .end(JSON.stringify({ code: 'NOT_READY', message: 'Try again.', requestId: 'played' }));
  }
  const real = await forward(url, request, body);
  // A login that has ended is not an answer for orders.
  if (real.status !== 200) return answer(response, real);
  ahead.shift();
  if (disturbance === 'the answer is lost') return void response.destroy();
  if (disturbance === 'the answer breaks off') {
    response.writeHead(200, { ...real.headers, 'content-length': real.body.length });
    response.write(real.body.subarray(0, real.body.length / 2));
    return void setImmediate(() => response.destroy());
  }
  const { data } = JSON.parse(real.body.toString()) as { data: OrderBatchAnswer };
  if (disturbance === 'the server was restored') data.acknowledgedSequence = 0;
  const { results, acknowledgedSequence } = data;
  await answer(response, { ...real, body: Buffer.from(JSON.stringify({ data })) });
  events.push({ at: data.serverTime, event: 'answered', results, acknowledgedSequence });
}

type Real = { status: number; headers: Record<string, string>; body: Buffer };

async function forward(url: string, request: IncomingMessage, body: Buffer): Promise<Real> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (!['host', 'connection', 'content-length', 'accept-encoding'].includes(name))
      headers.set(name, String(value));
  const real = await fetch(`${url}${request.url ?? ''}`, {
    method: request.method ?? 'GET',
    headers,
    redirect: 'manual',
    ...(body.length > 0 && { body }),
  });
  const kept = [...real.headers].filter(
    ([name]) =>
      ![
        'connection',
        'content-encoding',
        'content-length',
        'transfer-encoding',
        'keep-alive',
      ].includes(name),
  );
  return {
    status: real.status,
    headers: Object.fromEntries(kept),
    body: Buffer.from(await real.arrayBuffer()),
  };
}

async function answer(response: ServerResponse, { status, headers, body }: Real): Promise<void> {
  response.writeHead(status, headers).end(body);
  await once(response, 'close');
}

function readOrders(body: Buffer): unknown[] {
  try {
    const { orders } = JSON.parse(body.toString()) as { orders?: unknown };
    return Array.isArray(orders) ? orders : [];
  } catch {
    return [];
  }
}
