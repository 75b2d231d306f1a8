import { once } from 'node:events';
import { Transform } from 'node:stream';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

type Pair = { near: Socket; far: Socket | undefined };

/**
 * TCP proxy in front of a database or another server that can fail like a network: it forwards, refuses, or accepts
 * and never answers, or breaks after some bytes. A silenced connection stays silent, as after a failover.
 */
export class TcpProxy {
  readonly #server: Server;
  #target: { host: string; port: number };
  readonly #pairs = new Set<Pair>();
  #isSilent = false;
  #bytesLeft: (() => number) | undefined;
  #port = 0;

  private constructor(databaseUrl: string) {
    this.#target = toTarget(databaseUrl);
    this.#server = createServer((near) => this.#accept(near));
  }

  /** Opens a proxy on a free port of this machine, in front of the server of `databaseUrl`. */
  static async open(databaseUrl: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(databaseUrl);
    await proxy.#listen();
    return proxy;
  }

  /** Returns the connection string through this proxy. */
  url(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.searchParams.delete('host');
    url.hostname = '127.0.0.1';
    url.port = String(this.#port);
    return url.href;
  }

  /** Leads new connections to the server of `databaseUrl`, like a balancer. Open ones stay. */
  leadTo(databaseUrl: string): void {
    this.#target = toTarget(databaseUrl);
  }

  /**
   * Breaks each new connection when so many bytes have gone through it, in the middle of a request or
   * of its answer; never if that is Infinity. Without an argument no longer does.
   */
  breakAfter(bytes?: () => number): void {
    this.#bytesLeft = bytes;
  }

  /** Stops forwarding without closing anything. New connections are accepted and never answered. */
  silence(): void {
    this.#isSilent = true;
    for (const { near, far } of this.#pairs) {
      if (far) near.unpipe(far);
      far?.unpipe(near);
      far?.destroy();
      // Read, so that the other side's writes do not fail.
      near.resume();
    }
  }

  /** Breaks every connection and refuses new ones, like a server that ended. */
  async refuse(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#destroyAll();
    await closed;
  }

  /** Forwards new connections again. */
  async resume(): Promise<void> {
    this.#isSilent = false;
    if (!this.#server.listening) await this.#listen();
  }

  async close(): Promise<void> {
    if (this.#server.listening) await this.refuse();
    else this.#destroyAll();
  }

  async #listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  #destroyAll(): void {
    for (const { near, far } of this.#pairs) {
      near.destroy();
      far?.destroy();
    }
  }

  #accept(near: Socket): void {
    const far = this.#isSilent ? undefined : connect(this.#target);
    const pair: Pair = { near, far };
    this.#pairs.add(pair);
    near.on('error', () => near.destroy());
    near.on('close', () => {
      this.#pairs.delete(pair);
      far?.destroy();
    });
    if (!far) return void near.resume();
    far.on('error', () => far.destroy());
    // A silenced connection keeps its near side open.
    far.on('close', () => void (this.#isSilent || near.destroy()));
    const breaker = this.#bytesLeft && makeBreaker(this.#bytesLeft(), pair);
    if (breaker) {
      near.pipe(breaker()).pipe(far);
      far.pipe(breaker()).pipe(near);
    } else {
      near.pipe(far);
      far.pipe(near);
    }
  }
}

/** Makes streams that together let some bytes through, then break the connection. */
function makeBreaker(bytes: number, { near, far }: Pair): () => Transform {
  let left = bytes;
  return () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const part = chunk.subarray(0, Math.max(0, left));
        left -= chunk.length;
        if (left > 0) return done(null, part);
        done(null, part);
        // After what went through.
        setImmediate(() => [near, far].forEach((socket) => socket?.destroySoon()));
      },
    });
}

function toTarget(databaseUrl: string): { host: string; port: number } {
  const { hostname, port } = new URL(databaseUrl);
  return { host: hostname, port: Number(port) };
}
