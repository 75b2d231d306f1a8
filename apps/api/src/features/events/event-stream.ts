import { Readable } from 'node:stream';
import type { LiveMessage } from '@pos/contract/events';

/** What may wait for a reader, in bytes, before the reader is cut off. */
const MOST_WAITING = 256 * 1024;

/** Server-sent events on their way to one reader. It waits for nobody: a reader who does not keep up is cut off and comes back later. */
export class EventStream extends Readable {
  #isOver = false;

  constructor() {
    super({ read: () => undefined });
  }

  /** A message, and where to go on after it. */
  tell(message: LiveMessage, cursor?: string): void {
    this.#write(
      `${cursor === undefined ? '' : `id: ${cursor}\n`}data: ${JSON.stringify(message)}\n\n`,
    );
  }

  /** A sign of life, and where to go on after it. */
  beat(cursor: string): void {
    this.#write(`: alive\nid: ${cursor}\n\n`);
  }

  /** Ends it once everything was sent. */
  finish(): void {
    if (this.#isOver || this.destroyed) return;
    this.#isOver = true;
    this.push(null);
  }

  #write(text: string): void {
    if (this.#isOver || this.destroyed) return;
    this.push(text);
    if (this.readableLength > MOST_WAITING) this.destroy();
  }
}
