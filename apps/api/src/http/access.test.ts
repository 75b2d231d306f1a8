import { api } from '@pos/contract/api';
import type { Endpoint } from '@pos/contract/endpoint';
import { allows, anyone } from '@pos/contract/permissions';
import { beforeAll, describe, expect, it } from 'vitest';
import { makePersonas, type Persona } from '#testing/personas.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { feature } from './feature.ts';
import { serve } from './serve.ts';

const endpoints: Endpoint[] = Object.values(api).flatMap((group) => Object.values(group) as Endpoint[]);
const pathOf = (endpoint: Endpoint) => endpoint.path.replace(/:\w+/g, '01900000-0000-7000-8000-000000000000');

/** Every call of the contract × every kind of caller: a new call is covered the day it is written. */
describe('access', () => {
  let test: TestApp;
  let personas: Persona[];
  beforeAll(async () => {
    test = await startTestApp();
    personas = await makePersonas(test);
  });

  // What no call can make sense of: a caller without the right must be told so before anybody looks at it.
  const garbage = (endpoint: Endpoint): RequestInit => ({ method: endpoint.method, ...(endpoint.method !== 'GET' && { body: '{"garbage', headers: { 'content-type': 'text/garbage' } }) });

  for (const endpoint of endpoints) {
    it(`${endpoint.method} ${endpoint.path} answers exactly those who may call it`, async () => {
      const wrong: string[] = [];
      for (const persona of personas) {
        const response = await test.send(persona.token)(pathOf(endpoint), garbage(endpoint));
        const said = await response.text();
        const expected = expectedStatus(endpoint, persona);
        const right = expected === undefined ? ![401, 403, 500].includes(response.status) : response.status === expected && !said.includes('"data"');
        if (!right && !(endpoint.access.kind === 'public' && response.status === 401)) wrong.push(`${persona.name}: ${response.status} instead of ${expected ?? 'an answer'} ${said.slice(0, 120)}`);
      }
      expect(wrong).toEqual([]);
    });
  }

  it('refuses to start with a route that declares no access', async () => {
    const surroundings = { db: test.db, identify: { admin: never, register: never }, logLevel: 'silent', trustProxy: false as const, checkResponses: true };
    const app = await serve([], surroundings);
    expect(() => app.get('/forgotten', async () => 'open to all')).toThrow('The route GET /forgotten declares no access.');
    await app.close();
    const incomplete = feature({ ping: { method: 'GET', path: '/v1/ping', access: anyone, summary: 'Ping', response: api.auth.logout.response } }, {} as never);
    await expect(serve([incomplete], surroundings)).rejects.toThrow('GET /v1/ping has no handler.');
  });
});

/** 401 without a good token, 403 without the right, undefined where the call must be let in. */
function expectedStatus({ access }: Endpoint, persona: Persona): number | undefined {
  if (access.kind === 'public') return undefined;
  if (!persona.rights || access.kind === 'device') return 401;
  return allows(access, persona.rights) ? undefined : 403;
}

function never(): never {
  throw new Error('Nobody calls.');
}
