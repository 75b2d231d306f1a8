import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { getRefusal } from '#testing/refusals.ts';
import { runJobs } from '#testing/run-jobs.ts';
import { openFair } from '#testing/sales-floor.ts';
import { OWNER, startTestApp } from '#testing/test-app.ts';
import { statementText } from './statement-text.ts';
import { startTracing } from './start-tracing.ts';
import { tracer } from './traced.ts';

type Value = { stringValue?: string; intValue?: number | string };
type Attribute = { key: string; value: Value };
type Span = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Attribute[];
  status: { code?: number };
};
type Body = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[];
};

const PRIVATE = { person: 'Robin Meadows', search: 'robin-in-search', password: 'Wrong-Pass-77' };

describe('traces', async () => {
  const bodies: Body[] = [];
  const headers: (string | undefined)[] = [];
  const server = createServer(async (request, response) => {
    headers.push(request.headers['x-key'] as string | undefined);
    bodies.push((await json(request)) as Body);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  const before = { ...process.env };

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=collector',
    OTEL_SERVICE_NAME: 'book-fairs',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=trial',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
  const traces = await startTracing(process.env, '1.2.3');
  const test = await startTestApp();
  const floor = await openFair(test);
  await runJobs(test);
  afterAll(async () => {
    await traces?.stop();
    server.close();
    for (const name of Object.keys(process.env))
      if (name.startsWith('OTEL_') && !(name in before)) delete process.env[name];
  });
  const spans = () =>
    bodies.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
  const valueOf = ({ attributes }: { attributes: Attribute[] }, key: string) => {
    const value = attributes.find((one) => one.key === key)?.value;
    return (
      value?.stringValue ?? (value?.intValue === undefined ? undefined : Number(value.intValue))
    );
  };
  const sent = (name: string) =>
    vi.waitFor(
      () => {
        const found = spans().filter((span) => span.name === name);
        expect(found).not.toEqual([]);
        return found;
      },
      { timeout: 15_000, interval: 50 },
    );

  it('have a span for each request, its statements and jobs, in one trace', async () => {
    const { data } = await test.owner.schools.getById({ params: { id: floor.fair.schoolId } });
    const [request] = await sent('GET /v1/schools/getById/:id');
    expect(request).toMatchObject({ kind: 2 });
    expect(valueOf(request!, 'http.response.status_code')).toBe(200);
    expect(JSON.stringify(request)).not.toContain(data.id);
    const statements = spans().filter(({ parentSpanId }) => parentSpanId === request!.spanId);
    expect(statements.map((span) => valueOf(span, 'db.query.text')).join()).toMatch(
      /from "schools"/,
    );
    expect(new Set(statements.map(({ traceId }) => traceId))).toEqual(new Set([request!.traceId]));
    const { data: job } = await test.owner.exports.add({
      body: { list: 'schools', query: {}, format: 'csv' },
    });
    const [made] = await sent('job export');
    expect(valueOf(made!, 'job.id')).toBe(job.jobId);
    const [first] = bodies;
    const resource = first!.resourceSpans[0]!.resource;
    expect(valueOf(resource, 'service.name')).toBe('book-fairs');
    expect(valueOf(resource, 'service.version')).toBe('1.2.3');
    expect(valueOf(resource, 'deployment.environment.name')).toBe('trial');
    expect(new Set(headers)).toEqual(new Set(['collector']));
  });

  it('hold no names, searches, bodies or secrets, whether calls succeed or fail', async () => {
    const register = await floor.logIn('TILL-01');
    await register.addStudent('ST-77');
    await register.book({ customerName: PRIVATE.person });
    await test.owner.students.list({ query: { search: PRIVATE.search } });
    await getRefusal(test.client().auth.login({ body: { ...OWNER, password: PRIVATE.password } }));
    await sent('POST /v1/auth/login');
    await sent('GET /v1/students');
    const text = JSON.stringify(bodies);
    for (const secret of [
      ...Object.values(PRIVATE),
      'ST-77',
      OWNER.password,
      OWNER.email,
      test.ownerToken,
      register.token,
    ])
      expect(text).not.toContain(secret);
  });

  it('are off without the variables, and then load nothing', async () => {
    expect(await startTracing({}, '1')).toBeUndefined();
    const on = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
    expect(await startTracing({ ...on, OTEL_SDK_DISABLED: 'true' }, '1')).toBeUndefined();
    expect(await startTracing({ ...on, OTEL_TRACES_EXPORTER: 'none' }, '1')).toBeUndefined();
    await traces?.stop();
    expect(tracer()).toBeUndefined();
    const count = spans().length;
    await test.owner.schools.list();
    expect(spans()).toHaveLength(count);
  });

  it('show statements without constants', () => {
    expect(statementText("select 'O''Neil', 12.5, x1 from t2 where a = $1 limit 100")).toBe(
      'select ?, ?, x1 from t2 where a = $1 limit ?',
    );
  });
});
