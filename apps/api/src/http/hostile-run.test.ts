import type { Endpoint } from '@pos/contract/endpoint';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedTables, fingerprint } from '#testing/fingerprint.ts';
import { CALLS, fieldsOf, withValue, type ContractField } from '#testing/contract-fields.ts';
import { hostileGround, type HostileGround } from '#testing/hostile-ground.ts';
import { HOSTILE_VALUES } from '#testing/hostile-values.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

/**
 * Every call of the contract, every field, every hostile value: no answer is a 5xx, none takes 30
 * seconds, a refusal stores nothing, and what is stored is shown in the answer as it was sent.
 */
const MAX_MS = 30_000;
/** Texts that the response to a write does not repeat: secrets, reasons of the activity, search. */
const NOT_SHOWN =
  /password|secretCode|token|confirm|reason|note|deviceKey|code$|fixes|mapping|query|appVersion/i;
/** Tables for attempts and denials, which a refused call may write to. */
const COUNTS_TRIES = /^(activity|attempts|live_events|sessions|refresh_tokens|graphile_worker)/;

type Body = Record<string, unknown>;

describe('the hostile run', () => {
  let test: TestApp;
  let ground: HostileGround;
  const figures = { requests: 0, refused: 0, taken: 0, slowestMs: 0, slowest: '' };

  beforeAll(async () => {
    test = await startTestApp();
    ground = await hostileGround(test);
  });
  afterAll(() => {
    const { requests, refused, taken, slowestMs, slowest } = figures;
    console.log(
      `Hostile run: ${CALLS.length} calls, ${HOSTILE_VALUES.size} values, ${requests} requests, ${refused} refused, ${taken} taken; the slowest took ${slowestMs.toFixed(0)} ms (${slowest}).`,
    );
  });

  for (const { name, endpoint } of CALLS) {
    it(`${name} takes every hostile value without a fault`, async () => {
      const wrong: string[] = [];
      wrong.push(...(await hostileParams(name, endpoint)));
      if (endpoint.query) wrong.push(...(await hostileQueries(name, endpoint)));
      if (endpoint.body) wrong.push(...(await hostileBodies(name, endpoint)));
      expect(wrong).toEqual([]);
    }, 120_000);
  }

  it('takes every hostile header without a fault', async () => {
    const names = ['authorization', 'idempotency-key', 'if-none-match', 'last-event-id', 'cookie'];
    const others = ['accept-encoding', 'content-type', 'user-agent', 'x-forwarded-for', 'range'];
    const wrong: string[] = [];
    const calls = [
      'fairs.list',
      'schools.add',
      'register.catalog',
      'register.orders',
      'auth.checkLink',
    ];
    for (const { name, endpoint } of CALLS.filter((call) => calls.includes(call.name))) {
      const [good = {}] = await ground.goodCalls(endpoint);
      for (const header of [...names, ...others]) {
        for (const [label, value] of HOSTILE_VALUES) {
          if (typeof value !== 'string') continue;
          const headers = { [header]: value.replace(/[\r\n]/g, ' ').slice(0, 8_000) };
          const answer = await send(`${name} ${header}: ${label}`, endpoint, good, headers);
          wrong.push(...faultsOf(answer));
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  async function hostileParams(name: string, endpoint: Endpoint): Promise<string[]> {
    const [good = {}] = await ground.goodCalls(endpoint);
    const wrong: string[] = [];
    for (const [, param = ''] of endpoint.path.matchAll(/:(\w+)/g)) {
      for (const [label, value] of HOSTILE_VALUES) {
        const text = asText(value).slice(0, 2_000);
        if (text === '') continue;
        const call = { ...good, params: { ...good.params, [param]: text } };
        wrong.push(...faultsOf(await send(`${name} :${param} ${label}`, endpoint, call)));
      }
    }
    return wrong;
  }

  async function hostileQueries(name: string, endpoint: Endpoint): Promise<string[]> {
    const [good = {}] = await ground.goodCalls(endpoint);
    const fields = fieldsOf(endpoint.query!).filter(({ path }) => path.length === 1);
    const wrong: string[] = [];
    for (const [label, value] of HOSTILE_VALUES) {
      const text = asText(value).slice(0, 2_000);
      const refused: Record<string, string> = {};
      for (const { path } of fields) {
        const field = String(path[0]);
        if (field === 'follow' || field === 'ticket') continue;
        const query = { ...good.query, [field]: text };
        if (endpoint.query!.safeParse(query).success) {
          const at = `${name} ?${field} ${label}`;
          wrong.push(...faultsOf(await send(at, endpoint, { ...good, query })));
        } else refused[field] = text;
      }
      if (Object.keys(refused).length === 0) continue;
      const call = { ...good, query: { ...good.query, ...refused } };
      wrong.push(...(await refusal(`${name} ? ${label}`, endpoint, call, Object.keys(refused))));
    }
    return wrong;
  }

  async function hostileBodies(name: string, endpoint: Endpoint): Promise<string[]> {
    const wrong: string[] = [];
    const fields = fieldsOf(endpoint.body!);
    for (const array of endpoint.judges ?? [])
      wrong.push(...(await batches(name, endpoint, array)));
    const before = await fingerprint(ground.test.db);
    const taken: { field: ContractField; label: string; value: unknown }[] = [];
    for (const [label, value] of HOSTILE_VALUES) {
      const refused: ContractField[] = [];
      for (const field of fields) {
        if (endpoint.judges?.some((array) => array === field.path[0])) continue;
        const body = withValue((await goodFor(endpoint, field)).body, field.path, value);
        if (endpoint.body!.safeParse(wire(body)).success) taken.push({ field, label, value });
        else refused.push(field);
      }
      wrong.push(...(await refuseTogether(name, endpoint, refused, [label, value])));
    }
    const changed = changedTables(before, await fingerprint(ground.test.db));
    const stored = changed.filter((table) => !COUNTS_TRIES.test(table));
    if (stored.length > 0) wrong.push(`${name}: refused calls changed ${stored.join()}`);
    for (const { field, label, value } of taken) {
      const at = `${name} ${field.path.join('.')} ${label}`;
      const good = await goodFor(endpoint, field);
      const body = withValue(good.body, field.path, value);
      const answer = await sendCurrent(at, endpoint, { ...good, body });
      wrong.push(...faultsOf(answer), ...notShown(answer, field, value));
    }
    return wrong;
  }

  /** Sends one hostile value in as many fields as one body can hold, if its schema refuses each. */
  async function refuseTogether(
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
      const good = await goodFor(endpoint, group[0]!);
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
        wrong.push(...(await refusal(at, endpoint, { ...good, body }, expected)));
      }
    }
    return wrong;
  }

  /** Sends batches of items with one hostile value each: all must be answered without a fault. */
  async function batches(name: string, endpoint: Endpoint, array: string): Promise<string[]> {
    const items: unknown[] = [];
    for (const field of fieldsOf(endpoint.body!)) {
      const [first, index, ...inside] = field.path;
      if (first !== array || index !== 0) continue;
      for (const value of HOSTILE_VALUES.values()) {
        items.push(withValue(ground.goodItem(array), inside, value));
      }
    }
    const wrong: string[] = [];
    const small = items.filter((item) => (JSON.stringify(item) ?? '').length < 50_000);
    for (let from = 0; from < small.length; from += 100) {
      const body = { [array]: small.slice(from, from + 100) };
      const answer = await send(`${name} ${array} from ${from}`, endpoint, { body });
      wrong.push(...faultsOf(answer));
      if (answer.statusCode !== 200) continue;
      const { results } = answer.json<{ data: { results: unknown[] } }>().data;
      if (results.length !== body[array]!.length)
        wrong.push(`${answer.at}: answers ${results.length}`);
    }
    return wrong;
  }

  /** Returns the valid call of a field's branch. */
  async function goodFor(endpoint: Endpoint, { constants }: ContractField) {
    const calls = await ground.goodCalls(endpoint);
    const fits = (body: unknown) =>
      constants.every(
        ([path, value]) => path.length !== 1 || (body as Body)[String(path[0])] === value,
      );
    const good = calls.find(({ body }) => typeof body === 'object' && body !== null && fits(body));
    if (good) return good;
    const body = constants.reduce<unknown>(
      (made, [path, value]) => withValue(made, path, value),
      {},
    );
    return { ...calls[0], body };
  }

  type Answer = LightMyRequestResponse & { at: string; tookMs: number };
  type Call = Awaited<ReturnType<HostileGround['goodCalls']>>[number];

  async function send(
    at: string,
    endpoint: Endpoint,
    { params = {}, query, body, file }: Call,
    more: Record<string, string> = {},
  ): Promise<Answer> {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? 'NOWHERE'),
    );
    const token = ground.tokenFor(endpoint);
    const content = file ? formOf(body as Body, file) : jsonOf(body);
    const began = performance.now();
    const answer = await test.app.inject({
      method: endpoint.method,
      url: query ? `${path}?${new URLSearchParams(query).toString()}` : path,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...content.headers,
        ...more,
      },
      ...(endpoint.method !== 'GET' &&
        content.payload !== undefined && { payload: content.payload }),
    });
    const tookMs = performance.now() - began;
    figures.requests += 1;
    figures[answer.statusCode < 400 ? 'taken' : 'refused'] += 1;
    if (tookMs > figures.slowestMs) Object.assign(figures, { slowestMs: tookMs, slowest: at });
    return Object.assign(answer, { at, tookMs });
  }

  /** Repeats a save with the current version named by the first refusal. */
  async function sendCurrent(at: string, endpoint: Endpoint, call: Call): Promise<Answer> {
    const answer = await send(at, endpoint, call);
    if (answer.statusCode !== 409) return answer;
    const { code, current } = answer.json<{ code: string; current?: { version: number } }>();
    if (code !== 'STALE_VERSION' || !current) return answer;
    const body = { ...(call.body as Body), version: current.version };
    return send(at, endpoint, { ...call, body });
  }

  async function refusal(at: string, endpoint: Endpoint, call: Call, fields: string[]) {
    const answer = await send(at, endpoint, call);
    if (answer.statusCode !== 400)
      return [`${at}: ${answer.statusCode} ${answer.body.slice(0, 200)}`];
    const { errors = {} } = answer.json<{ errors?: Record<string, string> }>();
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
});

/**
 * Returns the faults of a response: a 5xx, more than 30 seconds, a refusal without a code and a
 * sentence.
 */
function faultsOf(answer: {
  at: string;
  tookMs: number;
  statusCode: number;
  body: string;
}): string[] {
  const { at, tookMs, statusCode, body } = answer;
  if (statusCode >= 500) return [`${at}: ${statusCode} ${body.slice(0, 200)}`];
  if (tookMs > MAX_MS) return [`${at}: took ${tookMs} ms`];
  if (statusCode < 400 || statusCode === 404) return [];
  return /^\{"code":"[A-Z_]+","message":".+","requestId":/s.test(body)
    ? []
    : [`${at}: ${body.slice(0, 200)}`];
}

/**
 * Returns a fault if a stored text is not in the response as sent, trimmed and in normal form C.
 */
function notShown(
  answer: { at: string; statusCode: number; body: string },
  { path, schema }: ContractField,
  value: unknown,
): string[] {
  if (answer.statusCode !== 200 || typeof value !== 'string' || schema.enum) return [];
  const text = value.normalize('NFC').trim();
  // The response to a job is its ID; the parameters are in its result.
  if (/"data":\{"jobId":"[^"]+"\}/.test(answer.body)) return [];
  if (text === '' || path.some((step) => NOT_SHOWN.test(String(step)))) return [];
  const isShown = answer.body
    .toLowerCase()
    .includes(JSON.stringify(text).slice(1, -1).toLowerCase());
  return isShown ? [] : [`${answer.at}: was taken and not shown: ${answer.body.slice(0, 200)}`];
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Returns a body after JSON has dropped undefined values. */
function wire(body: unknown): unknown {
  const text = JSON.stringify(body);
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

function jsonOf(body: unknown) {
  if (body === undefined) return { headers: {}, payload: undefined };
  return { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) };
}

const EDGE = 'hostile-edge';
function formOf(fields: Body, file: Buffer) {
  const parts = Object.entries(fields ?? {})
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        `--${EDGE}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${asText(value)}\r\n`,
    );
  const head = `--${EDGE}\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n`;
  const payload = Buffer.concat([
    Buffer.from(parts.join('') + head),
    file,
    Buffer.from(`\r\n--${EDGE}--\r\n`),
  ]);
  return { headers: { 'content-type': `multipart/form-data; boundary=${EDGE}` }, payload };
}
