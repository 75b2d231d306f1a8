import { describe, expect, it } from 'vitest';
import { getRefusal } from '#testing/refusals.ts';
import { OWNER, startTestApp } from '#testing/test-app.ts';
import { waitSeconds } from './attempts.ts';

describe('limits of signing in', async () => {
  const test = await startTestApp();
  const fail = (email: string) =>
    getRefusal(test.client().auth.login({ body: { email, password: 'Wrong-Horse-42' } }));

  it('make everyone wait after ten failures, for known and unknown accounts, even concurrent ones', async () => {
    for (const email of [OWNER.email, 'nobody@example.com']) {
      const refusals = await Promise.all(Array.from({ length: 14 }, () => fail(email)));
      expect(refusals.filter(({ code }) => code === 'INVALID_CREDENTIALS')).toHaveLength(10);
      expect(
        refusals.filter(({ code, status }) => code === 'RATE_LIMITED' && status === 429),
      ).toHaveLength(4);
    }
    expect(await getRefusal(test.client().auth.login({ body: OWNER }))).toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringMatching(/^Too many attempts\. Try again in \d+ seconds?\.$/),
    });
    const response = await test.send()('/v1/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(OWNER),
    });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('double the wait after each further failure, up to 15 minutes', () => {
    expect([9, 10, 11, 12, 20].map((count) => waitSeconds(count, 10))).toEqual([
      0, 30, 60, 120, 900,
    ]);
  });

  it('bound how often a link can be requested from one address', async () => {
    const ask = () =>
      test.client().auth.forgotPassword({ body: { email: 'somebody@example.com' } });
    for (let count = 0; count < 5; count++)
      expect((await ask()).message).toBe('If an account exists for that address, we sent a link.');
    expect(await getRefusal(ask())).toMatchObject({ code: 'RATE_LIMITED' });
  });
});
