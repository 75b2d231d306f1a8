import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { LiveMessage, type LiveEvent, type LiveKind } from '@pos/contract/staff/events';
import { vi } from 'vitest';

/** Reader of live events over HTTP, like a page. */
export type EventReader = {
  status: number;
  headers: IncomingHttpHeaders;
  /** Events received so far. */
  events: LiveEvent[];
  /** Number of messages received that report a gap. */
  missed(): number;
  lastEventId(): string | undefined;
  hasEnded(): boolean;
  /** Waits for an event of this kind (that names this record). */
  hears(kind: LiveKind, id?: string): Promise<void>;
  close(): void;
};

/**
 * Opens a stream at `address` on its own connection and waits for its first message. Validates each
 * message against the contract.
 */
export async function readEvents(
  address: string,
  token: string | undefined,
  lastEventId?: string,
): Promise<EventReader> {
  const call = request(`${address}/v1/events`, {
    agent: false,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  }).end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  const events: LiveEvent[] = [];
  let messages = 0;
  let missed = 0;
  let last: string | undefined;
  let ended = false;
  const follow = async () => {
    try {
      for await (const line of readLines(response)) {
        if (line.startsWith('id: ')) last = line.slice(4);
        if (!line.startsWith('data: ')) continue;
        const message = LiveMessage.parse(JSON.parse(line.slice(6)));
        messages += 1;
        if (message.missed) missed += 1;
        events.push(...message.events);
      }
    } catch {
      // A broken connection also counts as the end.
    }
    ended = true;
  };
  if (response.statusCode === 200) {
    void follow();
    await vi.waitUntil(() => messages > 0 || ended, { timeout: 10_000 });
  } else call.destroy();
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    missed: () => missed,
    lastEventId: () => last,
    hasEnded: () => ended,
    hears: async (kind, id) =>
      void (await vi.waitUntil(
        () =>
          events.some(
            (event) => event.kind === kind && (id === undefined || event.ids.includes(id)),
          ),
        { timeout: 10_000 },
      )),
    close: () => call.destroy(),
  };
}

/** Reads the lines of each complete message. */
async function* readLines(response: IncomingMessage): AsyncGenerator<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      yield* lines;
    }
  }
}
