import { beforeEach, describe, expect, it } from 'vitest';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { OWNER, startTestApp } from '#testing/app/test-app.ts';
import { delayMs, waitSeconds } from './attempts.ts';

type Outcome = { status: number; retryAfter: unknown; code?: string; browserToken?: string };

/** Trust T01: guessing is slowed down, and wrong guesses never lock out the owner. */
describe('guessing passwords', async () => {
  const test = await startTestApp();
  beforeEach(() => test.db.deleteFrom('attempts').execute());

  async function signIn(from: string, body: Record<string, string>): Promise<Outcome> {
    const response = await test.app.inject({
      method: 'POST',
      url: '/v1/auth/login',
      remoteAddress: from,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
    const { statusCode: status, headers } = response;
    return { status, retryAfter: headers['retry-after'], ...response.json<object>() };
  }
  const guess = (from: string, email = OWNER.email) =>
    signIn(from, { email, password: 'Wrong-Horse-42' });
  const statuses = (outcomes: readonly Outcome[]) =>
    outcomes.map(({ status }) => status).toSorted();

  it('is limited per account and address, even for concurrent attempts', async () => {
    for (const email of [OWNER.email, 'nobody@example.com']) {
      const outcomes = await Promise.all(
        Array.from({ length: 14 }, () => guess('203.0.113.1', email)),
      );
      expect(statuses(outcomes)).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
    }
    expect(await signIn('203.0.113.1', OWNER)).toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
      message: expect.stringMatching(/^Too many attempts\. Try again in \d+ seconds?\.$/),
      retryAfter: expect.stringMatching(/^[1-9]\d*$/),
    });
  });

  it('doubles the wait after each further failure, up to 15 minutes', () => {
    expect([9, 10, 11, 12, 20].map((count) => waitSeconds(count, 10))).toEqual([
      0, 30, 60, 120, 900,
    ]);
  });

  it('has no way around by links, of which one address requests at most five', async () => {
    const ask = () => test.client().auth.forgotPassword({ body: { email: 'no@example.com' } });
    for (let count = 0; count < 5; count++)
      expect((await ask()).message).toBe('If an account exists for that address, we sent a link.');
    await expectRefusal(ask(), 'RATE_LIMITED');
  });

  it('locks nobody out of an account that others guess at from many addresses', async () => {
    const outcomes = [OWNER.email, 'nobody@example.com'].flatMap((email) =>
      Array.from({ length: 11 }, (_, index) => guess(`198.51.100.${index}`, email)),
    );
    expect(statuses(await Promise.all(outcomes))).toEqual(Array(22).fill(401));
    expect(await signIn('192.0.2.7', OWNER)).toMatchObject({ status: 200 });
  });

  it('doubles the delay of each further guess at an account, from half a second to eight', () => {
    expect([0, 9, 10, 11, 12, 13, 14, 15, 5_000].map(delayMs)).toEqual([
      0, 0, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000,
    ]);
  });

  it('does not delay or block a browser that has signed in before', async () => {
    const { browserToken = '' } = await signIn('192.0.2.7', OWNER);
    expect(browserToken).not.toBe('');
    const elsewhere = [21, 22].map((host) => guess(`203.0.113.${host}`));
    await Promise.all([...Array.from({ length: 10 }, () => guess('203.0.113.9')), ...elsewhere]);
    expect(await signIn('203.0.113.9', OWNER)).toMatchObject({ status: 429 });
    // The account is delayed by now; the known browser is answered first.
    const stranger = signIn('192.0.2.99', OWNER).then(({ status }) => ['stranger', status]);
    const known = signIn('203.0.113.9', { ...OWNER, browserToken }).then(({ status }) => [
      'known',
      status,
    ]);
    expect(await Promise.race([stranger, known])).toEqual(['known', 200]);
    expect(await stranger).toEqual(['stranger', 200]);
  });

  it('limits a known browser to ten wrong passwords, and an account to its own browsers', async () => {
    const { browserToken = '' } = await signIn('192.0.2.8', OWNER);
    const wrong = { email: OWNER.email, password: 'Wrong-Horse-42', browserToken };
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, index) => signIn(`192.0.2.${100 + index}`, wrong)),
    );
    expect(statuses(outcomes)).toEqual([...Array(10).fill(401), 429, 429]);
    const elsewhere = { ...wrong, email: 'third@example.com' };
    const strangers = await Promise.all(
      Array.from({ length: 11 }, () => signIn('192.0.2.250', elsewhere)),
    );
    expect(statuses(strangers)).toEqual([...Array(10).fill(401), 429]);
  });

  it('treats a forged, expired or revoked browser token as none', async () => {
    const { browserToken = '' } = await signIn('192.0.2.9', OWNER);
    const [head, body] = browserToken.split('.');
    await Promise.all(Array.from({ length: 10 }, () => guess('203.0.113.20')));
    for (const token of ['x', `${head}.${body}.AAAA`, '']) {
      const outcome = await signIn('203.0.113.20', { ...OWNER, browserToken: token });
      expect(outcome).toMatchObject({ status: 429 });
    }
    await test.db
      .updateTable('admins')
      .set({ tokenEpoch: 99 })
      .where('id', '=', test.ownerId)
      .execute();
    expect(await signIn('203.0.113.20', { ...OWNER, browserToken })).toMatchObject({ status: 429 });
  });
});
