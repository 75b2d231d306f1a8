import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedTables, fingerprint } from '#testing/fingerprint.ts';
import { prepareMatrix, type MatrixGround } from '#testing/rights-matrix-data.ts';
import { recordRoutes, type MountedRoute } from '#testing/mounted-routes.ts';
import type { Persona } from '#testing/personas.ts';
import { RIGHTS } from '#testing/rights-matrix.ts';
import type { Line, Sent } from '#testing/rights-line.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import {
  verdict,
  toAddress,
  getAdminId,
  bearer,
  toContent,
  weakened,
  become,
} from '#testing/access-rules.ts';
import { spellings, rawHeads, overHttp, overSocket } from '#testing/raw-requests.ts';

/**
 * Tests the running server against the rights table (apps/api/testing/rights-matrix.ts), which is
 * maintained by hand from api.md: every call × every kind of caller (trust.md R01 to R05). Access
 * rules in the contract are not read, because they are under test.
 */
const PAGE = '<!doctype html><title>The page that everybody may open</title>';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const calls = RIGHTS.filter(
  ([, url], index) =>
    RIGHTS.findIndex(([method, other]) => other === url && method === RIGHTS[index]?.[0]) === index,
);

describe('the rights matrix', () => {
  let ground: MatrixGround & { test: TestApp };
  let routes: MountedRoute[];
  let webDir: string;
  const figures = { cells: 0, variants: 0, mutants: 0, killed: 0 };

  beforeAll(async () => {
    webDir = await mkdtemp(path.join(tmpdir(), 'pos-admin-page-'));
    await mkdir(path.join(webDir, 'assets'));
    await writeFile(path.join(webDir, 'index.html'), PAGE);
    const started = await recordRoutes(() => startTestApp({ webDir }));
    routes = started.routes;
    ground = await prepareMatrix(started.result);
  });
  afterAll(async () => {
    await rm(webDir, { recursive: true, force: true });
    const { cells, variants, mutants, killed } = figures;
    console.log(
      `Rights matrix: ${calls.length} calls, ${ground.personas.length} personas, ${cells} cells, ${variants} variants of paths and methods; ${killed} of ${mutants} weakened guards noticed.`,
    );
  });

  it('knows every call of the server, and no other', () => {
    const served = new Set(
      routes.filter(({ method }) => method !== 'HEAD').map(({ method, url }) => `${method} ${url}`),
    );
    const listed = new Set(RIGHTS.map(([method, url]) => `${method} ${url}`));
    const missing = [...served]
      .filter((call) => !listed.has(call))
      .map(
        (call) =>
          `  ['${call.replace(' ', "', '")}', '<its right in api.md>', { body: <a good body, if it takes one> }],`,
      );
    const gone = [...listed].filter((call) => !served.has(call));
    expect(
      missing,
      `Add to RIGHTS in apps/api/testing/rights-matrix.ts:\n${missing.join('\n')}\n`,
    ).toEqual([]);
    expect(
      gone,
      'Take these out of RIGHTS in apps/api/testing/rights-matrix.ts, or serve them',
    ).toEqual([]);
  });

  for (const [index, line] of RIGHTS.entries()) {
    const [method, url, rule] = line;
    it(`${method} ${url} is for ${rule}${RIGHTS.findIndex(([, other]) => other === url) < index ? ` (${index})` : ''}`, async () => {
      const outside = ground.personas.filter((persona) => verdict(rule, persona) !== 'in');
      const before = await fingerprint(ground.test.db);
      const wrong = await Promise.all(
        outside.map((persona) => refusedWhateverIsSent(line, persona)),
      );
      // Only the denial is recorded.
      expect(
        changedTables(before, await fingerprint(ground.test.db)).filter(
          (table) => table !== 'activity',
        ),
        'tables that a refused call has changed',
      ).toEqual([]);
      for (const persona of ground.personas)
        if (!outside.includes(persona)) wrong.push(await letIn(line, persona));
      expect(wrong.flat()).toEqual([]);
    });
  }

  it('keeps a line of whom it refused which call for want of a right, and of nobody else', async () => {
    const rows = await ground.test.db
      .selectFrom('activity')
      .select(['actorId', 'entity', 'entityId', 'changes'])
      .where('action', '=', 'admin.denied')
      .execute();
    expect(
      rows.filter(({ actorId, entity, entityId }) => entity !== 'admin' || entityId !== actorId),
    ).toEqual([]);
    const stored = new Set(
      rows.map(({ actorId, changes }) => `${actorId} ${String(changes['call']?.to)}`),
    );
    const due = new Set(
      RIGHTS.flatMap(([method, url, rule]) =>
        ground.personas
          .filter((persona) => persona.standing === 'admin' && verdict(rule, persona) === 403)
          .map((persona) => `${getAdminId(persona)} ${method} ${url}`),
      ),
    );
    expect([...due].filter((line) => !stored.has(line))).toEqual([]);
    expect([...stored].filter((line) => !line.includes(' HEAD ') && !due.has(line))).toEqual([]);
    expect(
      (
        await ground.test.db
          .selectFrom('activity')
          .select('id')
          .where('action', '=', 'device.denied')
          .execute()
      ).length,
    ).toBeGreaterThan(0);
  });

  it('answers no method that a path does not have', async () => {
    const wrong: string[] = [];
    for (const url of new Set(RIGHTS.map(([, listed]) => listed))) {
      const has = (method: string) =>
        calls.some(
          ([listed, other]) =>
            other === url && (listed === method || (listed === 'GET' && method === 'HEAD')),
        );
      for (const method of METHODS.filter((other) => !has(other))) {
        for (const persona of knockers()) {
          figures.variants += 1;
          const { statusCode } = await ground.test.app.inject({
            method,
            url: toAddress(url),
            headers: bearer(persona),
          });
          if (![404, 405].includes(statusCode))
            wrong.push(`${method} ${url} ${persona.name}: ${statusCode}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('is not talked round by the spelling of a path', async () => {
    await ground.test.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = ground.test.app.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const wrong: string[] = [];
    const judge = (what: string, status: number, body: string) => {
      figures.variants += 1;
      if (status >= 200 && status < 300 && body !== PAGE && body !== '')
        wrong.push(`${what}: ${status} ${body.slice(0, 80)}`);
    };
    for (const [method, url, rule, sent] of RIGHTS) {
      if (!url.startsWith('/v1/')) continue;
      const { query, guard = rule } = await sentBy(sent);
      for (const persona of knockers()) {
        if (verdict(guard, persona) === 'in') continue;
        const plain = toAddress(url);
        const search = query ? `?${new URLSearchParams(query).toString()}` : '';
        await Promise.all(
          spellings(plain, port).map(async (spelling) => {
            const { status, body } = await overHttp({
              agent,
              port,
              method,
              path: spelling + search,
              headers: bearer(persona),
            });
            judge(`${method} ${spelling} ${persona.name}`, status, body);
          }),
        );
        for (const head of rawHeads(method, plain + search)) {
          const answer = await overSocket(
            port,
            `${head}${persona.token ? `Authorization: Bearer ${persona.token}\r\n` : ''}\r\n`,
          );
          judge(
            `${head.split('\r\n')[0]} ${persona.name}`,
            Number(/^HTTP\/1\.\d (\d{3})/.exec(answer)?.[1] ?? 0),
            answer.split('\r\n\r\n').slice(1).join(''),
          );
        }
      }
    }
    agent.destroy();
    expect(wrong).toEqual([]);
  }, 60_000);

  it('would notice each guard that is weaker or other than it should be', async () => {
    const survivors: string[] = [];
    // By weak guard, the personas that noticed it at earlier calls: they usually notice it again.
    const noticedBy = new Map<string, Persona[]>();
    for (const route of routes) {
      const line = calls.find(
        ([method, url]) =>
          url === route.url &&
          (method === route.method || (method === 'GET' && route.method === 'HEAD')),
      );
      if (!line) continue;
      const declared = { ...route.access };
      // HEAD shares the guard of GET, so one check is enough.
      for (const access of route.method === 'HEAD'
        ? weakened(declared).slice(0, 2)
        : weakened(declared)) {
        figures.mutants += 1;
        become(route.access, access);
        const key = JSON.stringify(access);
        const earlier = noticedBy.get(key) ?? [];
        const persona = await findNoticing(route.method, line, earlier);
        if (persona) {
          figures.killed += 1;
          noticedBy.set(key, [persona, ...earlier.filter((one) => one !== persona)]);
        } else
          survivors.push(
            `${route.method} ${route.url} with ${JSON.stringify(access)} instead of ${JSON.stringify(declared)}`,
          );
      }
      become(route.access, declared);
      if (route.method !== 'HEAD')
        expect(
          await findNoticing(route.method, line),
          `${route.method} ${route.url} as it should be`,
        ).toBeUndefined();
    }
    expect(survivors).toEqual([]);
  }, 180_000);

  /**
   * A stranger and a caller with a valid token but no rights: between them they are refused by
   * every call that is not public or open to everyone.
   */
  function knockers(): Persona[] {
    return ground.personas.filter(({ name }) => ['a stranger', 'no rights'].includes(name));
  }

  async function sentBy(sent: Line[3]): Promise<Sent> {
    return typeof sent === 'function' ? sent(ground) : (sent ?? {});
  }

  /**
   * A refused caller gets the same response to a valid call and to garbage, without any content.
   */
  async function refusedWhateverIsSent(
    [method, url, rule, sent]: Line,
    persona: Persona,
  ): Promise<string[]> {
    const good = await sentBy(sent);
    const address = toAddress(url, good);
    const headers = bearer(persona);
    const tries: [string, number | 'in', Promise<LightMyRequestResponse>][] = [
      [
        'a good call',
        verdict(rule, persona),
        ground.test.app.inject({ method, url: address, ...toContent(good, headers) }),
      ],
    ];
    const atGuard = verdict(good.guard ?? rule, persona);
    if (atGuard !== 'in') {
      tries.push([
        'garbage',
        atGuard,
        ground.test.app.inject({
          method,
          url: `${toAddress(url, { params: new Proxy({}, { get: () => 'no-id' }) })}?mistyped=1`,
          headers: { ...headers, ...(method !== 'GET' && { 'content-type': 'text/garbage' }) },
          ...(method !== 'GET' && { payload: '{"garbage' }),
        }),
      ]);
      if (method !== 'GET')
        tries.push([
          'broken JSON',
          atGuard,
          ground.test.app.inject({
            method,
            url: address,
            headers: { ...headers, 'content-type': 'application/json' },
            payload: '{"garbage',
          }),
        ]);
      else
        tries.push([
          'HEAD',
          atGuard,
          ground.test.app.inject({ method: 'HEAD', url: address, headers }),
        ]);
    }
    const wrong: string[] = [];
    for (const [what, expected, call] of tries) {
      figures.cells += 1;
      const { statusCode, body } = await call;
      const empty =
        what === 'HEAD'
          ? body === ''
          : /^\{"code":"(TOKEN_INVALID|TOKEN_EXPIRED|SESSION_REVOKED|FORBIDDEN|VERIFY_FIRST)","message":"[^"]*","requestId":"[\w-]+"\}$/.test(
              body,
            );
      if (statusCode !== expected || !empty)
        wrong.push(
          `${persona.name}, ${what}: ${statusCode} instead of ${expected} ${body.slice(0, 160)}`,
        );
    }
    return wrong;
  }

  /**
   * An accepted caller gets a success, a missing record, or the response named by the line; never a
   * missing right or an invalid call.
   */
  async function letIn([method, url, , sent]: Line, persona: Persona): Promise<string[]> {
    figures.cells += 1;
    const good = await sentBy(sent);
    const { statusCode, body, headers } = await ground.test.app.inject({
      method,
      url: toAddress(url, good),
      ...toContent(good, bearer(persona)),
    });
    // A missing public page is also a page.
    const isPage = String(headers['content-type']).startsWith('text/html');
    const code =
      statusCode < 400
        ? undefined
        : isPage
          ? ({ 404: 'NOT_FOUND' }[statusCode] ?? `page ${statusCode}`)
          : (JSON.parse(body) as { code: string }).code;
    const welcome = good.answers
      ? code === good.answers
      : code === undefined ||
        (code === 'NOT_FOUND' && (url.includes(':') || url.includes('*') || method !== 'GET'));
    return welcome
      ? []
      : [
          `${persona.name} is let in and hears ${statusCode} ${body.slice(0, 200)}; where that is meant, the line says answers: '${code}'`,
        ];
  }

  /**
   * Returns a persona that gets a response that differs from the table, or undefined; asks `first`
   * one by one, then all others. The content is garbage, so accepted calls do nothing.
   */
  async function findNoticing(
    method: string,
    [, url, rule, sent]: Line,
    first: readonly Persona[] = [],
  ): Promise<Persona | undefined> {
    const { guard = rule } = await sentBy(sent);
    const garbage = {
      method: method as 'GET',
      url: `${toAddress(url)}?mistyped=1`,
      ...(!['GET', 'HEAD'].includes(method) && { payload: '{"garbage' }),
    };
    const isRight = async (persona: Persona) => {
      const expected = verdict(guard, persona);
      const { statusCode } = await ground.test.app.inject({
        ...garbage,
        headers: {
          ...bearer(persona),
          ...('payload' in garbage && { 'content-type': 'application/json' }),
        },
      });
      return expected === 'in'
        ? statusCode < 500 && statusCode !== 401 && statusCode !== 403
        : statusCode === expected;
    };
    for (const persona of first) if (!(await isRight(persona))) return persona;
    const others = ground.personas.filter((persona) => !first.includes(persona));
    const areRight = await Promise.all(others.map(isRight));
    return others.find((_, index) => !areRight[index]);
  }
});
