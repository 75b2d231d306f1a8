import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyRequest, InjectOptions } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { changedTables, fingerprint } from '#testing/books/fingerprint.ts';
import { knownCallers, prepareMatrix } from '#testing/rights/rights-matrix-data.ts';
import { recordRoutes, type MountedRoute } from '#testing/app/mounted-routes.ts';
import { makeHindered, makeOpposite, type Persona } from '#testing/rights/personas.ts';
import { RIGHTS } from '#testing/rights/rights-matrix.ts';
import type { Line, Rule, Sent } from '#testing/rights/rights-line.ts';
import { startTestApp } from '#testing/app/test-app.ts';
import { verdict, getAdminId, weakened } from '#testing/rights/access-rules.ts';
import { bearer, formatQuery, toRequest } from '#testing/calls/sent-requests.ts';
import { spellings, rawHeads, overHttp, overSocket } from '#testing/calls/raw-requests.ts';
import { enforceAccess, type RouteAccess } from './access.ts';
import { Failure } from '../failure.ts';

/**
 * Tests the running server against the rights table (apps/api/testing/rights-of-*.ts), which is
 * maintained by hand from api.md: every call × every kind of caller (trust.md R01 to R05). Access
 * rules in the contract are not read, because they are under test. The guard of each mounted route
 * is called for every caller; over HTTP goes one refused call of each kind of caller, with one kind of
 * content in turn, and one accepted call of each line.
 */
const PAGE = '<!doctype html><title>The page that everybody may open</title>';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const CODES =
  'TOKEN_INVALID|TOKEN_EXPIRED|SESSION_REVOKED|FORBIDDEN|VERIFY_FIRST|FACTOR_MISSING|CONFIRM_FIRST';
const REFUSED = new RegExp(`^\\{"code":"(${CODES})","message":"[^"]*","requestId":"[\\w-]+"\\}$`);
const calls = RIGHTS.filter(
  ([, url], index) =>
    RIGHTS.findIndex(([method, other]) => other === url && method === RIGHTS[index]?.[0]) === index,
);

