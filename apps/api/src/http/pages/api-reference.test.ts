import { describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app/test-app.ts';

const ADDRESSES = ['/docs', '/docs/style.css', '/openapi.json'];

describe('the description of the calls', async () => {
  const [local, open, closed] = await Promise.all([
    startTestApp(),
    startTestApp({ apiDocs: 'public' }),
    startTestApp({ apiDocs: 'off' }),
  ]);
  const ask = async ({ app }: TestApp, more: { remoteAddress?: string; headers?: object } = {}) => {
    const answers = [];
    for (const url of ADDRESSES)
      answers.push((await app.inject({ method: 'GET', url, ...more } as never)).statusCode);
    return [...new Set(answers)];
  };

  it('is shown on the machine of the product only', async () => {
    expect(await ask(local)).toEqual([200]);
    expect(await ask(local, { remoteAddress: '203.0.113.9' })).toEqual([404]);
    expect(await ask(local, { headers: { 'x-forwarded-for': '203.0.113.9' } })).toEqual([404]);
    expect(await ask(local, { headers: { host: 'pos.example.com' } })).toEqual([404]);
  });

  it('is shown to everybody, or to nobody, if the operator says so', async () => {
    expect(await ask(open, { remoteAddress: '203.0.113.9' })).toEqual([200]);
    expect(await ask(closed)).toEqual([404]);
  });
});
