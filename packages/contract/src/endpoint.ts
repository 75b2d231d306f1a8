import type { z } from 'zod';
import type { HeavyKind } from './heavy-work.ts';
import type { Access } from './permissions.ts';

/** One call as data: the API serves it, the web app calls it, OpenAPI describes it, the access test walks it. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/v1/${string}`;
  readonly summary: string;
  /** What a caller must know beyond the summary; shown in OpenAPI and on /docs. */
  readonly description?: string;
  readonly access: Access;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** A multipart call: `body` describes the fields beside the one part named `file`. */
  readonly upload?: true;
  /** The call may answer with a file (`FileAnswer`) instead of the JSON of `response`. */
  readonly file?: true;
  /** A `ticket` in the query of this GET stands for the token of whoever asked for it, once. */
  readonly ticketed?: true;
  /** The call answers with server-sent events; `response` describes the data of one message. */
  readonly stream?: true;
  /** The answer of the first call with the same Idempotency-Key is given again (api.md). */
  readonly idempotent?: true;
  /** Arrays of the body whose items are judged one by one: an unreadable item never refuses the others. */
  readonly judges?: readonly string[];
  /** The call takes much of the server: it waits for its turn among those of its kind (heavy-work.ts). */
  readonly heavy?: HeavyKind;
  readonly response: z.ZodType;
};

export type Api = Record<string, Endpoint>;

export function defineApi<const A extends Api>(api: A): A {
  return api;
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler receives, after parsing. */
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

/** What a caller passes: `{ params, query, body, file }`, as far as the call has them. */
export type Call<E extends Endpoint> = Sent<E['params'], 'params'> &
  Sent<E['query'], 'query'> &
  Sent<E['body'], 'body'> &
  (E extends { upload: true } ? { file: Blob; fileName: string } : unknown);

/** What a call answers: the whole body. */
export type Answer<E extends Endpoint> = z.output<E['response']>;
