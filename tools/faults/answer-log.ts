import type { Refusal } from '@pos/contract/errors';
import type { Send } from '@pos/contract/client';

/** A call and what came back; status 0 means no response. Times are of performance.now(). */
export type Answered = {
  began: number;
  at: number;
  status: number;
  path: string;
  code?: string;
  message?: string;
  retryAfter?: number;
};

/** Records the answers to calls, whatever repeats them. */
export class AnswerLog {
  readonly all: Answered[] = [];

  /** Wraps `send` to record its answers. */
  readonly network = (send: Send): Send => {
    return async (path, init) => {
      const began = performance.now();
      const note = (answer: Omit<Answered, 'began' | 'at' | 'path'>) =>
        void this.all.push({ began, at: performance.now(), path, ...answer });
      try {
        const response = await send(path, init);
        note({ status: response.status, ...(response.ok ? {} : await reasonOf(response.clone())) });
        return response;
      } catch (error) {
        note({ status: 0 });
        throw error;
      }
    };
  };

  /** Returns the answers since `at` (performance.now()) that were not successful. */
  refused(at: number): Answered[] {
    return this.all.filter((one) => one.at >= at && (one.status < 200 || one.status >= 300));
  }

  /** Returns the longest time since `at` without a success of this path, until now. */
  longestSilence(at: number, path: string): number {
    const successes = this.all
      .filter((one) => one.at >= at && one.status === 200 && one.path === path)
      .map((one) => one.at);
    const times = [at, ...successes, performance.now()];
    return Math.max(...times.slice(1).map((time, index) => time - times[index]!));
  }

  /** Returns the time of the first success of a call that began after `at`, if there was one. */
  firstSuccess(at: number, path?: string): number | undefined {
    return this.all.find(
      (one) => one.began >= at && one.status === 200 && (path === undefined || one.path === path),
    )?.at;
  }
}

async function reasonOf(response: Response): Promise<Partial<Answered>> {
  const { code, message } = (await response.json().catch(() => ({}))) as Partial<Refusal>;
  const retryAfter = response.headers.get('retry-after');
  return {
    ...(code !== undefined && { code }),
    ...(message !== undefined && { message }),
    ...(retryAfter !== null && { retryAfter: Number(retryAfter) }),
  };
}

/** Counts refusals by their status and code. */
export function countRefusals(refused: readonly Answered[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, code } of refused) {
    const name = status === 0 ? 'no response' : `${status} ${code ?? 'without a code'}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
