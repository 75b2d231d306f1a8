import { api } from '@pos/contract/api';
import { anyone } from '@pos/contract/permissions';
import { expect, it } from 'vitest';
import { never } from '#testing/rights/access-rules.ts';
import { startTestApp } from '#testing/app/test-app.ts';
import type { RouteAccess } from './access.ts';
import { feature } from '../feature.ts';
import { serve } from '../serve.ts';

it('refuses to start with a route that declares no access or place', async () => {
  const test = await startTestApp();
  const context = {
    db: test.db,
    identify: { admin: never, register: never, ticket: never },
    logLevel: 'silent',
    trustProxy: false as const,
    checkResponses: true,
  };
  const app = await serve([], context);
  expect(() => app.get('/forgotten', async () => 'open to all')).toThrow(
    'The route GET /forgotten declares no access.',
  );
  expect(() =>
    app.get('/v1/somewhere', { config: { access: anyone as RouteAccess } }, async () => 'anywhere'),
  ).toThrow('The route GET /v1/somewhere declares no place.');
  await app.close();
  const incomplete = feature(
    {
      ping: {
        method: 'GET',
        path: '/v1/ping',
        access: { ...anyone, place: 'none' },
        summary: 'Ping',
        response: api.auth.logout.response,
      },
    },
    {} as never,
  );
  await expect(serve([incomplete], context)).rejects.toThrow('GET /v1/ping has no handler.');
});
