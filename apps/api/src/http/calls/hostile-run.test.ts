import type { Endpoint } from '@pos/contract/endpoint';
import type { FieldErrors } from '@pos/contract/errors';
import { describe, expect, it } from 'vitest';
import {
  CALLS,
  inputSchema,
  listFields,
  withValue,
  type ContractField,
  type NamedCall,
} from '#testing/rights/contract-fields.ts';
import { hostileGround } from '#testing/calls/hostile-ground.ts';
import { findFaults, textNotShown, type HostileAnswer } from '#testing/calls/hostile-requests.ts';
import { asText, bearer, formatQuery, toRequest } from '#testing/calls/sent-requests.ts';
import { HOSTILE_KINDS, HOSTILE_VALUES } from '#testing/calls/hostile-values.ts';
import { readCall } from '#testing/calls/read-call.ts';
import type { Sent } from '#testing/rights/rights-line.ts';
import { startTestApp } from '#testing/app/test-app.ts';

/**
 * Hostile values in every field of the contract: all of them, and one of each kind where calls repeat
 * a field with its schema. Those that a schema refuses are read as the server reads them, and each must
 * be refused on its field. Of those that pass, each call gets one of each kind over HTTP, in its path,
 * query or body by turns: no answer is a 5xx, a refusal has a code and a sentence, and a stored text is
 * shown as it was sent. Values and fields take turns, so that each meets many calls.
 */

/** Servers read URLs up to 16 KiB with the other headers. */
const MAX_TEXT = 2_000;
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
/** A call that takes one field or two others, and a field that needs another: the other is named. */
const EITHER = 'customizations.download';
const NEEDS_ANOTHER = 'wholeFair';
/** Items of one batch of a register. */
const MAX_ITEMS = 100;

/** Default messages of the schema library. */
const RAW =
  /Invalid (input|option|string|key|element|number|UUID|date)|expected|received|Too (small|big)|Unrecognized|pattern|NaN|undefined|\bnull\b|JSON string/;

/** Sends one value of a kind in one place of a call. Returns what is wrong; undefined if no value passes. */
type SendOne = (
  call: NamedCall,
  goods: readonly Sent[],
  values: readonly (readonly [string, unknown])[],
  turn: number,
) => Promise<string[] | undefined>;

