import type { Answer, Api, Call, Endpoint } from './endpoint.ts';
import { FieldErrors, Refusal } from './errors.ts';

/**
 * A refusal by the API. `refusal.code` is the reason; `refusal.errors` has the field errors of
 * forms.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly refusal: Refusal;
  /** Seconds to wait before a retry, if the server sent them. */
  readonly retryAfter: number | undefined;

  constructor(status: number, refusal: Refusal, retryAfter?: number) {
    super(refusal.message);
    this.name = 'ApiError';
    this.status = status;
    this.refusal = refusal;
    this.retryAfter = retryAfter;
  }
}

export type CallOptions = { signal?: AbortSignal; idempotencyKey?: string };
/**
 * Sends a request: takes the path with its query and the options of fetch, returns fetch's
 * response.
 */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

type Method<E extends Endpoint> =
  Record<never, never> extends Call<E>
    ? (call?: Call<E>, options?: CallOptions) => Promise<Answer<E>>
    : (call: Call<E>, options?: CallOptions) => Promise<Answer<E>>;
export type Client<Apis extends Record<string, Api>> = {
  readonly [Feature in keyof Apis]: {
    readonly [Name in keyof Apis[Feature]]: Method<Apis[Feature][Name]>;
  };
};

/**
 * Makes the typed client, as in `client.devices.add({ body })`. Used by the web app, the tools and
 * the API's tests.
 */
export function createClient<const Apis extends Record<string, Api>>(
  apis: Apis,
  send: Send,
): Client<Apis> {
  const features = Object.entries(apis).map(([feature, api]) => [
    feature,
    Object.fromEntries(
      Object.entries(api).map(([name, endpoint]) => [
        name,
        async (call?: Parts, options?: CallOptions) =>
          readAnswer(await sendCall(endpoint, call, options, send)),
      ]),
    ),
  ]);
  return Object.fromEntries(features) as Client<Apis>;
}

/**
 * Calls an endpoint that answers with a file; returns its bytes and name. Throws `ApiError` on a
 * refusal.
 */
export async function fetchFile<E extends Endpoint>(
  endpoint: E,
  call: Call<E>,
  send: Send,
): Promise<{ blob: Blob; fileName: string }> {
  const response = await sendCall(endpoint, call as Parts, undefined, send);
  if (!response.ok) await readAnswer(response);
  const fileName = /filename="([^"]+)"/.exec(
    response.headers.get('content-disposition') ?? '',
  )?.[1];
  return { blob: await response.blob(), fileName: fileName ?? 'download' };
}

type Parts = {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: Blob;
  fileName?: string;
};

function sendCall(
  endpoint: Endpoint,
  { params = {}, query = {}, body, file, fileName }: Parts = {},
  options: CallOptions | undefined,
  send: Send,
): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (options?.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  let payload: RequestInit['body'];
  if (file) {
    const form = new FormData();
    for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
      if (value !== undefined)
        form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
    form.append('file', file, fileName);
    payload = form;
  } else if (body !== undefined) {
    headers['content-type'] = 'application/json';
    payload = JSON.stringify(body);
  }
  return send(toPath(endpoint, params, query), {
    method: endpoint.method,
    headers,
    ...(payload !== undefined && { body: payload }),
    ...(options?.signal && { signal: options.signal }),
  });
}

/** The URL of a call: its path with the parameters filled in, and the query. */
export function toPath(
  endpoint: Endpoint,
  params: Record<string, string>,
  query: Record<string, unknown>,
): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null && item !== '') search.append(name, String(item));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

async function readAnswer(response: Response): Promise<never> {
  // A response that was cut off or aborted throws here as well.
  if (response.ok) return (await response.json()) as never;
  const body: unknown = await response.json().catch(() => undefined);
  const refusal = Refusal.safeParse(body);
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  throw new ApiError(
    response.status,
    refusal.success
      ? withFieldErrors(response.status, refusal.data)
      : {
          code: 'NOT_READY',
          message: `The server answered ${response.status}. Try again in a moment.`,
          requestId: response.headers.get('x-request-id') ?? '',
        },
    retryAfter,
  );
}

/**
 * Reads the field errors of a 400 from its message, a JSON object of field to sentence
 * (specification 8); `errors` of the body is a copy of it for other clients.
 */
function withFieldErrors(status: number, refusal: Refusal): Refusal {
  if (status !== 400 || !refusal.message.startsWith('{')) return refusal;
  try {
    const errors = FieldErrors.parse(JSON.parse(refusal.message));
    return { ...refusal, errors };
  } catch {
    // A plain message that happens to start with a brace.
    return refusal;
  }
}
