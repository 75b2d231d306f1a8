import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { atShare } from '../measure.ts';

/** A request sent repeatedly. `next` builds a new body each time and names the sender. */
export type Target = {
  url: string;
  token?: string;
  next?: () => { token?: string; body: string };
};
/** Result of several windows: responses a second of each, and all durations in milliseconds. */
export type LoadResult = { perSecond: number[]; p50: number; p99: number };

const WARM_UP_MS = 400;
const ROUNDS = 5;

/**
 * Loads the targets alternately, in short windows that add up to `ms` each, so other load on the
 * machine affects them alike.
 */
export async function runLoadInTurns(
  targets: readonly Target[],
  connections: number,
  ms: number,
): Promise<LoadResult[]> {
  for (const target of targets) await press(target, connections, WARM_UP_MS);
  const windows = targets.map((): { perSecond: number; times: number[] }[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, target] of targets.entries())
      windows[index]!.push(await press(target, connections, ms / ROUNDS));
  }
  return windows.map((ofTarget) => {
    const times = ofTarget.flatMap((window) => window.times);
    const perSecond = ofTarget.map((window) => window.perSecond);
    return { perSecond, p50: getMedian(times), p99: atShare(times, 0.99) };
  });
}

/**
 * Requests the targets alternately, one request each, for `ms` together, so other load on the
 * machine affects them alike. Returns the median of each, in milliseconds.
 */
export async function askInTurn(targets: readonly Target[], ms: number): Promise<number[]> {
  for (const target of targets) await press(target, 1, WARM_UP_MS);
  const asked = targets.map((target) => ({
    ...target,
    agent: new Agent({ keepAlive: true, maxSockets: 1 }),
    times: [] as number[],
  }));
  for (const until = performance.now() + ms; performance.now() < until;) {
    for (const { url, token, agent, times } of asked) {
      const begun = performance.now();
      await send(url, agent, withToken(token), undefined);
      times.push(performance.now() - begun);
    }
  }
  for (const { agent } of asked) agent.destroy();
  return asked.map(({ times }) => getMedian(times));
}

const getMedian = (values: readonly number[]) => atShare(values, 0.5);

/** Returns the throughput of `one` as a multiple of `other`, by adjacent windows. */
export function getRatio(one: LoadResult, other: LoadResult): number {
  return getMedian(one.perSecond.map((value, round) => value / other.perSecond[round]!));
}

/** Sends requests over `connections` at once for `ms`. Throws on any response other than 200. */
async function press(
  { url, token, next }: Target,
  connections: number,
  ms: number,
): Promise<{ perSecond: number; times: number[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const started = performance.now();
  const until = started + ms;
  const worker = async () => {
    while (performance.now() < until) {
      const made = next?.();
      const headers = {
        ...withToken(made?.token ?? token),
        ...(made && { 'content-type': 'application/json' }),
      };
      const begun = performance.now();
      await send(url, agent, headers, made?.body);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const took = performance.now() - started;
  agent.destroy();
  return { perSecond: (times.length * 1_000) / took, times };
}

const withToken = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

function send(
  url: string,
  agent: Agent,
  headers: Record<string, string>,
  body: string | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const length = body !== undefined && { 'content-length': String(Buffer.byteLength(body)) };
    const options = { agent, method, headers: { ...headers, ...length } };
    const sent = request(url, options, (response) => {
      const { statusCode } = response;
      let refusal = '';
      response.on('data', (chunk: Buffer) => statusCode !== 200 && (refusal += chunk.toString()));
      response.on('end', () =>
        statusCode === 200
          ? resolve()
          : reject(new Error(`${url} answered ${statusCode}: ${refusal.slice(0, 300)}`)),
      );
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
