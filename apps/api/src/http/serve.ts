import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import compress from '@fastify/compress';
import type { Endpoint } from '@pos/contract/endpoint';
import type { HeavyKind } from '@pos/contract/heavy-work';
import Fastify, {
  type FastifyInstance,
  type FastifyHttpOptions,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { isStorageFull } from '../db/database-errors.ts';
import type { Db } from '../db/db.ts';
import { bearerToken, callerOf, enforceAccess } from './access.ts';
import {
  CONNECTION_LIMITS,
  limitConnections,
  slowRequestOptions,
  type ConnectionLimits,
} from './connection-limits.ts';
import { endConnectionsOnClose } from './end-connections.ts';
import { Failure, noAddress } from './failure.ts';
import { FileAnswer, StreamAnswer, Tagged, type Feature } from './feature.ts';
import type { HeavyWork } from './heavy-work.ts';
import { runOnce } from './idempotency.ts';
import {
  personOf,
  type Actor,
  type Identify,
  type Origin,
  type SignedInAdmin,
  type SignedInRegister,
} from './identity.ts';
import { readInput } from './input.ts';
import { JsonBody, readJson } from './json-body.ts';
import { keepIdentities } from './kept-identities.ts';
import { MAX_FORM_BYTES, MultipartBody, readForm } from './multipart-form.ts';
import { isOddAddress, originForm, readableAddress } from './odd-addresses.ts';
import { answerRefusal } from './refusal.ts';
import { securityHeaders } from './security-headers.ts';
import { sendFile } from './send-file.ts';

export type Surroundings = {
  db: Db;
  /** Runs the calls of registers; `db` unless given. */
  registerDb?: Db;
  /** Gives heavy calls their turns. */
  heavy?: HeavyWork;
  identify: Identify;
  /** For how long who a token belongs to may be taken from memory, in milliseconds; absent, the database is asked at every request. */
  identityKeptMs?: number;
  /** Hears of a caller with an identity who lacks the right to a call (trust.md R10), before the refusal is answered. */
  onDenied?: (actor: Actor, call: string) => Promise<void>;
  /** Hears of an error that says the storage is full. */
  onStorageFull?: (error: unknown) => void;
  logLevel: string;
  trustProxy: false | number | string[];
  /** Every answer goes through its schema: on in development and tests, off in production. */
  checkResponses: boolean;
  /** Other limits than CONNECTION_LIMITS, for tests. */
  connectionLimits?: ConnectionLimits;
};

const MAX_BODY_BYTES = 1_048_576;

/** A server that answers `features` and nothing else; a route without a declared access stops the start. */
export async function serve(
  features: Feature[],
  surroundings: Surroundings,
): Promise<FastifyInstance> {
  const limits = surroundings.connectionLimits ?? CONNECTION_LIMITS;
  const options: FastifyHttpOptions<Server> = {
    ...slowRequestOptions(limits),
    logger: {
      level: surroundings.logLevel,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: { req: loggedRequest },
    },
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustedProxies(surroundings.trustProxy),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url = '/' }) => readableAddress(originForm(url)),
    // An address that is no address, or too long for any: the request's hooks do not run.
    frameworkErrors: (_error, request, reply) => {
      securityHeaders(request, reply);
      void answerRefusal(noAddress(), request, reply);
    },
    routerOptions: {
      caseSensitive: true,
      ignoreTrailingSlash: false,
      ignoreDuplicateSlashes: false,
      maxParamLength: 200,
    },
  };
  const app = Fastify(options);
  endConnectionsOnClose(app);
  limitConnections(app, limits, surroundings.trustProxy);
  app.decorateRequest('caller', undefined);

  app.addHook('onRoute', (route) => {
    if (!route.config?.access)
      throw new Error(`The route ${String(route.method)} ${route.url} declares no access.`);
  });
  const identify = keepIdentities(surroundings.identify, surroundings.identityKeptMs ?? 0);
  app.addHook('onRequest', async (request, reply) => {
    securityHeaders(request, reply);
    if (isOddAddress(request.url)) throw noAddress();
    const access = request.routeOptions.config.access;
    if (access) await enforceAccess(access, request, identify);
  });
  // Whatever was changed is committed by now and not answered yet: the next request, of whoever it is, sees it.
  app.addHook('onSend', async (request) => {
    if (request.method !== 'GET' && request.routeOptions.config.access?.kind !== 'device')
      identify.forget();
  });
  app.setErrorHandler(async (error, request, reply) => {
    const { actor } = who(callerOf(request), request);
    if (actor && error instanceof Failure && error.code === 'FORBIDDEN') {
      try {
        await surroundings.onDenied?.(actor, `${request.method} ${request.routeOptions.url ?? ''}`);
      } catch (trouble) {
        // The refusal stands, whether or not it could be written down.
        request.log.error({ err: trouble }, 'a denial was not recorded');
      }
    }
    if (isStorageFull(error)) surroundings.onStorageFull?.(error);
    return answerRefusal(error, request, reply);
  });
  app.setNotFoundHandler((request, reply) => answerRefusal(noAddress(), request, reply));
  readBodies(app);
  await app.register(compress, { global: true, threshold: 2_048, encodings: ['br', 'gzip'] });

  for (const { api, handlers } of features) {
    for (const [name, endpoint] of Object.entries(api)) {
      const handler = handlers[name] as ((request: unknown) => Promise<unknown>) | undefined;
      if (!handler) throw new Error(`${endpoint.method} ${endpoint.path} has no handler.`);
      mount(app, endpoint, handler, surroundings);
    }
  }
  return app;
}