describe('the rights matrix', async () => {
  const webDir = await mkdtemp(path.join(tmpdir(), 'pos-admin-page-'));
  await mkdir(path.join(webDir, 'assets'));
  await mkdir(path.join(webDir, 'register'));
  await writeFile(path.join(webDir, 'index.html'), PAGE);
  await writeFile(path.join(webDir, 'register', 'index.html'), PAGE);
  await writeFile(path.join(webDir, 'register', 'receipt.html'), PAGE);
  const started = await recordRoutes(() => startTestApp({ webDir }));
  const routes = started.routes;
  const ground = await prepareMatrix(started.result);
  const hindered = await makeHindered(ground.test, ground.fair.id);
  const everybody = [...ground.personas, ...hindered];
  const identify = await knownCallers({ ...ground, personas: everybody });
  const opposites = new Map<Rule, Persona>();
  afterAll(async () => {
    await rm(webDir, { recursive: true, force: true });
  });

  it('knows every call of the server, and no other', () => {
    const served = new Set(
      routes.filter(({ method }) => method !== 'HEAD').map(({ method, url }) => `${method} ${url}`),
    );
    const listed = new Set(RIGHTS.map(([method, url]) => `${method} ${url}`));
    const hint = 'List each call below its right in apps/api/testing/rights-of-*.ts';
    expect([...served].toSorted(), hint).toEqual([...listed].toSorted());
  });

  it('guards each call for each kind of caller as the table says', async () => {
    const wrong: string[] = [];
    for (const [method, url, rule, sent] of RIGHTS) {
      const { guard = rule } = await sentBy(sent);
      for (const route of findRoutes(method, url))
        for (const persona of everybody) {
          const answer = await guardAnswer(route.access, persona);
          if (answer !== verdict(guard, persona, `${method} ${url}`))
            wrong.push(`${route.method} ${url} is for ${guard}; ${persona.name}: ${answer}`);
        }
    }
    expect(wrong).toEqual([]);
  });

  it('notices each guard that is weaker or other than it should be', async () => {
    const survivors: string[] = [];
    for (const route of routes) {
      const line = calls.find(
        ([method, url]) =>
          url === route.url &&
          (method === route.method || (method === 'GET' && route.method === 'HEAD')),
      );
      if (!line) continue;
      const { guard = line[2] } = await sentBy(line[3]);
      for (const access of weakened(route.access)) {
        let isNoticed = false;
        for (const persona of everybody)
          isNoticed ||=
            (await guardAnswer(access, persona)) !==
            verdict(guard, persona, `${line[0]} ${line[1]}`);
        if (!isNoticed)
          survivors.push(`${route.method} ${route.url} with ${JSON.stringify(access)}`);
      }
    }
    expect(survivors).toEqual([]);
  });

  it('refuses before it reads what is sent, and changes nothing', async () => {
    const before = await fingerprint(ground.test.db);
    const wrong: string[] = [];
    for (const [turn, line] of RIGHTS.entries())
      for (const [at, persona] of [...knockers(), ...hindered].entries())
        if (verdict(line[2], persona, `${line[0]} ${line[1]}`) !== 'in')
          wrong.push(...(await refusedWhateverIsSent(line, persona, turn + at)));
    // Only the denial is recorded.
    const changed = changedTables(before, await fingerprint(ground.test.db));
    expect(wrong).toEqual([]);
    expect(changed.filter((table) => table !== 'access_log')).toEqual([]);
  });

  for (const [index, line] of RIGHTS.entries()) {
    const [method, url, rule] = line;
    const isRepeated = RIGHTS.findIndex(([, other]) => other === url) < index;
    it(`${method} ${url} serves ${rule}${isRepeated ? ` (${index})` : ''}`, async () => {
      const { guard } = await sentBy(line[3]);
      const wrong: string[] = [];
      for (const persona of guard ? await beyond(guard, rule) : samples(rule))
        wrong.push(
          ...(verdict(rule, persona) === 'in'
            ? await letIn(line, persona)
            : await refusedWhateverIsSent(line, persona)),
        );
      expect(wrong).toEqual([]);
    });
  }

  it('keeps a line of whom it refused which call for want of a right, and of nobody else', async () => {
    const rows = await ground.test.db
      .selectFrom('accessLog')
      .select(['actorId', 'entity', 'entityId', 'changes'])
      .where('action', '=', 'admin.denied')
      .execute();
    expect(
      rows.filter(({ actorId, entity, entityId }) => entity !== 'admin' || entityId !== actorId),
    ).toEqual([]);
    const stored = new Set(
      rows.map(({ actorId, changes }) =>
        `${actorId} ${String(changes['call']?.to)}`.replace(' HEAD ', ' GET '),
      ),
    );
    const due = new Set(
      RIGHTS.flatMap(([method, url, rule]) =>
        knockers()
          .filter((persona) => persona.standing === 'admin' && verdict(rule, persona) === 403)
          .map((persona) => `${getAdminId(persona)} ${method} ${url}`),
      ),
    );
    expect([...due].filter((line) => !stored.has(line))).toEqual([]);
    const allowed = [...stored].filter((line) => {
      const [id, method, url] = line.split(' ');
      const persona = [...everybody, ...opposites.values()].find(
        (one) => one.standing === 'admin' && getAdminId(one) === id,
      );
      return RIGHTS.every(
        ([listed, other, rule]) =>
          other !== url ||
          listed !== method ||
          !persona ||
          verdict(rule, persona, `${method} ${url}`) === 'in',
      );
    });
    expect(allowed).toEqual([]);
  });

  it('answers no method that a path does not have', async () => {
    const wrong: string[] = [];
    const [, persona] = knockers();
    for (const [index, url] of [...new Set(RIGHTS.map(([, listed]) => listed))].entries()) {
      const missing = METHODS.filter((method) => findRoutes(method, url).length === 0);
      const method = missing[index % missing.length]!;
      const { statusCode } = await ground.test.app.inject({
        method,
        url: toRequest('GET', url, {}).url,
        headers: bearer(persona!.token),
      });
      if (![404, 405].includes(statusCode)) wrong.push(`${method} ${url}: ${statusCode}`);
    }
    expect(wrong).toEqual([]);
  });

  it('is not talked round by the spelling of a path', async () => {
    await ground.test.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = ground.test.app.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const wrong: string[] = [];
    const judge = (what: string, status: number, body: string) => {
      if (status >= 200 && status < 300 && body !== PAGE && body !== '')
        wrong.push(`${what}: ${status} ${body.slice(0, 80)}`);
    };
    // Each spelling meets five calls or more, each call one spelling, by one of two callers in turn.
    let turn = 0;
    for (const [method, url, rule, sent] of RIGHTS) {
      if (!url.startsWith('/v1/')) continue;
      const { query, guard = rule } = await sentBy(sent);
      const plain = toRequest(method, url, {}).url;
      const search = query ? `?${formatQuery(query)}` : '';
      const others = spellings(plain, port);
      const heads = rawHeads(method, plain + search);
      const refused = knockers().filter((persona) => verdict(guard, persona) !== 'in');
      const persona = refused[turn % refused.length];
      if (!persona) continue;
      turn += 1;
      const next = turn % (others.length + heads.length);
      const head = heads[next - others.length];
      if (head === undefined) {
        const { status, body } = await overHttp({
          agent,
          port,
          method,
          path: others[next]! + search,
          headers: bearer(persona.token),
        });
        judge(`${method} ${others[next]} ${persona.name}`, status, body);
        continue;
      }
      const token = persona.token ? `Authorization: Bearer ${persona.token}\r\n` : '';
      const answer = await overSocket(port, `${head}${token}\r\n`);
      judge(
        `${head.split('\r\n')[0]} ${persona.name}`,
        Number(/^HTTP\/1\.\d (\d{3})/.exec(answer)?.[1] ?? 0),
        answer.split('\r\n\r\n').slice(1).join(''),
      );
    }
    agent.destroy();
    expect(wrong).toEqual([]);
  });

  /**
   * A stranger and a caller with a valid token but no rights: between them they are refused by
   * every call that is not public or open to everyone.
   */
  function knockers(): Persona[] {
    return ground.personas.filter(({ name }) => ['a stranger', 'no rights'].includes(name));
  }

  async function sentBy(sent: Line[3]): Promise<Sent> {
    return typeof sent === 'function' ? sent(ground) : sent;
  }

  /**
   * A refused caller gets the same response to a valid call and to garbage, without any content. Sends
   * one of them in turn, a valid call unless given.
   */
  async function refusedWhateverIsSent(
    [method, url, rule, sent]: Line,
    persona: Persona,
    turn = 0,
  ): Promise<string[]> {
    const good = await sentBy(sent);
    const headers = bearer(persona.token);
    const request = toRequest(method, url, good, headers);
    const params = new Proxy({}, { get: () => 'no-id' });
    const astray = `${toRequest(method, url, { params }).url}?mistyped=1`;
    const garbage = (type: string): InjectOptions => ({
      ...request,
      url: astray,
      headers: { ...headers, 'content-type': type },
      payload: '{"garbage',
    });
    const tries: [string, number | 'in', InjectOptions][] = [
      ['a good call', verdict(rule, persona, `${method} ${url}`), request],
    ];
    const atGuard = verdict(good.guard ?? rule, persona, `${method} ${url}`);
    if (atGuard !== 'in' && method === 'GET')
      tries.push(
        ['garbage', atGuard, { ...request, url: astray }],
        ['HEAD', atGuard, { ...request, method: 'HEAD' }],
      );
    else if (atGuard !== 'in')
      tries.push(
        ['garbage', atGuard, garbage('text/garbage')],
        ['broken JSON', atGuard, garbage('application/json')],
      );
    const [what, expected, tried] = tries[turn % tries.length]!;
    const { statusCode, body } = await ground.test.app.inject(tried);
    const empty = what === 'HEAD' ? body === '' : REFUSED.test(body);
    return statusCode === expected && empty
      ? []
      : [
          `${persona.name}, ${method} ${url}, ${what}: ${statusCode} instead of ${expected} ${body.slice(0, 160)}`,
        ];
  }

  /**
   * An accepted caller gets a success, a missing record, or the response named by the line; never a
   * missing right or an invalid call.
   */
  async function letIn([method, url, , sent]: Line, persona: Persona): Promise<string[]> {
    const good = await sentBy(sent);
    const { statusCode, body, headers } = await ground.test.app.inject(
      toRequest(method, url, good, bearer(persona.token)),
    );
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

  /** Routes mounted for a call, with the HEAD of a GET. */
  function findRoutes(method: string, url: string): MountedRoute[] {
    return routes.filter(
      (route) =>
        route.url === url &&
        (route.method === method || (method === 'GET' && route.method === 'HEAD')),
    );
  }

  /**
   * Callers for a right that depends on the content, which the handler checks: of those that the guard
   * lets in, all that hold nothing or only what the rule names, and one that holds everything else.
   */
  async function beyond(guard: Rule, rule: Rule): Promise<Persona[]> {
    const named = rule.split(/ or | and /);
    const opposite = opposites.get(rule) ?? (await makeOpposite(ground.test, rule));
    opposites.set(rule, opposite);
    return [
      ...ground.personas.filter(
        (persona) =>
          verdict(guard, persona) === 'in' &&
          (persona.standing !== 'admin' || persona.holds.every((right) => named.includes(right))),
      ),
      opposite,
    ];
  }

  /** The first accepted caller of a call, and one that holds nothing beyond what the rule names. */
  function samples(rule: Line[2]): Persona[] {
    const accepted = ground.personas.filter((persona) => verdict(rule, persona) === 'in');
    return [...new Set([accepted[0]!, accepted.at(-1)!])];
  }

  /** Answer of a guard: accepted, 401 or 403. */
  async function guardAnswer(access: RouteAccess, persona: Persona): Promise<'in' | number> {
    const request = {
      routeOptions: { config: {} },
      method: 'GET',
      query: {},
      params: {},
      headers: bearer(persona.token),
    } as unknown as FastifyRequest;
    try {
      await enforceAccess(access, request, identify);
      return 'in';
    } catch (error) {
      if (error instanceof Failure) return error.status;
      throw error;
    }
  }
});
