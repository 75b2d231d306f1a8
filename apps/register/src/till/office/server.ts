import { ApiError, type Client, createClient, type Send } from '@pos/contract/client';
import { registerApi } from '@pos/contract/sales/register';
import type { Catalog } from '@pos/contract/sales/register-catalog';

const LONGEST_ANSWER_MS = 60_000;

/** Failure of a call. `locked`, `wait` and `unready` may say how many seconds to wait. */
export type Trouble = {
  kind:
    | 'no_network'
    | 'unauthorized'
    | 'forbidden'
    | 'locked'
    | 'wait'
    | 'unready'
    | 'too_large'
    | 'missing'
    | 'invalid'
    | 'broken';
  seconds?: number;
  requestId?: string;
};

/** Returns why a call failed. Throws what is not a failure of a call. */
export function toTrouble(error: unknown): Trouble {
  if (!(error instanceof ApiError)) {
    // fetch throws a TypeError for a broken connection; an answer that was cut off is no JSON.
    if (error instanceof TypeError || error instanceof DOMException || error instanceof SyntaxError)
      return { kind: 'no_network' };
    throw error;
  }
  const wait = error.retryAfter === undefined ? {} : { seconds: error.retryAfter };
  const { requestId } = error.refusal;
  return { kind: toKind(error.status), ...wait, requestId };
}

function toKind(status: number): Trouble['kind'] {
  switch (status) {
    case 401:
      return 'unauthorized';
    case 403:
      return 'forbidden';
    case 404:
      return 'missing';
    case 413:
      return 'too_large';
    case 423:
      return 'locked';
    case 429:
      return 'wait';
    case 502:
    case 503:
    case 504:
      return 'unready';
    default:
      return status < 500 ? 'invalid' : 'broken';
  }
}

type Pos = Client<{ pos: typeof registerApi }>['pos'];

/**
 * The calls of a register. Notes whether the last one reached a server: a browser that is "online"
 * may be in a network that leads nowhere.
 */
export class Server {
  readonly #send: Send;
  #isReached = true;
  /** Called after a call reached a server for the first time again, or no longer did. */
  onChange: () => void = () => undefined;

  constructor(send: Send = (path, init) => fetch(path, init)) {
    this.#send = send;
  }

  get isReached(): boolean {
    return this.#isReached;
  }

  /** The browser says that its network came or went. */
  setReached(isReached: boolean): void {
    if (isReached === this.#isReached) return;
    this.#isReached = isReached;
    this.onChange();
  }

  /** The calls with a token, or without one. */
  pos(token?: string): Pos {
    return createClient({ pos: registerApi }, (path, init) => this.#call(path, init, token)).pos;
  }

  /**
   * Reads the catalog, or its changes since a cursor; null if nothing has changed since the answer
   * with this ETag.
   */
  async catalog(
    token: string,
    { etag, since }: { etag?: string | null; since?: string },
  ): Promise<{ catalog: Catalog; etag: string | null } | null> {
    let isUnchanged = false;
    let tag: string | null = null;
    const client = createClient({ pos: registerApi }, async (path, init) => {
      const headers = new Headers(init.headers);
      if (etag) headers.set('if-none-match', etag);
      const response = await this.#call(path, { ...init, headers }, token);
      isUnchanged = response.status === 304;
      tag = response.headers.get('etag');
      return isUnchanged ? Response.json({ data: null }) : response;
    });
    const { data } = await client.pos.catalog(since === undefined ? {} : { query: { since } });
    return isUnchanged ? null : { catalog: data, etag: tag };
  }

  async #call(path: string, init: RequestInit, token: string | undefined): Promise<Response> {
    const headers = new Headers(init.headers);
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    try {
      const response = await this.#send(path, {
        ...init,
        headers,
        cache: 'no-store',
        signal: init.signal ?? AbortSignal.timeout(LONGEST_ANSWER_MS),
      });
      // A proxy answers for a server that is away.
      this.setReached(![502, 504].includes(response.status));
      return response;
    } catch (error) {
      this.setReached(false);
      throw error;
    }
  }
}
