import { describe, expect, it, vi } from 'vitest';
import { hashPassword } from '#api/hashing/passwords.ts';
import { openPostOffice } from '#testing/files/post-office.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { OWNER, startTestApp } from '#testing/app/test-app.ts';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0';

/**
 * Trust T33 and T04: every sign-in and attempt leaves a record, and a copied session raises an
 * alarm.
 */
// Each refusal is awaited in its turn.
describe('the record of sign-ins', async () => {
  const test = await startTestApp();
  await openPostOffice(test);

  async function post(path: string, from: string, browser: string, body: object) {
    const response = await test.app.inject({
      method: 'POST',
      url: `/v1/auth/${path}`,
      remoteAddress: from,
      headers: { 'content-type': 'application/json', 'user-agent': browser },
      payload: JSON.stringify(body),
    });
    return { status: response.statusCode, body: response.json<Record<string, never>>() };
  }
  const guess = (from: string, email = OWNER.email) =>
    post('login', from, FIREFOX, { email, password: 'Wrong-Horse-42' });
  const own = () => test.ask.activity.signIns({ query: { limit: 50 } });
  const kinds = async (from: string) =>
    (await own()).results.filter(({ ip }) => ip === from).map(({ kind }) => kind);

  it('shows users their sign-ins and refusals with address and browser', async () => {
    await post('login', '192.0.2.1', CHROME, OWNER);
    await guess('192.0.2.2');
    await vi.waitFor(async () => expect(await kinds('192.0.2.2')).toEqual(['sign_in_refused']), {
      timeout: 20_000,
    });
    expect((await own()).results.slice(0, 2)).toMatchObject([
      { kind: 'sign_in_refused', ip: '192.0.2.2', browser: FIREFOX },
      { kind: 'signed_in', ip: '192.0.2.1', browser: CHROME },
    ]);
    const { data: mine } = await test.owner.activity.mine();
    expect(mine.results.map(({ action }) => action)).not.toContain('admin.signed_in');
  });

  it("shows administrators the same in the user's activity", async () => {
    const { client } = await signedInWith(test, [['Users', 'read_only']]);
    const query = { entity: 'admin', entityId: test.ownerId } as const;
    const { results } = (await client.activity.list({ query })).data;
    expect(results.find(({ action }) => action === 'admin.sign_in_refused')).toMatchObject({
      actorName: 'Somebody',
      ip: '192.0.2.2',
      changes: {
        browser: { from: null, to: FIREFOX },
        reason: { from: null, to: 'Wrong password' },
      },
    });
  });

  it('records a limit that is reached, and lists at most twenty refusals an hour', async () => {
    const refusals = async () =>
      (await own()).results.filter(({ kind }) => kind.startsWith('sign_in_'));
    const guessAndSee = async (from: string, entries: number) => {
      // Clears the delay caused by guesses at the account.
      await test.db.deleteFrom('attempts').where('kind', '=', 'login-email').execute();
      const before = (await refusals()).length;
      await guess(from);
      await vi.waitFor(async () => expect((await refusals()).length).toBe(before + entries), {
        timeout: 20_000,
      });
    };
    for (let count = 0; count < 9; count++) await guessAndSee('192.0.2.3', 1);
    for (let host = 0; (await refusals()).length < 19; host++)
      await guessAndSee(`198.51.100.${host}`, 1);
    // The tenth refusal from this address writes two entries; the twentieth and one more follow.
    await guessAndSee('192.0.2.3', 2);
    expect(await kinds('192.0.2.3')).toContain('sign_in_paused');
    await guessAndSee('198.51.100.99', 1);
    expect((await refusals())[0]).toMatchObject({ kind: 'sign_in_refusals_unlisted' });
    await Promise.all(Array.from({ length: 6 }, (_, host) => guess(`198.51.100.${100 + host}`)));
    const { id } = await signedInWith(test, []);
    await guess('198.51.100.200', `${id}@example.com`);
    await vi.waitFor(
      async () => {
        const seen = await test.db
          .selectFrom('accessLog')
          .select('id')
          .where('ip', '=', '198.51.100.200')
          .execute();
        expect(seen).toHaveLength(1);
      },
      { timeout: 20_000 },
    );
    expect(await refusals()).toHaveLength(22);
  });

  it('writes nothing for an address without an account', async () => {
    const count = async () =>
      (await test.db.selectFrom('accessLog').select('id').where('ip', '=', '192.0.2.4').execute())
        .length;
    await guess('192.0.2.4', 'nobody@example.com');
    const { id } = await signedInWith(test, []);
    await guess('192.0.2.4', `${id}@example.com`);
    await vi.waitFor(async () => expect(await count()).toBe(1), { timeout: 20_000 });
  });

  it('records a wrong password when a signed-in user is asked for it again', async () => {
    const body = {
      currentPassword: 'Wrong-Horse-42',
      password: 'Reading-Corner-88',
      confirmPassword: 'Reading-Corner-88',
    };
    await expectRefusal(test.owner.admins.changePassword({ body }), 'VALIDATION_FAILED');
    expect((await own()).results[0]).toMatchObject({ kind: 'password_refused' });
  });

  it("warns the session's owner and administrators when a used refresh token comes back", async () => {
    const { id, client } = await signedInWith(test, [['Orders', 'read_only']]);
    const editor = await signedInWith(test, [['Users', 'edit']]);
    const bystander = await signedInWith(test, [['Users', 'read_only']]);
    const password = 'Reading-Corner-88';
    await test.db
      .updateTable('admins')
      .set({ passwordHash: await hashPassword(password) })
      .where('id', '=', id)
      .execute();
    const { token } = await test
      .client()
      .auth.login({ body: { email: `${id}@example.com`, password } });
    const refresh = (refreshToken: string) =>
      post('refresh-tokens', '192.0.2.5', FIREFOX, { refreshToken });
    const second = (await refresh(token.refresh.token)).body['data']!['token']['refresh']['token'];
    expect((await refresh(second)).status).toBe(200);
    expect((await refresh(token.refresh.token)).status).toBe(401);

    const alerts = async (reader: typeof client) =>
      (await reader.notifications.list()).data.results.map(({ subject }) => subject);
    expect(await alerts(client)).toEqual([{ kind: 'own_session_reused' }]);
    for (const reader of [test.owner, editor.client]) {
      expect(await alerts(reader)).toContainEqual({ kind: 'user_session_reused', adminId: id });
    }
    expect(await alerts(bystander.client)).toEqual([]);
    const seen = (await client.activity.signIns()).data.results;
    expect(seen[0]).toMatchObject({ kind: 'session_reused', ip: '192.0.2.5', browser: FIREFOX });
  });
});
