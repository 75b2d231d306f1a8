import { Readable } from 'node:stream';
import type { LiveMessage } from '@pos/contract/staff/events';

/** Maximum buffered bytes per reader. A reader over the limit is disconnected. */
const MAX_WAITING = 256 * 1024;

/**
 * Server-sent events to one reader. Never blocks: a slow reader is disconnected and reconnects
 * later.
 */
export class EventStream extends Readable {
  #isOver = false;

  constructor() {
    super({ read: () => undefined });
  }

  /** Sends a message and the cursor to resume after it. */
  tell(message: LiveMessage, cursor?: string): void {
    this.#write(
      `${cursor === undefined ? '' : `id: ${cursor}\n`}data: ${JSON.stringify(message)}\n\n`,
    );
  }

  /** Sends a heartbeat and the cursor to resume after it. */
  beat(cursor: string): void {
    this.#write(`: alive\nid: ${cursor}\n\n`);
  }

  /** Ends the stream after everything buffered is sent. */
  finish(): void {
    if (this.#isOver || this.destroyed) return;
    this.#isOver = true;
    this.push(null);
  }

  #write(text: string): void {
    if (this.#isOver || this.destroyed) return;
    this.push(text);
    if (this.readableLength > MAX_WAITING) this.destroy();
  }
}
