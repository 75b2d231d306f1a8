import { ADA } from '#testing/selling/new-records.ts';
import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@pos/contract/endpoint';
import type { FieldErrors } from '@pos/contract/errors';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import {
  CALLS,
  listFields,
  isText,
  onlyWith,
  type ContractField,
  type NamedCall,
} from '#testing/rights/contract-fields.ts';
import { anyParams, readCall } from '#testing/calls/read-call.ts';
import { prepareMatrix } from '#testing/rights/rights-matrix-data.ts';
import { bearer, toRequest } from '#testing/calls/sent-requests.ts';
import { startTestApp } from '#testing/app/test-app.ts';

/**
 * The contract's input validation cannot be bypassed: bodies and queries that no schema accepts are
 * read as the server reads them, for every call, and each is refused on its field. Items of a
 * register's batch are sent, because their handler reads them one by one, and one request of each
 * call shows that the server answers the same.
 */
const INHERITED = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__proto__'];
const NOT_TEXT = ['a\0b', '\ud800', 'x\udc00'];
const IMPOSSIBLE: Record<string, string[]> = {
  date: ['0000-01-01', '0000-12-31', '2026-02-30'],
  'date-time': ['0000-01-01T00:00:00Z', '2026-02-30T00:00:00Z'],
};
/** Items of one batch of a register. */
const MAX_ITEMS = 100;

type Sent = { query?: string; payload?: string | Buffer; type?: string };
type Refusal = { code: string; message: string; errors?: Record<string, string> };
/** Content of a call and the fields that must be named. `field` has the place of a body's value. */
type Try = Sent & { call: NamedCall; names: string[]; field?: ContractField };
/** A try with the errors of its fields; undefined if the handler would get it. */
type Read = Try & { errors: FieldErrors | undefined };

