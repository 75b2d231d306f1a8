import type { Readable } from 'node:stream';
import type { Answer, Api, Endpoint, Received } from '@pos/contract/endpoint';
import type { Tx } from '../db/db.ts';
import type { Actor, Origin, SignedInAdmin, SignedInRegister } from './access/identity.ts';

/**
 * A file from a multipart call with its complete content, at most MAX_UPLOAD_BYTES. `name` is empty
 * if the part has none.
 */
export type UploadedFile = { name: string; bytes: Buffer };

/**
 * A file to download, returned by calls marked `file` in the contract. With `maxAge`, in seconds, any
 * cache may store it that long. `holdsNames` is false if a file of a call that declares `names` holds
 * none of children.
 */
export class FileAnswer {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer | Readable;
  readonly maxAge: number | undefined;
  readonly holdsNames: boolean;

  constructor(
    fileName: string,
    contentType: string,
    content: Buffer | Readable,
    { maxAge, holdsNames = true }: { maxAge?: number; holdsNames?: boolean } = {},
  ) {
    this.fileName = fileName;
    this.contentType = contentType;
    this.content = content;
    this.maxAge = maxAge;
    this.holdsNames = holdsNames;
  }
}

/**
 * Server-sent events until either side ends them, returned by calls marked `stream` in the
 * contract.
 */
export class StreamAnswer {
  readonly content: Readable;

  constructor(content: Readable) {
    this.content = content;
  }
}

/**
 * Answer of a conditional GET. `etag` is sent even if the caller already has the content. With
 * `maxAge`, in seconds, any cache may store it that long; without, none may.
 */
export class Tagged<Body> {
  readonly etag: string;
  readonly body: Body;
  readonly maxAge: number | undefined;

  constructor(etag: string, body: Body, maxAge?: number) {
    this.etag = etag;
    this.body = body;
    this.maxAge = maxAge;
  }
}

type StaffCaller = { admin: SignedInAdmin; actor: Actor };

/** `staff` of a public call refuses callers without its right. */
type WhoCalls<E extends Endpoint> = E['access'] extends { kind: 'device' }
  ? { register: SignedInRegister; actor: Actor }
  : E['access'] extends { kind: 'public' }
    ? E['access'] extends { staff: object }
      ? { staff: () => Promise<StaffCaller> }
      : unknown
    : StaffCaller;

/**
 * Input of a handler: the parsed request, the caller, the transaction if the contract says
 * `idempotent`, and the token if it outlives the request.
 */
export type Incoming<E extends Endpoint> = Received<E> &
  WhoCalls<E> & { origin: Origin } & (E extends { idempotent: true } ? { tx: Tx } : unknown) &
  (E extends { upload: true } ? { file: UploadedFile } : unknown) &
  (E extends { stream: true } ? { bearer: string; lastEventId: string | undefined } : unknown);

type Outcome<E extends Endpoint> = E extends { stream: true }
  ? StreamAnswer
  : Answer<E> | Tagged<Answer<E>> | (E extends { file: true } ? FileAnswer : never);
type Handler<E extends Endpoint> = (request: Incoming<E>) => Promise<Outcome<E>>;

/** One handler per endpoint. A missing one is a type error. */
export type Handlers<A extends Api> = { [Name in keyof A]: Handler<A[Name]> };

/** A feature's endpoints with their handlers, as listed in app.ts. */
export type Feature = { api: Api; handlers: Record<string, (request: never) => Promise<unknown>> };

export function feature<const A extends Api>(api: A, handlers: Handlers<A>): Feature {
  return { api, handlers: handlers };
}
