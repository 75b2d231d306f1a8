import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import compress from '@fastify/compress';
import Fastify, {
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { isAway, isStorageFull } from '../db/database-errors.ts';
import { getCaller, enforceAccess } from './access/access.ts';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  limitConnections,
  slowRequestOptions,
} from './limits/connection-limits.ts';
import { endConnectionsOnClose } from './limits/end-connections.ts';
import { Failure, noAddress } from './failure.ts';
import type { Feature } from './feature.ts';
import { readJson } from './json-body.ts';
import { cacheIdentities } from './access/identity-cache.ts';
import { mount, who } from './mount.ts';
import { loggedError } from './logged-error.ts';
import { MultipartBody } from './multipart-form.ts';
import { isOddAddress, originForm, otherSpelling, readableAddress } from './pages/odd-addresses.ts';
import { answerRefusal, storageFull } from './refusal.ts';
import { securityHeaders } from './pages/security-headers.ts';
import type { ServerContext } from './server-context.ts';

const MAX_BODY_BYTES = 1_048_576;

/** Creates a server for `features` only. Throws if a route declares no access or place. */
export async function serve(features: Feature[], context: ServerContext): Promise<FastifyInstance> {
  const limits = context.connectionLimits ?? CONNECTION_LIMITS;
  const app = Fastify(serverOptions(context, limits));
  endConnectionsOnClose(app);
  limitConnections(app, limits, context.trustProxy);
  app.decorateRequest('caller', undefined);
  context.observe?.(app);
  guardRequests(app, context);
  answerErrors(app, context);
  readBodies(app);
  await app.register(compress, { global: true, threshold: 2_048, encodings: ['br', 'gzip'] });

  for (const { api, handlers } of features) {
    for (const [name, endpoint] of Object.entries(api)) {
      const handler = handlers[name] as ((request: unknown) => Promise<unknown>) | undefined;
      if (!handler) throw new Error(`${endpoint.method} ${endpoint.path} has no handler.`);
      mount(app, endpoint, handler, context);
    }
  }
  return app;
}

function serverOptions(
  { logLevel, logTo, trustProxy }: ServerContext,
  limits: ConnectionLimits,
): FastifyHttpOptions<Server> {
  return {
    ...slowRequestOptions(limits),
    logger: { ...loggerOptions(logLevel), ...(logTo && { stream: logTo }) },
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustedProxies(trustProxy),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url = '/' }) => readableAddress(originForm(url)),
    // The URL is invalid or too long. The request's hooks do not run for it.
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
}

function loggerOptions(level: string) {
  return {
    level,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: { req: loggedRequest, err: (error: unknown) => loggedError(error) },
  };
}

/** Makes the log of a process without a server, with the same lines. */
export const makeLog = (level: string): FastifyInstance['log'] =>
  Fastify({ logger: loggerOptions(level) }).log;

/** Enforces the declared access of every route before its body is read. */
function guardRequests(app: FastifyInstance, context: ServerContext): void {
  app.addHook('onRoute', (route) => {
    const access = route.config?.access;
    const missing = access ? access.kind !== 'open' && !access.place && 'place' : 'access';
    if (missing)
      throw new Error(`The route ${String(route.method)} ${route.url} declares no ${missing}.`);
  });
  const identify = cacheIdentities(context.identify, context.identityCacheMs ?? 0);
  app.addHook('onRequest', async (request, reply) => {
    securityHeaders(request, reply);
    const spelling = request.method === 'GET' ? otherSpelling(request.url) : undefined;
    if (spelling !== undefined) return reply.redirect(spelling, 308);
    if (isOddAddress(request.url)) throw noAddress();
    const access = request.routeOptions.config.access;
    if (!access) return;
    try {
      await enforceAccess(access, request, identify);
    } finally {
      logCaller(request, reply, access.kind === 'device' ? 'registerId' : 'userId');
    }
  });
  // The change is committed but not answered yet, so no later request can see outdated rights.
  app.addHook('onSend', async (request) => {
    if (request.method !== 'GET' && request.routeOptions.config.access?.kind !== 'device')
      identify.forget();
  });
}

/** Adds the caller's ID to the log lines of a request. */
function logCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  name: 'userId' | 'registerId',
): void {
  const caller = getCaller(request);
  if (caller) reply.log = request.log = request.log.child({ [name]: caller.id });
}

/** Answers refusals and errors, and reports denials and a full storage. */
function answerErrors(app: FastifyInstance, { onDenied, storage }: ServerContext): void {
  app.setErrorHandler(async (error, request, reply) => {
    const { actor } = who(getCaller(request), request);
    if (actor && error instanceof Failure && error.code === 'FORBIDDEN') {
      try {
        await onDenied?.(actor, `${request.method} ${request.routeOptions.url ?? ''}`);
      } catch (trouble) {
        // The refusal is sent even if it could not be recorded.
        request.log.error({ err: trouble }, 'a denial was not recorded');
      }
    }
    if (isStorageFull(error)) storage?.noteFull(error);
    const isCause = isAway(error) && (await storage?.isOutOfSpace());
    return answerRefusal(isCause ? storageFull() : error, request, reply);
  });
  app.setNotFoundHandler((request, reply) => answerRefusal(noAddress(), request, reply));
}

/** Reads JSON and form bodies within the route's size limit; answers 415 for any other type. */
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

/** A number of proxies trusts that many hops before us. */
function trustedProxies(
  trusted: ServerContext['trustProxy'],
): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted;
}

/** A logged request names its route, never its query or body: those may hold people's data. */
function loggedRequest(request: FastifyRequest) {
  return { method: request.method, route: request.routeOptions?.url, id: request.id };
}