/** Reads bodies of JSON and of forms, whole and within the route's limit; any other type answers 415. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, bytes: Buffer) => readJson(bytes),
  );
  app.addContentTypeParser<Buffer>(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, bytes: Buffer) =>
      new MultipartBody(headers['content-type'] ?? '', bytes),
  );
}

function mount(
  app: FastifyInstance,
  endpoint: Endpoint,
  handler: (request: unknown) => Promise<unknown>,
  surroundings: Surroundings,
): void {
  const { identify, checkResponses, registerDb = surroundings.db, heavy } = surroundings;
  const db = endpoint.access.kind === 'device' ? registerDb : surroundings.db;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.stream && { compress: false as const }),
    ...(endpoint.upload && { bodyLimit: MAX_FORM_BYTES }),
    config: {
      access: endpoint.access,
      ...(endpoint.ticketed && { ticketed: true }),
      ...(endpoint.upload && { upload: true }),
    },
    handler: async (request, reply) => {
      const upload = endpoint.upload ? await readUpload(request) : undefined;
      const { value: body, faults } = jsonOf(request);
      const input = readInput(endpoint, request, upload ? upload.fields : body, faults);
      const caller = callerOf(request);
      const incoming = {
        ...input,
        ...who(caller, request),
        ...staffOf(endpoint, request, identify),
        origin: originOf(request),
        ...(upload && { file: upload.file }),
        ...(endpoint.stream && streamOf(request)),
      };
      if (heavy && endpoint.heavy) await takeTurn(endpoint.heavy, heavy, request, reply);
      const outcome = endpoint.idempotent
        ? await runOnce(db, keyedCall(endpoint, request, caller, input), (tx) =>
            handler({ ...incoming, tx }),
          )
        : await handler(incoming);
      return answer(endpoint, outcome, request, reply, checkResponses);
    },
  });
}

/** Waits for the turn of a heavy call, which ends once its whole answer is sent or nobody waits for it. */
async function takeTurn(
  kind: HeavyKind,
  heavy: HeavyWork,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const caller = callerOf(request);
  const gone = new AbortController();
  let end = () => gone.abort();
  for (const event of ['finish', 'close']) reply.raw.once(event, () => end());
  const person = caller ? personOf(caller) : `ip:${request.ip}`;
  end = await heavy.enter(kind, person, { isStranger: !caller, gone: gone.signal });
  if (reply.raw.destroyed) end();
}

