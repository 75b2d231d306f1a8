import type { NamedCall } from './contract-fields.ts';
import { sendRefusedBodies, sendTakenBodies } from './hostile-bodies.ts';
import { HostileClient } from './hostile-client.ts';
import type { HostileGround } from './hostile-ground.ts';
import { sendParams, sendRefusedQueries, sendTakenQueries } from './hostile-queries.ts';
import {
  findFaults,
  type HostileFigures,
  type HostileRequest,
  type Sent,
} from './hostile-requests.ts';
import { HOSTILE_VALUES } from './hostile-values.ts';

const HEADERS = [
  'authorization',
  'idempotency-key',
  'if-none-match',
  'last-event-id',
  'cookie',
  'accept-encoding',
  'content-type',
  'user-agent',
  'x-forwarded-for',
  'range',
];
const HEADER_CALLS = [
  'fairs.list',
  'schools.add',
  'register.catalog',
  'register.orders',
  'auth.checkLink',
];

/**
 * Sends every hostile value in every field of calls, one kind of value a request, and returns the
 * faults: a 5xx, a refusal without code, words or field, a value that was accepted and not shown.
 * Requests go through `send`, so the same run works on a test app and on a product.
 */
export class HostileRun {
  readonly #client: HostileClient;

  constructor(ground: HostileGround, send: (request: HostileRequest) => Promise<Sent>) {
    this.#client = new HostileClient(ground, send);
  }

  /** Counts and times of the requests so far. */
  get figures(): HostileFigures {
    return this.#client.figures;
  }

  /** Sends values that a call's schemas refuse; nothing may be stored. */
  async refused({ name, endpoint }: NamedCall): Promise<string[]> {
    return [
      ...(endpoint.query ? await sendRefusedQueries(this.#client, name, endpoint) : []),
      ...(endpoint.body ? await sendRefusedBodies(this.#client, name, endpoint) : []),
    ];
  }

  /** Sends IDs, queries and bodies that pass a call's schemas and reach its rules. */
  async taken({ name, endpoint }: NamedCall): Promise<string[]> {
    return [
      ...(await sendParams(this.#client, name, endpoint)),
      ...(endpoint.query ? await sendTakenQueries(this.#client, name, endpoint) : []),
      ...(endpoint.body ? await sendTakenBodies(this.#client, name, endpoint) : []),
    ];
  }

  /** Sends every text as each header that the server reads, to a few calls of each kind. */
  async headers(calls: readonly NamedCall[]): Promise<string[]> {
    const wrong: string[] = [];
    for (const { name, endpoint } of calls.filter((call) => HEADER_CALLS.includes(call.name))) {
      const [good = {}] = await this.#client.goodCalls(endpoint);
      for (const header of HEADERS) {
        for (const [label, value] of HOSTILE_VALUES) {
          if (typeof value !== 'string') continue;
          const headers = { [header]: value.replace(/[\r\n]/g, ' ').slice(0, 8_000) };
          wrong.push(
            ...findFaults(
              await this.#client.call(`${name} ${header}: ${label}`, endpoint, good, headers),
            ),
          );
        }
      }
    }
    return wrong;
  }
}
