import type { Refusal } from '@pos/contract/errors';
import type { Send } from '@pos/contract/client';

/** A call and what came back; status 0 means no response. Times are of performance.now(). */
export type Answered = {
  /** Register or clerk that called. */
  by: string;
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

  /** Returns a wrapper of `send` that records its answers. */
  readonly network =
    (by: string) =>
    (send: Send): Send => {
      return async (path, init) => {
        const began = performance.now();
        const note = (answer: Pick<Answered, 'status'> & Partial<Answered>) =>
          void this.all.push({ by, began, at: performance.now(), path, ...answer });
        try {
          const response = await send(path, init);
          note({
            status: response.status,
            ...(response.ok ? {} : await toReason(response.clone())),
          });
          return response;
        } catch (error) {
          note({ status: 0 });
          throw error;
        }
      };
    };

  /** Returns the answers since `at` that were not successful. */
  refused(at = 0): Answered[] {
    return this.all.filter((one) => one.at >= at && (one.status < 200 || one.status >= 300));
  }

  /** Returns the longest time since `at` in which one of the callers had no success, until now. */
  longestSilence(at: number, path: string, callers: readonly string[]): number {
    const silences = callers.map((by) => {
      const times = this.all
        .filter((one) => one.by === by && one.at >= at && one.status === 200 && one.path === path)
        .map((one) => one.at);
      const ends = [...times, performance.now()];
      return Math.max(...ends.map((time, index) => time - (times[index - 1] ?? at)));
    });
    return Math.max(...silences);
  }

  /** Returns the time of the first success of a call that began after `at`, if there was one. */
  firstSuccess(at: number, path: string, by?: string): number | undefined {
    return this.all.find(
      (one) =>
        one.began >= at &&
        one.status === 200 &&
        one.path === path &&
        (by === undefined || one.by === by),
    )?.at;
  }
}

async function toReason(response: Response): Promise<Partial<Answered>> {
  const { code, message } = (await response.json().catch(() => ({}))) as Partial<Refusal>;
  const retryAfter = response.headers.get('retry-after');
  return {
    ...(code !== undefined && { code }),
    ...(message !== undefined && { message }),
    ...(retryAfter !== null && { retryAfter: Number(retryAfter) }),
  };
}

/** Counts answers by their status and code. */
export function countAnswers(answers: readonly Answered[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, code } of answers) {
    const name = [status || 'no response', ...(code === undefined ? [] : [code])].join(' ');
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
