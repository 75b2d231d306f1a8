import { performance } from 'node:perf_hooks';
import type { Endpoint } from '@pos/contract/endpoint';
import type { HostileGround } from './hostile-ground.ts';
import {
  type HostileAnswer,
  type HostileFigures,
  type HostileRequest,
  toRequest,
  type Sent,
} from './hostile-requests.ts';

/** Valid call that a hostile value goes into. */
export type HostileCall = Awaited<ReturnType<HostileGround['goodCalls']>>[number];

/** Concurrent refused requests: they store nothing, so their order does not matter. */
const AT_ONCE = 4;

/** Sends hostile calls as someone who may make them, and counts and times the requests. */
export class HostileClient {
  readonly figures: HostileFigures = {
    requests: 0,
    refused: 0,
    taken: 0,
    times: [],
    slowestMs: 0,
    slowest: '',
  };
  readonly ground: HostileGround;
  readonly #send: (request: HostileRequest) => Promise<Sent>;
  readonly #good = new Map<string, Promise<HostileCall[]>>();

  constructor(ground: HostileGround, send: (request: HostileRequest) => Promise<Sent>) {
    this.ground = ground;
    this.#send = send;
  }

  /**
   * Returns the valid calls of an endpoint, created once, for requests that are refused regardless
   * of the record.
   */
  goodCalls(endpoint: Endpoint): Promise<HostileCall[]> {
    const key = `${endpoint.method} ${endpoint.path}`;
    const known = this.#good.get(key) ?? this.ground.goodCalls(endpoint);
    this.#good.set(key, known);
    return known;
  }

  /** Sends a call; `at` names the place of the hostile value in messages. */
  async call(
    at: string,
    endpoint: Endpoint,
    call: HostileCall,
    more: Record<string, string> = {},
  ): Promise<HostileAnswer> {
    const request = toRequest(endpoint, call, this.ground.tokenFor(endpoint), more);
    const began = performance.now();
    const { statusCode, body } = await this.#send(request);
    const tookMs = performance.now() - began;
    const { figures } = this;
    figures.requests += 1;
    figures.times.push(tookMs);
    figures[statusCode < 400 ? 'taken' : 'refused'] += 1;
    if (tookMs > figures.slowestMs) Object.assign(figures, { slowestMs: tookMs, slowest: at });
    return { statusCode, body, at, tookMs };
  }

  /** Repeats a save with the current version named by the first refusal. */
  async callCurrent(at: string, endpoint: Endpoint, call: HostileCall): Promise<HostileAnswer> {
    const answer = await this.call(at, endpoint, call);
    if (answer.statusCode !== 409) return answer;
    const { code, current } = JSON.parse(answer.body) as {
      code: string;
      current?: { version: number };
    };
    if (code !== 'STALE_VERSION' || !current) return answer;
    const body = { ...(call.body as Record<string, unknown>), version: current.version };
    return this.call(at, endpoint, { ...call, body });
  }

  /** Sends a call that must be refused, and returns a fault unless the refusal names a field. */
  async refusal(at: string, endpoint: Endpoint, call: HostileCall, fields: string[]) {
    const answer = await this.call(at, endpoint, call);
    if (answer.statusCode !== 400)
      return [`${at}: ${answer.statusCode} ${answer.body.slice(0, 200)}`];
    const { errors = {} } = JSON.parse(answer.body) as { errors?: Record<string, string> };
    const names = Object.keys(errors);
    const isNamed = (field: string) =>
      names.some(
        (name) =>
          name === 'body' ||
          name === field ||
          `${field}.`.startsWith(`${name}.`) ||
          name.startsWith(`${field}.`),
      );
    const missing = fields.filter((field) => !isNamed(field));
    return names.length === 0 || (fields.length > 0 && missing.length === fields.length)
      ? [`${at}: names none of ${missing.join()}: ${names.join()}`]
      : [];
  }
}

/** Runs the attempts, a few at a time, and returns all findings. */
export async function atOnce(tries: readonly (() => Promise<string[]>)[]): Promise<string[]> {
  const found: string[] = [];
  const left = [...tries];
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) found.push(...(await next()));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return found;
}