describe('a hostile value', async () => {
  const test = await startTestApp();
  const ground = await hostileGround(test);

  it('is refused on its field, in plain language, by each call whose schema does not take it', async () => {
    const wrong: string[] = [];
    let refused = 0;
    const met = new Set<string>();
    // A field of a name and schema that other calls have too gets all values once, then one of each kind.
    const valuesFor = ({ path, schema }: ContractField, turn: number) => {
      const key = `${path.at(-1)} ${JSON.stringify(schema)}`;
      const isNew = !met.has(key);
      met.add(key);
      if (isNew) return HOSTILE_VALUES;
      return Object.values(HOSTILE_KINDS).map((values, at) => values[(turn + at) % values.length]!);
    };
    const judge = (at: string, errors: FieldErrors | undefined, field: string) => {
      if (!errors) return;
      refused += 1;
      wrong.push(...notNamed(at, errors, field));
      for (const sentence of Object.values(errors))
        if (!/^[A-Z"].{3,}$/s.test(sentence) || RAW.test(sentence))
          wrong.push(`${at}: ${sentence}`);
    };
    for (const [turn, { name, endpoint }] of CALLS.entries()) {
      const goods = await ground.goodCalls(endpoint);
      const sent = (endpoint.body && !endpoint.upload ? bodyFields(endpoint) : []).map((field) => {
        const good = goodFor(goods, field);
        const at = field.path.join('.');
        // In a body of several branches, or beside fields that its parent lacks, another one is
        // named too.
        const isNamed =
          name !== EITHER && at !== NEEDS_ANOTHER && isAlone(endpoint, good.body, field);
        return { field, good, at, named: isNamed ? at : '' };
      });
      for (const asked of endpoint.query ? queryFields(endpoint) : []) {
        const field = String(asked.path[0]);
        for (const [label, value] of valuesFor(asked, turn)) {
          const query = { ...goods[0]?.query, [field]: asText(value).slice(0, MAX_TEXT) };
          const content = { ...toContent(goods[0]), query: formatQuery(query) };
          const named = field === NEEDS_ANOTHER ? '' : field;
          judge(`${name} ?${field} ${label}`, readCall(endpoint, content), named);
        }
      }
      for (const { field, good, at, named } of sent)
        for (const [label, value] of valuesFor(field, turn)) {
          const payload = JSON.stringify(withValue(good.body, field.path, value)) ?? '';
          const content = { ...toContent(good), query: formatQuery(good.query ?? {}), payload };
          judge(`${name} ${at} ${label}`, readCall(endpoint, content), named);
        }
    }
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(10_000);
  });

  for (const [turn, call] of CALLS.entries())
    it(`that ${call.name} takes is answered without a fault`, async () => {
      const { endpoint } = call;
      const wrong: string[] = [];
      for (const array of endpoint.judges ?? [])
        if (array !== 'controlTotals') wrong.push(...(await sendBatches(call, array)));
      const params = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, param = '']) => param);
      const places = [
        ...params.map((param) => sendParam(param)),
        ...(endpoint.query ? [sendQuery] : []),
        ...(endpoint.body ? [sendBody] : []),
      ];
      for (const [at, values] of Object.values(HOSTILE_KINDS).entries()) {
        const inTurn = inOrderFrom(values, turn + at);
        const goods = await ground.goodCalls(endpoint);
        for (const sendOne of inOrderFrom(places, at)) {
          const faults = await sendOne(call, goods, inTurn, turn + at);
          wrong.push(...(faults ?? []));
          if (faults) break;
        }
      }
      expect(wrong).toEqual([]);
    });

  it('in a header is answered without a fault', async () => {
    const calls = CALLS.filter(({ name }) => HEADER_CALLS.includes(name));
    const texts = HOSTILE_VALUES.filter(([, value]) => typeof value === 'string');
    const wrong: string[] = [];
    for (const [at, header] of HEADERS.entries())
      for (const [index, [label, value]] of texts.entries()) {
        const call = calls[(at + index) % calls.length]!;
        const [good = {}] = await ground.goodCalls(call.endpoint);
        const text = String(value)
          .replace(/[\r\n]/g, ' ')
          .slice(0, 8_000);
        const answer = await send(`${call.name} ${header}: ${label}`, call, good, {
          [header]: text,
        });
        wrong.push(...findFaults(answer));
      }
    expect(wrong).toEqual([]);
  });

  async function send(
    at: string,
    { endpoint }: NamedCall,
    sent: Sent,
    headers: Record<string, string> = {},
  ): Promise<HostileAnswer> {
    const token = bearer(ground.tokenFor(endpoint));
    const request = toRequest(endpoint.method, endpoint.path, sent, { ...token, ...headers });
    const { statusCode, body: answered } = await test.app.inject(request);
    return { statusCode, body: answered, at };
  }

  /** Returns the sender of the first value in this part of the path. */
  function sendParam(param: string): SendOne {
    return async (call, [good = {}], [first]) => {
      const [label, value] = first!;
      const params = { ...good.params, [param]: asText(value).slice(0, MAX_TEXT) || ' ' };
      return findFaults(await send(`${call.name} :${param} ${label}`, call, { ...good, params }));
    };
  }

  /** Sends the first value that a query field takes, for the first such field in turn. */
  async function sendQuery(
    ...[call, [good = {}], values, turn]: Parameters<SendOne>
  ): Promise<string[] | undefined> {
    const { name, endpoint } = call;
    for (const field of inOrderFrom(queryFields(endpoint), turn).map(({ path }) => String(path[0])))
      for (const [label, value] of values) {
        const query = { ...good.query, [field]: asText(value).slice(0, MAX_TEXT) };
        if (!endpoint.query!.safeParse(query).success) continue;
        return findFaults(await send(`${name} ?${field} ${label}`, call, { ...good, query }));
      }
    return undefined;
  }

  /** Sends the first value that a field of the body takes, for the first such field in turn. */
  async function sendBody(
    ...[call, goods, values, turn]: Parameters<SendOne>
  ): Promise<string[] | undefined> {
    const { name, endpoint } = call;
    for (const field of inOrderFrom(bodyFields(endpoint), turn))
      for (const [label, value] of values) {
        const good = goodFor(goods, field);
        const changed = withValue(good.body, field.path, value);
        const text = JSON.stringify(changed);
        if (!endpoint.body!.safeParse(text === undefined ? text : JSON.parse(text)).success)
          continue;
        const at = `${name} ${field.path.join('.')} ${label}`;
        const answer = await sendCurrent(at, call, { ...good, body: changed });
        return [...findFaults(answer), ...textNotShown(answer, field, value)];
      }
    return undefined;
  }

  /** Repeats a save with the current version named by the first refusal. */
  async function sendCurrent(at: string, call: NamedCall, sent: Sent): Promise<HostileAnswer> {
    const answer = await send(at, call, sent);
    if (answer.statusCode !== 409) return answer;
    const { code, current } = JSON.parse(answer.body) as {
      code: string;
      current?: { version: number };
    };
    if (code !== 'STALE_VERSION' || !current) return answer;
    return send(at, call, {
      ...sent,
      body: { ...(sent.body as object), version: current.version },
    });
  }

  /** Sends batches of items with one hostile value each, of each kind in each field. */
  async function sendBatches(call: NamedCall, array: string): Promise<string[]> {
    const { name, endpoint } = call;
    const items: unknown[] = [];
    for (const [turn, { path }] of listFields(endpoint.body!).entries()) {
      if (path[0] !== array || path[1] !== 0) continue;
      for (const values of Object.values(HOSTILE_KINDS)) {
        const [, value] = values[turn % values.length]!;
        items.push(withValue(ground.goodItem(array), path.slice(2), value));
      }
    }
    const wrong: string[] = [];
    for (let from = 0; from < items.length; from += MAX_ITEMS) {
      const sent = items.slice(from, from + MAX_ITEMS);
      const answer = await send(`${name} ${array} from ${from}`, call, { body: { [array]: sent } });
      wrong.push(...findFaults(answer));
      if (answer.statusCode !== 200) continue;
      const { results } = (JSON.parse(answer.body) as { data: { results: unknown[] } }).data;
      if (results.length !== sent.length) wrong.push(`${answer.at}: answers ${results.length}`);
    }
    return wrong;
  }
});

