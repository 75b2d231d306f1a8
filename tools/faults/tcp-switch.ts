import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Switch in front of several processes, as small as a proxy can be: new connections go to the
 * processes in turn, and to the next one if one refuses. Open connections stay where they are.
 */
export class TcpSwitch {
  readonly #server: Server;
  #targets: URL[];
  #turn = 0;
  /** Connections that one process refused and another took. */
  passedOn = 0;

  private constructor(targets: readonly string[]) {
    this.#targets = targets.map((target) => new URL(target));
    this.#server = createServer((near) => void this.#accept(near));
  }

  static async open(targets: readonly string[]): Promise<TcpSwitch> {
    const made = new TcpSwitch(targets);
    made.#server.listen(0, '127.0.0.1');
    await once(made.#server, 'listening');
    return made;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Sends new connections to this process instead of another one. */
  replace(old: string, next: string): void {
    this.#targets = this.#targets.map((target) =>
      target.href === new URL(old).href ? new URL(next) : target,
    );
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    await closed;
  }

  async #accept(near: Socket): Promise<void> {
    near.on('error', () => near.destroy());
    const first = this.#turn++;
    for (let tries = 0; tries < this.#targets.length; tries++) {
      const target = this.#targets[(first + tries) % this.#targets.length]!;
      const far = connect({ host: target.hostname, port: Number(target.port) });
      const isOpen = await once(far, 'connect').then(
        () => true,
        () => false,
      );
      if (!isOpen) continue;
      if (tries > 0) this.passedOn += 1;
      far.on('error', () => far.destroy());
      far.on('close', () => near.destroy());
      near.on('close', () => far.destroy());
      near.pipe(far);
      far.pipe(near);
      return;
    }
    near.destroy();
  }
}
