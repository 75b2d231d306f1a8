import type { Send } from '@pos/contract/client';
import type { Random } from '@pos/world/random';

/**
 * Simulates a network that loses some responses: the server has done the work, but the register
 * does not know.
 */
export function losingAnswers(random: Random, share: number): (send: Send) => Send {
  return (send) => async (path, init) => {
    const response = await send(path, init);
    if (!random.chance(share)) return response;
    await response.body?.cancel();
    throw new TypeError('The connection broke before the response arrived.');
  };
}