/** A valid call as it is read: params that match the path, and its body. */
const toContent = ({ params, body }: Sent = {}) => ({
  ...(params && { params }),
  payload: body === undefined ? '' : JSON.stringify(body),
});

/** Errors must name the field, one around it or inside it, or the whole body. */
function notNamed(at: string, errors: FieldErrors, field: string): string[] {
  const names = Object.keys(errors);
  const isNamed = names.some(
    (name) =>
      field === '' ||
      name === 'body' ||
      `${field}.`.startsWith(`${name}.`) ||
      name.startsWith(`${field}.`),
  );
  return isNamed ? [] : [`${at}: names ${names.join()}`];
}

/** Returns true if a valid body has the parent of the field, so that only its own value can fail. */
function isAlone({ body }: Endpoint, good: unknown, { path, constants }: ContractField): boolean {
  const schema = inputSchema(body!);
  if (constants.length > 0 || schema.anyOf || schema.oneOf) return false;
  let parent: unknown = good;
  for (const step of path.slice(0, -1)) parent = (parent as Record<string, unknown>)?.[step];
  return typeof parent === 'object' && parent !== null && body!.safeParse(good).success;
}

const inOrderFrom = <Item>(items: readonly Item[], turn: number): Item[] => {
  const first = items.length === 0 ? 0 : turn % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
};

/**
 * Returns the query fields, except those of streams and one-time tickets, which would keep the
 * request open or end it.
 */
function queryFields(endpoint: Endpoint): ContractField[] {
  return listFields(endpoint.query!).filter(
    ({ path }) => path.length === 1 && path[0] !== 'follow' && path[0] !== 'ticket',
  );
}

/** Returns the fields of a body except those of a batch, whose items are checked one by one. */
function bodyFields({ body, judges }: Endpoint): ContractField[] {
  return listFields(body!).filter(({ path }) => !judges?.some((array) => array === path[0]));
}

/** Returns the valid call of a field's branch. */
function goodFor(calls: readonly Sent[], { constants }: ContractField): Sent {
  const fits = (body: unknown) =>
    constants.every(
      ([path, value]) =>
        path.length !== 1 || (body as Record<string, unknown>)[String(path[0])] === value,
    );
  const good = calls.find(({ body }) => typeof body === 'object' && body !== null && fits(body));
  if (good) return good;
  const body = constants.reduce<unknown>((made, [path, value]) => withValue(made, path, value), {});
  return { ...calls[0], body };
}
