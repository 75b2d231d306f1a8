import { setTimeout as sleep } from 'node:timers/promises';
import type { Send } from '@pos/contract/client';
import { pauseBeforeRepeat } from '@pos/contract/sales/register-sending';

const LONGEST_ANSWER_MS = 60_000;
const TRY_AGAIN = new Set([429, 502, 503, 504]);

/** Sends requests to the server at `url`, with this bearer token if given. */
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
 * Retries with growing pauses, until `limitMs` is over, requests that found no server, got half a
 * response, a server that is not ready, or too many requests. For idempotent calls only: reads,
 * register calls, adds with an Idempotency-Key.
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
      const asked =
        outcome instanceof Response ? Number(outcome.headers.get('retry-after')) : undefined;
      await sleep(pauseBeforeRepeat(tries, asked));
    }
  };
}

/**
 * Returns the response once its body is complete: a server that dies mid-response has not answered.
 */
async function readWhole(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  return response.body
    ? new Response(await response.arrayBuffer(), { status, statusText, headers })
    : response;
}

/** fetch throws a TypeError for a refused or broken connection, a DOMException for a timeout. */
function isBrokenConnection(error: unknown): boolean {
  return (
    error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')
  );
}
