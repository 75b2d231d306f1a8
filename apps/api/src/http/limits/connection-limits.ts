import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import { BlockList, isIP, Socket } from 'node:net';
import type { Refusal } from '@pos/contract/errors';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';

/** Limits of connections. Times in ms. */
export type ConnectionLimits = {
  /** Time for a request to arrive completely, from its first byte. */
  requestMs: number;
  /** Maximum open connections, in total and per address that connects directly. */
  connections: number;
  perAddress: number;
};

/**
 * 6 MiB within a minute is 0.8 Mbit/s, which a school's line provides. A school shares one address
 * with up to 50 registers and its staff's browsers, six connections each.
 */
export const CONNECTION_LIMITS: ConnectionLimits = {
  requestMs: 60_000,
  connections: 4_000,
  perAddress: 400,
};
const HEADERS_MS = 20_000;
/** Bytes still read after an early answer, so that the answer reaches the caller. */
const LINGER_BYTES = 262_144;
const LINGER_MS = 1_500;
const LOOK_MS = 50;

/** Fastify options for requests that arrive too slowly or are not HTTP. */
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
 * was answered, like one above the size limit. Proxies in TRUST_PROXY carry many clients, so their
 * addresses count only toward the total.
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
  app.server.on('request', ({ socket }, response) => {
    answers.set(socket, response);
    response.once('close', () => {
      if (answers.get(socket) === response) answers.delete(socket);
    });
  });
  // With an explicit close, Node ends the connection together with the answer, and the reset
  // arrives first.
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!raw.complete && reply.statusCode === 413) void reply.removeHeader('connection');
  });
  app.addHook('onResponse', async ({ raw }) => {
    if (!raw.complete && raw.socket instanceof Socket) endSoon(raw.socket, () => raw.complete);
  });
}

/** Reads a little more of an answered request, so that the answer is received, then ends it. */
function endSoon(socket: Socket, isComplete: () => boolean): void {
  let left = LINGER_BYTES;
  const end = setTimeout(() => (isComplete() ? stop() : socket.destroy()), LINGER_MS).unref();
  const count = (chunk: Buffer): void => {
    left -= chunk.length;
    if (isComplete()) stop();
    // Not destroyed yet: a reset would discard an answer that the caller has not read.
    else if (left < 0) socket.pause().end();
  };
  const stop = (): void => {
    clearTimeout(end);
    socket.off('data', count);
    answered.delete(socket);
  };
  answered.add(socket);
  socket.on('data', count).once('close', stop);
}

/**
 * Returns true for the address of a proxy. Behind a number of hops, every connection comes from
 * one.
 */
function proxyTest(trusted: false | number | string[]): (address: string) => boolean {
  if (trusted === false || trusted === 0) return () => false;
  if (typeof trusted === 'number') return () => true;
  const proxies = new BlockList();
  for (const range of trusted) {
    const [address = '', bits] = range.split('/');
    const family = getFamily(address);
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) > 0 && proxies.check(address, getFamily(address));
}

const getFamily = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4');

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

/** Pending response of each connection; a refusal cannot follow headers that were sent. */
const answers = new WeakMap<Socket, ServerResponse>();
/** Connections whose request was answered before it arrived completely. */
const answered = new WeakSet<Socket>();
/** Connections to which nothing else is said; the rest of their input is discarded. */
const told = new WeakSet<Socket>();

/** Answers on a connection without a request, and ends it. */
function refuseOnSocket(socket: Socket, { status, code, message }: SocketRefusal): void {
  if (told.has(socket)) return;
  // Too slow or unreadable after its answer, which a second one would follow.
  if (answered.has(socket)) {
    told.add(socket);
    return destroySoon(socket);
  }
  if (!socket.writable || answers.get(socket)?.headersSent) return void socket.destroy();
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
  const answer = `${head.join('\r\n')}\r\n\r\n${body}`;
  // The parser stays in its error state, so nothing that follows can become a request.
  if (code === 'VALIDATION_FAILED' || code === 'BODY_TOO_LARGE') {
    told.add(socket);
    socket.end(answer);
    destroySoon(socket);
  } else socket.write(answer, () => socket.destroySoon());
}

/**
 * Closes a connection after discarding a little more input. Closing at once would reset it, and a
 * caller that is still sending would lose the answer.
 */
function destroySoon(socket: Socket): void {
  const limit = socket.bytesRead + LINGER_BYTES;
  const until = performance.now() + LINGER_MS;
  const looking = setInterval(() => {
    if (socket.bytesRead > limit || performance.now() > until) socket.destroy();
  }, LOOK_MS).unref();
  socket.once('close', () => clearInterval(looking));
}
