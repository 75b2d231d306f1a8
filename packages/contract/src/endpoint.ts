import type { z } from 'zod';
import type { HeavyKind } from './heavy-kinds.ts';
import type { Access, Place } from './permissions.ts';
import { IdParams } from './values.ts';

/**
 * One call as data. The API serves it, the web app calls it, OpenAPI describes it, and the access
 * test checks it.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/v1/${string}`;
  readonly summary: string;
  /** Details beyond the summary, shown in OpenAPI and on /docs. */
  readonly description?: string;
  readonly access: Access & { readonly place: Place };
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** True for a multipart call: `body` describes the fields besides the part named `file`. */
  readonly upload?: true;
  /** True if the call may answer with a file (`FileAnswer`) instead of the JSON of `response`. */
  readonly file?: true;
  /** True if a one-time `ticket` in the query of this GET can replace the caller's token. */
  readonly ticketed?: true;
  /**
   * True if the call answers with server-sent events; `response` describes the data of one message.
   */
  readonly stream?: true;
  /** True if a repeat with the same Idempotency-Key gets the first call's answer (api.md). */
  readonly idempotent?: true;
  /**
   * Arrays of the body whose items are checked one by one; an invalid item never refuses the
   * others.
   */
  readonly judges?: readonly string[];
  /** Kind of heavy work; the call waits for its turn among those of its kind (heavy-work.ts). */
  readonly heavy?: HeavyKind;
  /**
   * Set if the answer holds names of children, whose reading is recorded (domain 3.22): the kind of
   * record that `:id` names, true for a call without `:id`, `file` for a file that says whether it
   * holds some.
   */
  readonly names?: true | 'file' | NamedRecord;
  readonly response: z.ZodType;
};

/** Records with which names of children are read. */
export type NamedRecord = 'fair' | 'order' | 'payment' | 'school' | 'student';

export type Api = Record<string, Endpoint>;

type Method = Endpoint['method'];
/** A call as it is written: `call: 'GET /v1/devices'`. A path with `:id` has the `params` of an ID. */
type Declared = Omit<Endpoint, 'method' | 'path' | 'access'> & {
  readonly call: `${Method} /v1/${string}`;
  readonly place: Place;
  readonly access: Access;
};
type Defined<D extends Declared> = Omit<D, 'call' | 'place' | 'access'> & {
  readonly access: D['access'] & { readonly place: D['place'] };
} & (D['call'] extends `${infer M extends Method} ${infer P extends Endpoint['path']}`
    ? { readonly method: M; readonly path: P }
    : never) &
  (D extends { readonly params: z.ZodType }
    ? unknown
    : D['call'] extends `${string}/:id` | `${string}/:id/${string}`
      ? { readonly params: typeof IdParams }
      : unknown);

export function defineApi<const A extends Record<string, Declared>>(
  api: A,
): { readonly [Name in keyof A]: Defined<A[Name]> } {
  const entries = Object.entries(api).map(([name, { call, place, access, ...rest }]) => {
    const [method, path] = call.split(' ');
    const params = path?.split('/').includes(':id') && { params: IdParams };
    return [name, { method, path, access: { ...access, place }, ...params, ...rest }];
  });
  return Object.fromEntries(entries) as { [Name in keyof A]: Defined<A[Name]> };
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** Input of a handler, after parsing. */
export type Received<E extends Endpoint> = {
  params: Output<E['params']>;
  query: Output<E['query']>;
  body: Output<E['body']>;
};

type Sent<S, Key extends string> = S extends z.ZodType
  ? Record<never, never> extends z.input<S>
    ? { [K in Key]?: z.input<S> }
    : { [K in Key]: z.input<S> }
  : unknown;

/** Input of a caller: `{ params, query, body, file }`, as far as the call has them. */
export type Call<E extends Endpoint> = Sent<E['params'], 'params'> &
  Sent<E['query'], 'query'> &
  Sent<E['body'], 'body'> &
  (E extends { upload: true } ? { file: Blob; fileName: string } : unknown);

/** The whole response body of a call. */
export type Answer<E extends Endpoint> = z.output<E['response']>;
