import type { Send } from '@pos/contract/client';
import type { Random } from './random.ts';

/** A network that loses some answers: the server has done its work, and the register does not hear of it. */
export function losingAnswers(random: Random, share: number): (send: Send) => Send {
  return (send) => async (path, init) => {
    const response = await send(path, init);
    if (!random.chance(share)) return response;
    await response.body?.cancel();
    throw new TypeError('The connection broke before the answer came.');
  };
}
