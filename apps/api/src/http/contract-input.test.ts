import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@pos/contract/endpoint';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  CALLS,
  listFields,
  isText,
  onlyWith,
  type ContractField,
  type NamedCall,
} from '#testing/contract-fields.ts';
import { prepareMatrix } from '#testing/rights-matrix-data.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

/**
 * The contract's input validation cannot be bypassed: every call is tried by someone who may make
 * it, with bodies and queries that no schema accepts. Each answer is 400 and names the field; in a
 * register's batch the item is rejected on its field instead.
 */
const INHERITED = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__proto__'];
const NOT_TEXT = ['a\0b', '\ud800', 'x\udc00'];

type Sent = { query?: string; payload?: string | Buffer; type?: string };
type Refused = { code: string; message: string; errors?: Record<string, string> };

describe('the contract check', () => {
  let test: TestApp;
  let registerToken: string;

  beforeAll(async () => {
    test = await startTestApp();
    const { personas } = await prepareMatrix(test);
    registerToken = personas.find(({ standing }) => standing === 'selling register')!.token!;
  });

  const bodied = CALLS.filter(({ endpoint }) => endpoint.body && !endpoint.upload);

  it('refuses fields named like what every object inherits, on every call', async () => {
    const wrong: string[] = [];
    for (const call of bodied) {
      const [first] = listFields(call.endpoint.body!);
      const branch = first!.constants.map(
        ([[name], constant]) => `"${name}":${JSON.stringify(constant)},`,
      );
      const payload = `{${branch.join('')}${INHERITED.map((name) => `"${name}":1`).join()}}`;
      wrong.push(...misses(call, await send(call, { payload }), INHERITED));
    }
    for (const call of CALLS.filter(({ endpoint }) => !endpoint.upload)) {
      const query = INHERITED.map((name) => `${name}=1`).join('&');
      wrong.push(...misses(call, await send(call, { query, payload: '{}' }), INHERITED));
    }
    expect(wrong).toEqual([]);
  });

  it('refuses no body, null and non-objects, on every call', async () => {
    const wrong: string[] = [];
    for (const call of bodied) {
      for (const payload of ['', 'null', '[]', '"text"', '5', 'true', '{"a":', '{"a":1}x']) {
        wrong.push(...misses(call, await send(call, { payload }), ['body']));
      }
      wrong.push(...misses(call, await send(call, {}), ['body']));
    }
    expect(wrong).toEqual([]);
  });

  it('refuses a byte order mark and invalid UTF-8, on every call', async () => {
    const wrong: string[] = [];
    for (const call of bodied) {
      const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('{}')]);
      wrong.push(...misses(call, await send(call, { payload: marked }), ['body']));
      const broken = Buffer.from('{"extra":"caf\xe9","\xff":1}', 'latin1');
      wrong.push(...misses(call, await send(call, { payload: broken }), ['extra']));
    }
    expect(wrong).toEqual([]);
  });

  it('refuses a repeated field, at any depth of every call', async () => {
    const wrong: string[] = [];
    for (const call of bodied) {
      for (const field of listFields(call.endpoint.body!)) {
        if (typeof field.path.at(-1) === 'number') continue;
        const once = JSON.stringify(onlyWith(field, '\u2021'));
        const payload = once.replace(/"([^"]*)":"\u2021"/, '"$1":1,"$1":2');
        wrong.push(...misses(call, await send(call, { payload }), [field.path.join('.')], field));
      }
    }
    expect(wrong).toEqual([]);
  });

  it('refuses NUL and lone surrogates in every text of every body and query', async () => {
    const wrong: string[] = [];
    for (const call of CALLS) {
      const { body, query, upload } = call.endpoint;
      for (const value of NOT_TEXT) {
        for (const field of body && !upload ? listFields(body).filter(hasText) : []) {
          const payload = JSON.stringify(onlyWith(field, value));
          const named = field.path.join('.');
          wrong.push(...misses(call, await send(call, { payload }), [named], field));
        }
        for (const { path } of query ? listFields(query).filter(hasText) : []) {
          const name = String(path[0]);
          const sent = { query: `${name}=${encodeURIComponent(value.toWellFormed())}` };
          if (value.includes('\0')) wrong.push(...misses(call, await send(call, sent), [name]));
        }
      }
      for (const { path } of query ? listFields(query).filter(hasText) : []) {
        const name = String(path[0]);
        for (const bytes of ['%ff', 'caf%e9', '%ed%a0%80', '%c0%af', '100%']) {
          const answer = await send(call, { query: `${name}=${bytes}` });
          wrong.push(...misses(call, answer, [name]));
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('refuses the year 0000 in every day and time of every body and query', async () => {
    const wrong: string[] = [];
    const impossible: Record<string, string[]> = {
      date: ['0000-01-01', '0000-12-31', '2026-02-30'],
      'date-time': ['0000-01-01T00:00:00Z', '2026-02-30T00:00:00Z'],
    };
    let days = 0;
    for (const call of CALLS) {
      const { body, query } = call.endpoint;
      for (const field of body ? listFields(body) : []) {
        for (const value of impossible[field.schema.format ?? ''] ?? []) {
          days += 1;
          const payload = JSON.stringify(onlyWith(field, value));
          const named = field.path.join('.');
          wrong.push(...misses(call, await send(call, { payload }), [named], field));
        }
      }
      for (const { path, schema } of query ? listFields(query) : []) {
        for (const value of impossible[schema.format ?? ''] ?? []) {
          const answer = await send(call, { query: `${path.join('.')}=${value}` });
          wrong.push(...misses(call, answer, [path.join('.')]));
        }
      }
    }
    expect(days).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  });

  it('explains invalid values of any field in plain language, on every call', async () => {
    const wrong = new Set<string>();
    const judge = (name: string, answer: LightMyRequestResponse) => {
      const { errors = {} } = answer.json<{ errors?: Record<string, string> }>();
      for (const sentence of Object.values(errors)) {
        const isForPeople = /^[A-Z"].{3,}$/s.test(sentence) && !RAW.test(sentence);
        if (!isForPeople) wrong.add(`${name}: ${sentence}`);
      }
    };
    const values = [undefined, null, 5, -1, 1e300, 'x', '', 'y'.repeat(3_000), [], [{}], {}, true];
    for (const call of CALLS) {
      const { body, query, upload } = call.endpoint;
      for (const field of body && !upload ? listFields(body) : []) {
        for (const value of values) {
          const answer = await send(call, { payload: JSON.stringify(onlyWith(field, value)) });
          if (answer.statusCode === 400) judge(call.name, answer);
        }
      }
      for (const { path } of query ? listFields(query) : []) {
        for (const value of ['', 'x', '-1', '1e300', 'y'.repeat(3_000), `a&${path[0]}=b`]) {
          const answer = await send(call, { query: `${path[0]}=${value}` });
          if (answer.statusCode === 400) judge(call.name, answer);
        }
      }
    }
    expect([...wrong].slice(0, 40)).toEqual([]);
  }, 120_000);

  it('refuses multipart fields and file names that are unknown, repeated or not text', async () => {
    const wrong: string[] = [];
    for (const call of CALLS.filter(({ endpoint }) => endpoint.upload)) {
      const file = part('name="file"; filename="a.xlsx"', 'x');
      const tries: [string, Buffer, string][] = [
        ...INHERITED.map((name): [string, Buffer, string] => [
          name,
          form(part(`name="${name}"`, '1'), file),
          name,
        ]),
        ['a part without a name', form(part('', '1'), file), 'body'],
        ['twice', form(part('name="kind"', '1'), part('name="kind"', '2'), file), 'kind'],
        ['two files', form(file, file), 'file'],
        ['NUL', form(part('name="kind"', 'a\0'), file), 'kind'],
        ['no UTF-8', form(part('name="kind"', '\xff'), file), 'kind'],
        ['NUL in a file name', form(part('name="file"; filename="a\0.xlsx"', 'x')), 'file'],
        ['no UTF-8 in a file name', form(part('name="file"; filename="\xff.xlsx"', 'x')), 'file'],
        ['cut off', form(file).subarray(0, -6), 'body'],
        ['no parts', Buffer.from('nothing'), 'body'],
        ['nothing', Buffer.alloc(0), 'body'],
      ];
      for (const [what, payload, name] of tries) {
        const answer = await send(call, { payload, type: `multipart/form-data; boundary=${EDGE}` });
        wrong.push(...misses(call, answer, [name]).map((line) => `${what}: ${line}`));
      }
      const answer = await send(call, { payload: form(file), type: 'multipart/form-data' });
      wrong.push(...misses(call, answer, ['body']).map((line) => `no boundary: ${line}`));
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
    const address = { method: 'POST', url: '/v1/notifications/read' } as const;
    const authorization = `Bearer ${test.ownerToken}`;
    const { path: url } = CALLS.find(({ name }) => name === 'schools.add')!.endpoint;
    const payload = {
      identifier: 'KEYED',
      name: 'Keyed School',
      address: '1 Lake Rd',
      city: 'Ada',
    };
    for (const key of ['', 'x'.repeat(65), 'a\0b', 'a\u0007b']) {
      const headers = { authorization, 'idempotency-key': key };
      const { statusCode, body } = await test.app.inject({
        method: 'POST',
        url,
        headers,
        payload: { ...payload, state: 'MI', zip: '49301' },
      });
      expect([statusCode, body.includes('Idempotency-Key')], JSON.stringify(key)).toEqual([
        400,
        true,
      ]);
    }
    const headers = { authorization, 'user-agent': 'a\0\u0007b' };
    const { statusCode } = await test.app.inject({ ...address, headers, payload: { all: true } });
    expect(statusCode).toBe(200);
  });

  async function send({ endpoint }: NamedCall, { query, payload, type }: Sent) {
    const path = endpoint.path.replace(/:(school|fair)\b/g, 'NOWHERE').replace(/:\w+/g, NO_ID);
    return test.app.inject({
      method: endpoint.method,
      url: query === undefined ? path : `${path}?${query}`,
      headers: {
        ...tokenOf(endpoint),
        ...(payload !== undefined && { 'content-type': type ?? 'application/json' }),
      },
      ...(payload !== undefined && endpoint.method !== 'GET' && { payload }),
    });
  }

  function tokenOf({ access: { kind } }: Endpoint): { authorization?: string } {
    if (kind === 'public') return {};
    return { authorization: `Bearer ${kind === 'device' ? registerToken : test.ownerToken}` };
  }
});

/** Default messages of the schema library. */
const RAW =
  /Invalid (input|option|string|key|element|number|UUID|date)|expected|received|Too (small|big)|Unrecognized|pattern|NaN|undefined|\bnull\b|JSON string/;
const NO_ID = '01900000-0000-7000-8000-000000000000';
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

/** Lists the errors of an answer that should be 400 and name these fields. */
function misses(
  { name, endpoint }: NamedCall,
  answer: LightMyRequestResponse,
  fields: string[],
  at?: ContractField,
): string[] {
  const said = `${name}: ${answer.statusCode} ${answer.body.slice(0, 300)}`;
  const [array, item, ...inside] = at?.path ?? [];
  // Control totals are refused only beside their orders; there are none here.
  if (array === 'controlTotals') return answer.statusCode < 500 ? [] : [said];
  if (endpoint.judges?.some((each) => each === array) && inside.length > 0 && item === 0)
    return rejectsFirst(answer, inside.join('.')) ? [] : [`${said} rejects no ${inside.join('.')}`];
  if (answer.statusCode !== 400) return [said];
  const refusal = JSON.parse(answer.body) as Refused;
  const named = Object.keys(refusal.errors ?? {});
  // No branch of a union matched: errors that concern the whole body are under `body`.
  const missing = named.includes('body') ? [] : fields.filter((field) => !named.includes(field));
  if (refusal.message !== JSON.stringify(refusal.errors)) return [`${said} has another message`];
  return missing.length > 0 ? [`${said} names no ${missing.join()}`] : [];
}

/** Returns true if the first item of a batch was rejected with an error on this field. */
function rejectsFirst(answer: LightMyRequestResponse, field: string): boolean {
  const { data } = answer.json<{ data?: { results: { result: string; errors?: object }[] } }>();
  const [first] = data?.results ?? [];
  return first?.result === 'rejected' && Object.hasOwn(first.errors ?? {}, field);
}
