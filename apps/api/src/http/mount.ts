import type { Endpoint } from '@pos/contract/endpoint';
import type { HeavyKind } from '@pos/contract/heavy-kinds';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { forgetPlaces, getLimitedPerson, inPlaces } from '#api/db/places/places.ts';
import type { ReplicaReads } from '#api/db/replica/replica-reads.ts';
import { bearerToken, getCaller, enforceAccess } from './access/access.ts';
import { Failure, missing } from './failure.ts';
import { FileAnswer, StreamAnswer, Tagged } from './feature.ts';
import type { HeavyWork } from './limits/heavy-work.ts';
import { runOnce } from './idempotency.ts';
import {
  toPersonKey,
  type Actor,
  type Identify,
  type Origin,
  type SignedInAdmin,
  type SignedInRegister,
} from './access/identity.ts';
import { readInput } from './input.ts';
import { hideOtherPlaces } from './other-places.ts';
import { JsonBody } from './json-body.ts';
import { withLog } from './log.ts';
import { MAX_FORM_BYTES, MultipartBody, readForm } from './multipart-form.ts';
import { findNamesRead } from './names-read.ts';
import { sendFile } from './pages/send-file.ts';
import type { ServerContext } from './server-context.ts';
import { readsWholeSet } from './whole-sets.ts';

export function mount(
  app: FastifyInstance,
  endpoint: Endpoint,
  handler: (request: unknown) => Promise<unknown>,
  context: ServerContext,
): void {
  const { identify, checkResponses, registerDb = context.db, heavy } = context;
  const db = endpoint.access.kind === 'device' ? registerDb : context.db;
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
      const { value: body, faults } = getJson(request);
      const input = readInput(endpoint, request, upload ? upload.fields : body, faults);
      const caller = getCaller(request);
      const limited = getLimited(caller);
      const incoming = {
        ...(limited === undefined || endpoint.access.place === 'seen'
          ? input
          : await hideOtherPlaces(db, limited, input)),
        ...who(caller, request),
        ...getStaff(endpoint, request, identify, input, (adminId) =>
          hideOtherPlaces(db, adminId, input),
        ),
        origin: toOrigin(request),
        ...(upload && { file: upload.file }),
        ...(endpoint.stream && toStream(request)),
      };
      if (heavy && endpoint.heavy) await takeTurn(endpoint.heavy, heavy, request, reply);
      const outcome = await withLog(request.log, () =>
        inRightPlaces(endpoint, limited, () =>
          onRightServer(endpoint, caller, context.replica, () =>
            endpoint.idempotent
              ? runOnce(db, keyedCall(endpoint, request, caller, input), (tx) =>
                  handler({ ...incoming, tx }),
                )
              : handler(incoming),
          ),
        ),
      );
      await reportNames(endpoint, outcome, input, request, context);
      return answer(endpoint, outcome, request, reply, checkResponses);
    },
  });
}

/** Returns the ID of a caller who is limited to places. */
const getLimited = (caller: SignedInAdmin | SignedInRegister | undefined): string | undefined =>
  caller?.kind === 'admin' && caller.rights.isLimited ? caller.id : undefined;

/**
 * Runs a read of a limited admin with the rows of their places only. After any change, places are read
 * anew.
 */
async function inRightPlaces<Result>(
  { access, method }: Endpoint,
  limited: string | undefined,
  run: () => Promise<Result>,
): Promise<Result> {
  if (limited !== undefined && access.place === 'seen') return inPlaces(limited, run);
  try {
    return await run();
  } finally {
    if (method !== 'GET') forgetPlaces();
  }
}

/** Reports names of children that are about to leave. They leave even if that cannot be recorded. */
async function reportNames(
  endpoint: Endpoint,
  outcome: unknown,
  input: { params: unknown; query: unknown },
  request: FastifyRequest,
  { onNamesRead }: ServerContext,
): Promise<void> {
  const caller = getCaller(request);
  const read = caller && onNamesRead && findNamesRead(endpoint, outcome, input, caller);
  const { actor } = who(caller, request);
  if (!read || !actor) return;
  try {
    await onNamesRead(actor, read);
  } catch (trouble) {
    request.log.error({ err: trouble }, 'a read of names was not recorded');
  }
}

/**
 * Runs a call that reads a whole set on the replica, if there is one. Any other call may change
 * something, even if it is refused, and is noted. If it cannot be noted, its result counts as unknown.
 */
async function onRightServer(
  endpoint: Endpoint,
  caller: SignedInAdmin | SignedInRegister | undefined,
  replica: ReplicaReads | undefined,
  run: () => Promise<unknown>,
): Promise<unknown> {
  if (!replica || caller?.kind !== 'admin') return run();
  if (getLimitedPerson() !== undefined) return run();
  if (readsWholeSet(endpoint)) return replica.read(caller.id, run);
  if (endpoint.method === 'GET') return run();
  try {
    return await run();
  } finally {
    await replica.noteChange(caller.id);
  }
}

/**
 * Waits for the turn of a heavy call, which ends once its whole response is sent or no one waits
 * for it.
 */
async function takeTurn(
  kind: HeavyKind,
  heavy: HeavyWork,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const caller = getCaller(request);
  const gone = new AbortController();
  let end = () => gone.abort();
  for (const event of ['finish', 'close']) reply.raw.once(event, () => end());
  const person = caller ? toPersonKey(caller) : `ip:${request.ip}`;
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
  // Refuses columns that the contract does not name. In production, only the types guarantee this.
  if (checkResponses) endpoint.response.parse(body);
  return reply.send(body);
}

async function readUpload({ body }: FastifyRequest): ReturnType<typeof readForm> {
  if (!(body instanceof MultipartBody))
    throw new Failure('UNSUPPORTED_MEDIA_TYPE', 'Send multipart/form-data with a part named file.');
  return readForm(body);
}

/** The JSON of a request; a call without a body ignores what it is sent. */
function getJson({ body }: FastifyRequest): JsonBody {
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
    principal: caller ? toPersonKey(caller) : `ip:${request.ip}`,
    route: `${endpoint.method} ${endpoint.path}`,
    key: Array.isArray(key) ? key[0] : key,
    payload,
  };
}

export function who(caller: SignedInAdmin | SignedInRegister | undefined, request: FastifyRequest) {
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

/** Identifies the caller of a public call, which is needed only if the content is not public. */
function getStaff<Input>(
  { access }: Endpoint,
  request: FastifyRequest,
  identify: Identify,
  input: Input,
  hide: (adminId: string) => Promise<Input>,
) {
  if (access.kind !== 'public' || !access.staff) return {};
  const { staff } = access;
  return {
    staff: async () => {
      await enforceAccess({ ...staff, place: 'none' }, request, identify);
      const caller = getCaller(request);
      const limited = getLimited(caller);
      if (limited !== undefined && (await hide(limited)) !== input) throw missing('record');
      return who(caller, request);
    },
  };
}

/**
 * Additional input of a stream: its token for repeated access checks, and the event to resume
 * after.
 */
function toStream(request: FastifyRequest) {
  const lastEventId = request.headers['last-event-id'];
  return {
    bearer: bearerToken(request),
    lastEventId: Array.isArray(lastEventId) ? lastEventId[0] : lastEventId,
  };
}

function toOrigin(request: FastifyRequest): Origin {
  return {
    requestId: request.id,
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').replace(/\p{Cc}/gu, '').slice(0, 300),
  };
}
