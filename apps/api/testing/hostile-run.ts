import { performance } from 'node:perf_hooks';
import type { Endpoint } from '@pos/contract/endpoint';
import { fieldsOf, type ContractField, type NamedCall, withValue } from './contract-fields.ts';
import type { HostileGround } from './hostile-ground.ts';
import {
  asText,
  faultsOf,
  type HostileAnswer,
  type HostileFigures,
  type HostileRequest,
  requestOf,
  type Sent,
  textNotShown,
  wire,
} from './hostile-requests.ts';
import { HOSTILE_VALUES } from './hostile-values.ts';

type Body = Record<string, unknown>;
type Call = Awaited<ReturnType<HostileGround['goodCalls']>>[number];
/** Concurrent refused requests: they store nothing, so their order does not matter. */
const AT_ONCE = 4;
/** Servers read URLs up to 16 KiB with the other headers. */
const MAX_URL = 12_000;
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
  readonly figures: HostileFigures = {
    requests: 0,
    refused: 0,
    taken: 0,
    times: [],
    slowestMs: 0,
    slowest: '',
  };
  readonly #ground: HostileGround;
  readonly #send: (request: HostileRequest) => Promise<Sent>;
  readonly #good = new Map<string, Promise<Call[]>>();

  constructor(ground: HostileGround, send: (request: HostileRequest) => Promise<Sent>) {
    this.#ground = ground;
    this.#send = send;
  }

  /** Sends values that a call's schemas refuse; nothing may be stored. */
  async refused({ name, endpoint }: NamedCall): Promise<string[]> {
    return [
      ...(endpoint.query ? await this.#refusedQueries(name, endpoint) : []),
      ...(endpoint.body ? await this.#refusedBodies(name, endpoint) : []),
    ];
  }

  /** Sends IDs, queries and bodies that pass a call's schemas and reach its rules. */
  async taken({ name, endpoint }: NamedCall): Promise<string[]> {
    return [
      ...(await this.#params(name, endpoint)),
      ...(endpoint.query ? await this.#takenQueries(name, endpoint) : []),
      ...(endpoint.body ? await this.#takenBodies(name, endpoint) : []),
    ];
  }

  /** Sends every text as each header that the server reads, to a few calls of each kind. */
  async headers(calls: readonly NamedCall[]): Promise<string[]> {
    const wrong: string[] = [];
    for (const { name, endpoint } of calls.filter((call) => HEADER_CALLS.includes(call.name))) {
      const [good = {}] = await this.#goodCalls(endpoint);
      for (const header of HEADERS) {
        for (const [label, value] of HOSTILE_VALUES) {
          if (typeof value !== 'string') continue;
          const headers = { [header]: value.replace(/[\r\n]/g, ' ').slice(0, 8_000) };
          wrong.push(
            ...faultsOf(await this.#call(`${name} ${header}: ${label}`, endpoint, good, headers)),
          );
        }
      }
    }
    return wrong;
  }

  async #params(name: string, endpoint: Endpoint): Promise<string[]> {
    const [good = {}] = await this.#ground.goodCalls(endpoint);
    const wrong: string[] = [];
    for (const [, param = ''] of endpoint.path.matchAll(/:(\w+)/g)) {
      for (const [label, value] of HOSTILE_VALUES) {
        const text = asText(value).slice(0, 2_000);
        if (text === '') continue;
        const call = { ...good, params: { ...good.params, [param]: text } };
        wrong.push(...faultsOf(await this.#call(`${name} :${param} ${label}`, endpoint, call)));
      }
    }
    return wrong;
  }

  async #refusedQueries(name: string, endpoint: Endpoint): Promise<string[]> {
    const [good = {}] = await this.#goodCalls(endpoint);
    const tries = [...HOSTILE_VALUES].map(([label, value]) => async () => {
      const text = asText(value).slice(0, 2_000);
      const refused = queryFields(endpoint).filter(
        (field) => !endpoint.query!.safeParse({ ...good.query, [field]: text }).success,
      );
      const wrong: string[] = [];
      for (const fields of fittingUrls(refused, text)) {
        const query = {
          ...good.query,
          ...Object.fromEntries(fields.map((field) => [field, text])),
        };
        const at = `${name} ?${fields.join()} ${label}`;
        wrong.push(...(await this.#refusal(at, endpoint, { ...good, query }, fields)));
      }
      return wrong;
    });
    return atOnce(tries);
  }

  async #takenQueries(name: string, endpoint: Endpoint): Promise<string[]> {
    const [good = {}] = await this.#ground.goodCalls(endpoint);
    const wrong: string[] = [];
    for (const [label, value] of HOSTILE_VALUES) {
      const text = asText(value).slice(0, 2_000);
      for (const field of queryFields(endpoint)) {
        const query = { ...good.query, [field]: text };
        if (!endpoint.query!.safeParse(query).success) continue;
        const at = `${name} ?${field} ${label}`;
        wrong.push(...faultsOf(await this.#call(at, endpoint, { ...good, query })));
      }
    }
    return wrong;
  }

  async #refusedBodies(name: string, endpoint: Endpoint): Promise<string[]> {
    const tries: (() => Promise<string[]>)[] = [];
    for (const [label, value] of HOSTILE_VALUES) {
      const refused: ContractField[] = [];
      for (const field of bodyFields(endpoint))
        if (!(await this.#isTaken(endpoint, field, value))) refused.push(field);
      tries.push(() => this.#refuseTogether(name, endpoint, refused, [label, value]));
    }
    return atOnce(tries);
  }

  async #takenBodies(name: string, endpoint: Endpoint): Promise<string[]> {
    const wrong: string[] = [];
    for (const array of endpoint.judges ?? [])
      wrong.push(...(await this.#batches(name, endpoint, array)));
    for (const [label, value] of HOSTILE_VALUES) {
      for (const field of bodyFields(endpoint)) {
        if (!(await this.#isTaken(endpoint, field, value))) continue;
        const at = `${name} ${field.path.join('.')} ${label}`;
        const good = goodFor(await this.#ground.goodCalls(endpoint), field);
        const body = withValue(good.body, field.path, value);
        const answer = await this.#callCurrent(at, endpoint, { ...good, body });
        wrong.push(...faultsOf(answer), ...textNotShown(answer, field, value));
      }
    }
    return wrong;
  }

  async #isTaken(endpoint: Endpoint, field: ContractField, value: unknown): Promise<boolean> {
    const { body } = goodFor(await this.#goodCalls(endpoint), field);
    return endpoint.body!.safeParse(wire(withValue(body, field.path, value))).success;
  }

  /** Sends one hostile value in as many fields as one body can hold, if its schema refuses each. */
  async #refuseTogether(
    name: string,
    endpoint: Endpoint,
    refused: ContractField[],
    [label, value]: [string, unknown],
  ): Promise<string[]> {
    const wrong: string[] = [];
    const groups = Map.groupBy(refused, ({ constants }) => JSON.stringify(constants));
    for (const group of groups.values()) {
      const paths = group.map(({ path }) => path);
      const isInner = (path: ContractField['path']) =>
        paths.some(
          (other) => other.length > path.length && path.every((step, at) => step === other[at]),
        );
      const leaves = paths.filter((path) => !isInner(path));
      const good = goodFor(await this.#goodCalls(endpoint), group[0]!);
      for (const together of [leaves, ...paths.filter(isInner).map((path) => [path])]) {
        if (together.length === 0) continue;
        const body = together.reduce<unknown>(
          (made, path) => withValue(made, path, value),
          good.body,
        );
        const named = together.map((path) => path.join('.'));
        const at = `${name} ${named.join()} ${label}`;
        // Without the constants of its branch, the error is on the field that selects the branch.
        const expected = group[0]!.constants.length > 0 ? [] : named;
        wrong.push(...(await this.#refusal(at, endpoint, { ...good, body }, expected)));
      }
    }
    return wrong;
  }

  /** Sends batches of items with one hostile value each: all must be answered without a fault. */
  async #batches(name: string, endpoint: Endpoint, array: string): Promise<string[]> {
    const items: unknown[] = [];
    for (const field of fieldsOf(endpoint.body!)) {
      const [first, index, ...inside] = field.path;
      if (first !== array || index !== 0) continue;
      for (const value of HOSTILE_VALUES.values()) {
        items.push(withValue(this.#ground.goodItem(array), inside, value));
      }
    }
    const wrong: string[] = [];
    const small = items.filter((item) => (JSON.stringify(item) ?? '').length < 50_000);
    for (let from = 0; from < small.length; from += 100) {
      const body = { [array]: small.slice(from, from + 100) };
      const answer = await this.#call(`${name} ${array} from ${from}`, endpoint, { body });
      wrong.push(...faultsOf(answer));
      if (answer.statusCode !== 200) continue;
      const { results } = (JSON.parse(answer.body) as { data: { results: unknown[] } }).data;
      if (results.length !== body[array]!.length)
        wrong.push(`${answer.at}: answers ${results.length}`);
    }
    return wrong;
  }

  /**
   * Returns the valid calls of an endpoint, created once, for requests that are refused regardless
   * of the record.
   */
  #goodCalls(endpoint: Endpoint): Promise<Call[]> {
    const key = `${endpoint.method} ${endpoint.path}`;
    const known = this.#good.get(key) ?? this.#ground.goodCalls(endpoint);
    this.#good.set(key, known);
    return known;
  }

  async #refusal(at: string, endpoint: Endpoint, call: Call, fields: string[]) {
    const answer = await this.#call(at, endpoint, call);
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

  /** Repeats a save with the current version named by the first refusal. */
  async #callCurrent(at: string, endpoint: Endpoint, call: Call): Promise<HostileAnswer> {
    const answer = await this.#call(at, endpoint, call);
    if (answer.statusCode !== 409) return answer;
    const { code, current } = JSON.parse(answer.body) as {
      code: string;
      current?: { version: number };
    };
    if (code !== 'STALE_VERSION' || !current) return answer;
    const body = { ...(call.body as Body), version: current.version };
    return this.#call(at, endpoint, { ...call, body });
  }

  async #call(
    at: string,
    endpoint: Endpoint,
    call: Call,
    more: Record<string, string> = {},
  ): Promise<HostileAnswer> {
    const request = requestOf(endpoint, call, this.#ground.tokenFor(endpoint), more);
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
}

/**
 * Returns the query fields, except those of streams and one-time tickets, which would keep the
 * request open or end it.
 */
function queryFields(endpoint: Endpoint): string[] {
  return fieldsOf(endpoint.query!)
    .filter(({ path }) => path.length === 1)
    .map(({ path }) => String(path[0]))
    .filter((field) => field !== 'follow' && field !== 'ticket');
}

/** Groups the fields by request: as many as one URL holds with this text in each. */
function fittingUrls(fields: readonly string[], text: string): string[][] {
  const each = Math.max(1, Math.floor(MAX_URL / (encodeURIComponent(text).length + 1)));
  return Array.from({ length: Math.ceil(fields.length / each) }, (_, index) =>
    fields.slice(index * each, (index + 1) * each),
  );
}

/** Returns the fields of a body except those of a batch, whose items are checked one by one. */
function bodyFields({ body, judges }: Endpoint): ContractField[] {
  return fieldsOf(body!).filter(({ path }) => !judges?.some((array) => array === path[0]));
}

/** Returns the valid call of a field's branch. */
function goodFor(calls: readonly Call[], { constants }: ContractField): Call {
  const fits = (body: unknown) =>
    constants.every(
      ([path, value]) => path.length !== 1 || (body as Body)[String(path[0])] === value,
    );
  const good = calls.find(({ body }) => typeof body === 'object' && body !== null && fits(body));
  if (good) return good;
  const body = constants.reduce<unknown>((made, [path, value]) => withValue(made, path, value), {});
  return { ...calls[0], body };
}

/** Runs the attempts, a few at a time, and returns all findings. */
async function atOnce(tries: readonly (() => Promise<string[]>)[]): Promise<string[]> {
  const found: string[] = [];
  const left = [...tries];
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) found.push(...(await next()));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return found;
}
