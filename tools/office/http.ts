import { setTimeout as sleep } from 'node:timers/promises';
import type { Send } from '@pos/contract/client';

const LONGEST_ANSWER_MS = 60_000;
const LONGEST_PAUSE_MS = 3_000;
const TRY_AGAIN = new Set([429, 502, 503, 504]);

/** Sends requests to the server at `url`, with this bearer token where there is one. */
export function sendTo(url: string, token?: () => string | undefined): Send {
  return (path, init) => {
    const headers = new Headers(init.headers);
    const bearer = token?.();
    if (bearer) headers.set('authorization', `Bearer ${bearer}`);
    return fetch(`${url}${path}`, {
      ...init,
      headers,
      signal: init.signal ?? AbortSignal.timeout(LONGEST_ANSWER_MS),
    });
  };
}

/**
 * Sends again what found no server, got half an answer, a server that is not ready, or too many requests, with growing pauses, until `limitMs` is over.
 * For calls whose repetition changes nothing: reads, register calls, adds with an Idempotency-Key.
 */
export function insistent(
  send: Send,
  { limitMs = 120_000, onRetry }: { limitMs?: number; onRetry?: (why: string) => void } = {},
): Send {
  return async (path, init) => {
    const limit = Date.now() + limitMs;
    for (let tries = 0; ; tries++) {
      const outcome = await send(path, init)
        .then(readWhole)
        .catch((error: unknown) => error);
      const again =
        outcome instanceof Response ? TRY_AGAIN.has(outcome.status) : isBrokenConnection(outcome);
      if (!again || Date.now() > limit) {
        if (outcome instanceof Response) return outcome;
        throw outcome;
      }
      onRetry?.(outcome instanceof Response ? `HTTP ${outcome.status}` : 'no connection');
      await sleep(pauseMs(tries, outcome));
    }
  };
}

/** The answer once all of it is there: a server that dies while it answers has not answered. */
async function readWhole(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  return response.body
    ? new Response(await response.arrayBuffer(), { status, statusText, headers })
    : response;
}

/** The pause that the server asked for, else one that doubles; with some chance in it, so that registers do not all come back at once. */
function pauseMs(tries: number, outcome: unknown): number {
  const asked =
    outcome instanceof Response ? Number(outcome.headers.get('retry-after')) * 1_000 : 0;
  const growing = Math.min(LONGEST_PAUSE_MS, 100 * 2 ** tries);
  return Math.max(asked, growing) * (0.5 + Math.random() / 2);
}

/** fetch throws a TypeError for a connection that was refused or broke, a DOMException for an answer that took too long. */
function isBrokenConnection(error: unknown): boolean {
  return (
    error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')
  );
}
