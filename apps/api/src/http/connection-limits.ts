import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { BlockList, isIP, Socket } from 'node:net';
import type { Refusal } from '@pos/contract/errors';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';

/** How long and from how many places the server listens; times in milliseconds. */
export type ConnectionLimits = {
  /** For a request to arrive whole, from its first byte. */
  requestMs: number;
  /** Open connections at once, and those of one address that connects directly. */
  connections: number;
  perAddress: number;
};

/**
 * 6 MiB within a minute is 0.8 Mbit/s, which a school's line has. A school shares one address with
 * up to 50 registers and its staff's browsers, six connections each.
 */
export const CONNECTION_LIMITS: ConnectionLimits = {
  requestMs: 60_000,
  connections: 4_000,
  perAddress: 400,
};
const HEADERS_MS = 20_000;
/** An answer given before its request was read whole reaches the caller while this much is still taken. */
const LINGER_BYTES = 262_144;
const LINGER_MS = 2_000;

/** Fastify's options for requests that come too slowly or are no HTTP. */
export function slowRequestOptions({ requestMs }: ConnectionLimits): FastifyHttpOptions<Server> {
  return {
    requestTimeout: requestMs,
    http: {
      headersTimeout: Math.min(HEADERS_MS, requestMs),
      connectionsCheckingInterval: Math.max(50, Math.min(2_000, requestMs / 4)),
    },
    clientErrorHandler: (error, socket) => refuseOnSocket(socket, refusalFor(error.code)),
  };
}

/**
 * Refuses connections beyond the limits with 503, and stops reading a body soon after its request
 * was answered, as one above the size limit. Addresses in TRUST_PROXY speak for many and count
 * towards the total alone.
 */
export function limitConnections(
  app: FastifyInstance,
  { connections, perAddress }: ConnectionLimits,
  trustProxy: false | number | string[],
): void {
  const isProxy = proxyTest(trustProxy);
  const open = new Map<string, number>();
  let total = 0;
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const ofAddress = open.get(address) ?? 0;
    if (total >= connections || (ofAddress >= perAddress && !isProxy(address))) {
      return refuseOnSocket(socket, TOO_MANY);
    }
    total += 1;
    open.set(address, ofAddress + 1);
    socket.once('close', () => {
      total -= 1;
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
  // Told to close, Node ends the connection with the answer, and the reset overtakes it.
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!raw.complete && reply.statusCode === 413) void reply.removeHeader('connection');
  });
  app.addHook('onResponse', async ({ raw }) => {
    if (!raw.complete && raw.socket instanceof Socket) endSoon(raw.socket, () => raw.complete);
  });
}

/** Takes a little more of a request that was answered already, so that the answer is read, then ends it. */
function endSoon(socket: Socket, isComplete: () => boolean): void {
  let left = LINGER_BYTES;
  const end = setTimeout(() => (isComplete() ? stop() : socket.destroy()), LINGER_MS).unref();
  const count = (chunk: Buffer): void => {
    left -= chunk.length;
    if (isComplete()) stop();
    // Not destroyed yet: a reset would take the answer from a caller who has not read it.
    else if (left < 0) socket.pause().end();
  };
  const stop = (): void => {
    clearTimeout(end);
    socket.off('data', count);
  };
  socket.on('data', count).once('close', stop);
}

/** True for the address of a proxy; behind a number of hops, every connection comes from one. */
function proxyTest(trusted: false | number | string[]): (address: string) => boolean {
  if (trusted === false || trusted === 0) return () => false;
  if (typeof trusted === 'number') return () => true;
  const proxies = new BlockList();
  for (const range of trusted) {
    const [address = '', bits] = range.split('/');
    const family = familyOf(address);
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) > 0 && proxies.check(address, familyOf(address));
}

const familyOf = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4');

type SocketRefusal = { status: string; code: Refusal['code']; message: string };
const TOO_MANY: SocketRefusal = {
  status: '503 Service Unavailable',
  code: 'NOT_READY',
  message: 'There are too many connections. Try again in a moment.',
};

function refusalFor(code: string | undefined): SocketRefusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const message = 'The request did not arrive in time. Check the connection and try again.';
    return { status: '408 Request Timeout', code: 'REQUEST_TIMEOUT', message };
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = 'The headers of the request are too large.';
    return { status: '431 Request Header Fields Too Large', code: 'BODY_TOO_LARGE', message };
  }
  const message = JSON.stringify({ body: 'The request cannot be read as HTTP.' });
  return { status: '400 Bad Request', code: 'VALIDATION_FAILED', message };
}

/** Answers on a connection that has no request of its own, and ends it. */
function refuseOnSocket(socket: Socket, { status, code, message }: SocketRefusal): void {
  if (!socket.writable || socket.bytesWritten > 0) return void socket.destroy();
  const requestId = randomUUID();
  const errors = code === 'VALIDATION_FAILED' ? { errors: JSON.parse(message) as object } : {};
  const body = JSON.stringify({ code, message, requestId, ...errors });
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${requestId}`,
    ...(code === 'NOT_READY' ? ['Retry-After: 5'] : []),
    'Connection: close',
  ];
  socket.on('error', () => socket.destroy());
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroySoon());
}