describe('the contract check', async () => {
  const test = await startTestApp();
  const { personas } = await prepareMatrix(test);
  const registerToken = personas.find(({ standing }) => standing === 'selling register')!.token!;

  const bodied = CALLS.filter(({ endpoint }) => endpoint.body && !endpoint.upload);
  const bodies = bodied.flatMap((call) =>
    listFields(call.endpoint.body!)
      .map((field) => ({ call, field }))
      // Items of a register's file have the same handlers as those that it sends.
      .filter((each) => call.endpoint.access.kind === 'device' || judgedArray(each) === undefined),
  );
  const queries = CALLS.filter(({ endpoint }) => endpoint.query).flatMap((call) =>
    listFields(call.endpoint.query!).map((field) => ({ call, field, name: String(field.path[0]) })),
  );

  /** Values of a body's fields, each in a body with nothing else but its parents. */
  const inBodies = (values: (field: ContractField) => unknown[]): Try[] =>
    bodies.flatMap(({ call, field }) =>
      values(field).map((value) => ({
        call,
        field,
        names: [field.path.join('.')],
        payload: JSON.stringify(onlyWith(field, value)),
      })),
    );
  const inQueries = (values: (field: ContractField) => string[]): Try[] =>
    queries.flatMap(({ call, field, name }) =>
      values(field).map((value) => ({ call, names: [name], query: `${name}=${value}` })),
    );

  const inherited: (Try & { payload: string })[] = [
    ...bodied.map((call) => {
      const [first] = listFields(call.endpoint.body!);
      const branch = first!.constants.map(
        ([[name], constant]) => `"${name}":${JSON.stringify(constant)},`,
      );
      const payload = `{${branch.join('')}${INHERITED.map((name) => `"${name}":1`).join()}}`;
      return { call, names: INHERITED, payload };
    }),
    ...CALLS.filter(({ endpoint }) => !endpoint.upload).map((call) => ({
      call,
      names: INHERITED,
      query: INHERITED.map((name) => `${name}=1`).join('&'),
      payload: '{}',
    })),
  ];

  it('refuses fields named like what every object inherits, on every call', async () => {
    expect(await misses(inherited)).toEqual([]);
  });

  it('answers over HTTP what was read, for a refused request of each call', async () => {
    const wrong: string[] = [];
    for (const { call, query, payload } of inherited) {
      const answer = await send(call, { ...(query && { query }), payload });
      const { errors = {} } = answer.json<Refusal>();
      const expected = readCall(call.endpoint, { ...(query && { query }), payload });
      if (answer.statusCode !== 400 || JSON.stringify(errors) !== JSON.stringify(expected))
        wrong.push(`${call.name}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
      wrong.push(...lacks(call, answer, INHERITED));
    }
    expect(wrong).toEqual([]);
  });

  it('refuses no body, null, non-objects and bytes that are not JSON, on every call', async () => {
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('{}')]);
    const nothing = ['', 'null', '[]', '"text"', '5', 'true', '{"a":', '{"a":1}x', marked];
    const broken = Buffer.from('{"extra":"caf\xe9","\xff":1}', 'latin1');
    const tries = bodied.flatMap((call): Try[] => [
      ...nothing.map((payload) => ({ call, names: ['body'], payload })),
      { call, names: ['extra'], payload: broken },
    ]);
    expect(await misses(tries)).toEqual([]);
  });

  it('refuses a repeated field, at any depth of every call', async () => {
    const tries = inBodies(() => ['\u2021'])
      .filter(({ field }) => typeof field!.path.at(-1) !== 'number')
      .map((each) => ({
        ...each,
        payload: String(each.payload).replace(/"([^"]*)":"\u2021"/, '"$1":1,"$1":2'),
      }));
    expect(await misses(tries)).toEqual([]);
  });

  it('refuses NUL and lone surrogates in every text of every body and query', async () => {
    const wrongBytes = ['%00', '%ff', 'caf%e9', '%ed%a0%80', '%c0%af', '100%'];
    expect(
      await misses([
        ...inBodies((field) => (hasText(field) ? NOT_TEXT : [])),
        ...inQueries((field) => (hasText(field) ? wrongBytes : [])),
      ]),
    ).toEqual([]);
  });

  it('refuses the year 0000 in every day and time of every body and query', async () => {
    const tries = [
      ...inBodies(({ schema }) => IMPOSSIBLE[schema.format ?? ''] ?? []),
      ...inQueries(({ schema }) => IMPOSSIBLE[schema.format ?? ''] ?? []),
    ];
    expect(tries.length).toBeGreaterThan(20);
    expect(await misses(tries)).toEqual([]);
  });

  it('refuses multipart fields and file names that are unknown, repeated or not text', async () => {
    const wrong: string[] = [];
    for (const call of CALLS.filter(({ endpoint }) => endpoint.upload)) {
      const file = part('name="file"; filename="a.xlsx"', 'x');
      const kind = (text: string) => part('name="kind"', text);
      const named = (name: string) => form(part(`name="file"; filename="${name}.xlsx"`, 'x'));
      const tries: [string, Buffer, string][] = [
        ...INHERITED.map((name): [string, Buffer, string] => [
          name,
          form(part(`name="${name}"`, '1'), file),
          name,
        ]),
        ['a part without a name', form(part('', '1'), file), 'body'],
        ['twice', form(kind('1'), kind('2'), file), 'kind'],
        ['two files', form(file, file), 'file'],
        ['NUL', form(kind('a\0'), file), 'kind'],
        ['no UTF-8', form(kind('\xff'), file), 'kind'],
        ['NUL in a file name', named('a\0'), 'file'],
        ['no UTF-8 in a file name', named('\xff'), 'file'],
        ['cut off', form(file).subarray(0, -6), 'body'],
        ['no parts', Buffer.from('nothing'), 'body'],
        ['nothing', Buffer.alloc(0), 'body'],
      ];
      for (const [what, payload, name] of tries) {
        const answer = await send(call, { payload, type: `multipart/form-data; boundary=${EDGE}` });
        wrong.push(...lacks(call, answer, [name]).map((line) => `${what}: ${line}`));
      }
      const answer = await send(call, { payload: form(file), type: 'multipart/form-data' });
      wrong.push(...lacks(call, answer, ['body']).map((line) => `no boundary: ${line}`));
    }
    expect(wrong).toEqual([]);
  });

  it('rejects only the unacceptable item in a batch of a register', async () => {
    const good = { clientRefundId: randomUUID(), clientOrderId: randomUUID() };
    const refund = { ...good, refundedAt: '2026-10-12T12:00:00Z', reason: 'Torn.' };
    const whole = JSON.stringify({ ...refund, lines: [{ lineNo: 1, quantity: 1, restock: true }] });
    const changed = (from: string, to: string) =>
      whole.replace(good.clientRefundId, randomUUID()).replace(from, to);
    const items = [
      changed('"Torn."', '"T\\u0000rn."'),
      changed('"Torn."', '"T\\ud800rn."'),
      changed('"reason"', '"reason":"Lost.","reason"'),
      changed('"reason"', '"__proto__":{"a":1},"reason"'),
      changed('2026-10-12', '0000-10-12'),
      changed('"Torn."', '"T\xffrn."'),
      `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
    ];
    const payload = Buffer.from(`{"refunds":[${[...items, whole].join()}]}`, 'latin1');
    const answer = await send(
      bodied.find(({ name }) => name === 'register.refunds')!,
      { payload },
    );
    expect(answer.statusCode).toBe(200);
    const { results } = answer.json<{ data: { results: { errors?: object }[] } }>().data;
    const rejected = (errors: unknown) => ({ result: 'rejected', errors });
    expect(results).toMatchObject([
      rejected({ reason: expect.stringContaining('not valid text') }),
      rejected({ reason: expect.stringContaining('not valid text') }),
      rejected({ reason: 'This field is given more than once.' }),
      { result: 'rejected' },
      rejected({ refundedAt: expect.any(String) }),
      rejected({ reason: expect.stringContaining('not valid text') }),
      rejected({ body: 'This is nested too deeply.' }),
      { result: 'held' },
    ]);
    expect(Object.keys(results[3]!.errors!)).toEqual(['__proto__']);
  });

  it('refuses an idempotency key that is too long or not text, and accepts any User-Agent', async () => {
    const authorization = `Bearer ${test.ownerToken}`;
    const post = (url: string, headers: Record<string, string>, payload: object) =>
      test.app.inject({ method: 'POST', url, headers: { authorization, ...headers }, payload });
    const school = { identifier: 'KEYED', name: 'Keyed School', ...ADA };
    const { path } = CALLS.find(({ name }) => name === 'schools.add')!.endpoint;
    for (const key of ['', 'x'.repeat(65), 'a\0b', 'a\u0007b']) {
      const { statusCode, body } = await post(path, { 'idempotency-key': key }, school);
      expect([statusCode, body.includes('Idempotency-Key')], key).toEqual([400, true]);
    }
    const odd = { 'user-agent': 'a\0\u0007b' };
    expect((await post('/v1/notifications/read', odd, { all: true })).statusCode).toBe(200);
  });

  async function send(
    { endpoint }: NamedCall,
    { query, payload, type = 'application/json' }: Sent,
  ) {
    const { method, path } = endpoint;
    const request = toRequest(method, path, { params: anyParams(endpoint) }, toToken(endpoint));
    return test.app.inject({
      ...request,
      url: query === undefined ? request.url : `${request.url}?${query}`,
      headers: { ...request.headers, ...(payload !== undefined && { 'content-type': type }) },
      ...(payload !== undefined && method !== 'GET' && { payload }),
    });
  }

  /** Reads what each call is sent; items of a batch are sent together, to their handler. */
  async function readAll(tries: readonly Try[]): Promise<Read[]> {
    const read: Read[] = [];
    const batches = new Map<string, Try[]>();
    for (const each of tries) {
      const array = judgedArray(each);
      if (array === undefined) {
        const { query, payload } = each;
        read.push({
          ...each,
          errors: readCall(each.call.endpoint, { ...(query !== undefined && { query }), payload }),
        });
        continue;
      }
      const key = `${each.call.name} ${array}`;
      batches.set(key, [...(batches.get(key) ?? []), each]);
    }
    for (const items of batches.values())
      for (let from = 0; from < items.length; from += MAX_ITEMS)
        read.push(...(await readBatch(items.slice(from, from + MAX_ITEMS))));
    return read;
  }

  async function readBatch(items: readonly Try[]): Promise<Read[]> {
    const [{ call }] = items as [Try];
    const array = judgedArray(items[0]!)!;
    const start = `{"${array}":[`;
    const texts = items.map(({ payload }) => String(payload).slice(start.length, -2));
    const answer = await send(call, { payload: `${start}${texts.join()}]}` });
    expect(answer.statusCode, `${call.name}: ${answer.body.slice(0, 300)}`).toBe(200);
    const { results } = answer.json<{ data: { results: { errors?: FieldErrors }[] } }>().data;
    return items.map((item, index) => ({
      ...item,
      names: [item.field!.path.slice(2).join('.')],
      errors: results[index]?.errors,
    }));
  }

  /** Lists the tries that were not refused on their fields. */
  async function misses(tries: readonly Try[]): Promise<string[]> {
    return (await readAll(tries)).flatMap(({ call, names, errors, query, payload, field }) => {
      if (field?.path[0] === 'controlTotals') return [];
      const said = `${call.name} ${query ?? ''} ${String(payload).slice(0, 100)}`;
      if (!errors) return [`${said} was accepted`];
      // No branch of a union matched: errors that concern the whole body are under `body`.
      const missing = Object.hasOwn(errors, 'body')
        ? []
        : names.filter((name) => !Object.hasOwn(errors, name));
      return missing.length > 0 ? [`${said} names no ${missing.join()}`] : [];
    });
  }

  function toToken({ access: { kind } }: Endpoint): Record<string, string> {
    if (kind === 'public') return {};
    return bearer(kind === 'device' ? registerToken : test.ownerToken);
  }
});

const EDGE = 'an-edge-between-parts';

/**
 * Texts validated by the schema. A ticket is validated as a token, before anything else is read.
 */
const hasText = ({ schema, path }: ContractField) => isText(schema) && path[0] !== 'ticket';
const part = (disposition: string, content: string) =>
  `Content-Disposition: form-data; ${disposition}\r\n\r\n${content}`;
/** Builds a multipart body of these parts. Each character is one byte. */
const form = (...parts: string[]) =>
  Buffer.from(
    `${parts.map((each) => `--${EDGE}\r\n${each}\r\n`).join('')}--${EDGE}--\r\n`,
    'latin1',
  );

/** Array of a batch whose item has the value; undefined for a value that the call itself refuses. */
function judgedArray({ call, field }: Pick<Try, 'call' | 'field'>): string | undefined {
  const [array, item, ...inside] = field?.path ?? [];
  const isJudged = call.endpoint.judges?.some((each) => each === array) ?? false;
  // Control totals are refused only beside their orders; there are none here.
  if (!isJudged || array === 'controlTotals' || item !== 0 || inside.length === 0) return undefined;
  return String(array);
}

/** Lists what an answer lacks that should be 400 and name these fields. */
function lacks({ name }: NamedCall, answer: LightMyRequestResponse, fields: string[]): string[] {
  const said = `${name}: ${answer.statusCode} ${answer.body.slice(0, 300)}`;
  if (answer.statusCode !== 400) return [said];
  const refusal = JSON.parse(answer.body) as Refusal;
  const named = Object.keys(refusal.errors ?? {});
  const missing = named.includes('body') ? [] : fields.filter((field) => !named.includes(field));
  if (refusal.message !== JSON.stringify(refusal.errors)) return [`${said} has another message`];
  return missing.length > 0 ? [`${said} names no ${missing.join()}`] : [];
}