function answer(
  endpoint: Endpoint,
  outcome: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  checkResponses: boolean,
): unknown {
  if (outcome instanceof FileAnswer) return sendFile(outcome, reply);
  if (outcome instanceof StreamAnswer) {
    if (request.method === 'HEAD') outcome.content.destroy();
    // The connection is not used again, so that a server that stops waits for no idle one.
    void reply
      .headers({ 'x-accel-buffering': 'no', connection: 'close' })
      .type('text/event-stream; charset=utf-8');
    return reply.send(request.method === 'HEAD' ? '' : outcome.content);
  }
  let body = outcome;
  if (outcome instanceof Tagged) {
    void reply.header('etag', outcome.etag);
    if (outcome.maxAge !== undefined)
      void reply.header('cache-control', `public, max-age=${outcome.maxAge}`);
    if (request.headers['if-none-match'] === outcome.etag) return reply.status(304).send();
    body = outcome.body;
  }
  // A column that is not in the contract must not leave the house; types hold it in production, schemas everywhere else.
  if (checkResponses) endpoint.response.parse(body);
  return reply.send(body);
}

async function readUpload({ body }: FastifyRequest): ReturnType<typeof readForm> {
  if (!(body instanceof MultipartBody))
    throw new Failure('UNSUPPORTED_MEDIA_TYPE', 'Send multipart/form-data with a part named file.');
  return readForm(body);
}

/** The JSON of a request; a call without a body ignores what it is sent. */
function jsonOf({ body }: FastifyRequest): JsonBody {
  return body instanceof JsonBody ? body : new JsonBody(undefined, []);
}

function keyedCall(
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: SignedInAdmin | SignedInRegister | undefined,
  payload: unknown,
) {
  const key = request.headers['idempotency-key'];
  return {
    principal: caller ? personOf(caller) : `ip:${request.ip}`,
    route: `${endpoint.method} ${endpoint.path}`,
    key: Array.isArray(key) ? key[0] : key,
    payload,
  };
}

function who(caller: SignedInAdmin | SignedInRegister | undefined, request: FastifyRequest) {
  if (!caller) return {};
  const name = caller.kind === 'admin' ? caller.name : `${caller.deviceId} (${caller.cashierName})`;
  const actor: Actor = {
    type: caller.kind,
    id: caller.id,
    name,
    ip: request.ip,
    requestId: request.id,
  };
  return caller.kind === 'admin' ? { admin: caller, actor } : { register: caller, actor };
}

/** What a public call asks when what was sent is not for strangers: the caller is identified only then. */
function staffOf({ access }: Endpoint, request: FastifyRequest, identify: Identify) {
  if (access.kind !== 'public' || !access.staff) return {};
  const { staff } = access;
  return {
    staff: async () => {
      await enforceAccess(staff, request, identify);
      return who(callerOf(request), request);
    },
  };
}

/** What a stream needs beyond the request: the token that it is judged by, and where its reader goes on. */
function streamOf(request: FastifyRequest) {
  const lastEventId = request.headers['last-event-id'];
  return {
    bearer: bearerToken(request),
    lastEventId: Array.isArray(lastEventId) ? lastEventId[0] : lastEventId,
  };
}

function originOf(request: FastifyRequest): Origin {
  return {
    requestId: request.id,
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').replace(/\p{Cc}/gu, '').slice(0, 300),
  };
}

/** A number of proxies trusts that many hops before us. */
function trustedProxies(
  trusted: Surroundings['trustProxy'],
): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted;
}

/** A logged request names its route, never its query or body: those may hold people's data. */
function loggedRequest(request: FastifyRequest) {
  return { method: request.method, route: request.routeOptions?.url, id: request.id };
}
