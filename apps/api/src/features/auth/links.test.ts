import { describe, expect, it } from 'vitest';
import { inTransaction } from '#api/db/db.ts';
import { openPostOffice, PUBLIC_URL } from '#testing/post-office.ts';
import { getRefusal } from '#testing/refusals.ts';
import { OWNER, startTestApp } from '#testing/test-app.ts';
import { freshLink, voidLinks } from './links.ts';

describe('emailed links and codes', async () => {
  const test = await startTestApp();
  const post = await openPostOffice(test);
  const roleId = (
    await test.ask.roles.add({
      body: {
        name: 'Fair Manager',
        description: 'Plans fairs.',
        rights: [{ name: 'Fairs', read_only: true, edit: true }],
      },
    })
  ).id;
  const invite = (email: string) =>
    test.owner.admins.add({
      body: {
        firstName: 'Dana',
        lastName: 'Whitfield',
        email,
        countryCode: '+1',
        phone: '5551234567',
        roleId,
        secretCode: '0420',
      },
    });
  const tokenIn = (text: string) =>
    new RegExp(`${PUBLIC_URL}/(setup|reset)-password\\?token=([\\w-]+)$`, 'm').exec(text)?.[2] ??
    'no link';
  const setUp = (token: string, password: string) =>
    test.client().auth.setupPassword({ body: { token, password, confirmPassword: password } });

  it('invite by email; viewing a link leaves it valid, setting the password uses it up and verifies', async () => {
    await invite('dana@example.com');
    const mail = await post.next('dana@example.com');
    const token = tokenIn(mail.text);
    expect(mail.text).toContain('You have been invited to POS Admin as Fair Manager');
    expect(mail.text).toMatch(/\n\nPOS Admin\n$/);
    for (let look = 0; look < 3; look++) {
      expect(
        (await test.client().auth.checkLink({ body: { token, kind: 'setup' } })).data,
      ).toMatchObject({
        kind: 'setup',
        email: 'dana@example.com',
        firstName: 'Dana',
        roleName: 'Fair Manager',
      });
    }
    expect(
      await getRefusal(test.client().auth.checkLink({ body: { token, kind: 'reset' } })),
    ).toMatchObject({ status: 400, code: 'LINK_EXPIRED' });
    const tries = await Promise.allSettled([1, 2, 3].map(() => setUp(token, 'Reading-Corner-88')));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await getRefusal(setUp(token, 'Reading-Corner-88'))).toMatchObject({
      code: 'LINK_EXPIRED',
    });
    // Anyone who holds a link that was once emailed can ask for a new one without typing an
    // address.
    expect(
      await getRefusal(test.client().auth.checkLink({ body: { token, kind: 'setup' } })),
    ).toMatchObject({ code: 'LINK_EXPIRED', current: { email: 'dana@example.com' } });
    expect(
      (
        await getRefusal(
          test.client().auth.checkLink({ body: { token: 'never-mailed', kind: 'setup' } }),
        )
      ).current,
    ).toBeUndefined();
    const { token: signedIn } = await test
      .client()
      .auth.login({ body: { email: 'Dana@example.com', password: 'Reading-Corner-88' } });
    expect((await test.client(signedIn.access.token).admins.profile()).data).toMatchObject({
      emailVerified: true,
      invited: false,
    });
  });

  it('take every password that keeps the rules, common ones too: setup, change and reset', async () => {
    await invite('common@example.com');
    await setUp(tokenIn((await post.next('common@example.com')).text), 'Welcome12!');
    const { token } = await test
      .client()
      .auth.login({ body: { email: 'common@example.com', password: 'Welcome12!' } });
    const [password, next] = ['Summer2026!', 'Abcdef!12'];
    await test.client(token.access.token).admins.changePassword({
      body: { currentPassword: 'Welcome12!', password, confirmPassword: password },
    });
    await test.client().auth.forgotPassword({ body: { email: 'common@example.com' } });
    const link = tokenIn((await post.next('common@example.com')).text);
    await test
      .client()
      .auth.resetPassword({ body: { token: link, password: next, confirmPassword: next } });
  });

  it('replace the old setup link by a new one', async () => {
    const { data } = await invite('again@example.com');
    const first = tokenIn((await post.next('again@example.com')).text);
    await test.owner.admins.resendSetup({ params: { id: data.id } });
    const second = tokenIn((await post.next('again@example.com')).text);
    expect(await getRefusal(setUp(first, 'Reading-Corner-88'))).toMatchObject({
      code: 'LINK_EXPIRED',
    });
    await setUp(second, 'Reading-Corner-88');
    expect(
      await getRefusal(test.owner.admins.resendSetup({ params: { id: data.id } })),
    ).toMatchObject({ code: 'INVALID_TRANSITION' });
  });

  it('cannot be used up by others, who cannot void a link just emailed either', async () => {
    const ask = async (host: number) =>
      test.app.inject({
        method: 'POST',
        url: '/v1/auth/forgot-password',
        remoteAddress: `203.0.113.${host}`,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ email: 'dana@example.com' }),
      });
    const statuses: number[] = [];
    for (let host = 1; host <= 8; host++) statuses.push((await ask(host)).statusCode);
    expect(statuses).toEqual(Array(8).fill(200));
    const mails = [];
    for (let count = 0; count < 5; count++) mails.push(await post.next('dana@example.com'));
    expect(new Set(mails.map(({ text }) => tokenIn(text))).size).toBe(1);
    await test.client().auth.forgotPassword({ body: { email: OWNER.email } });
    await post.next(OWNER.email);
    expect(post.received.filter(({ to }) => to === 'dana@example.com')).toEqual([]);
    const body = { token: tokenIn(mails[0]!.text), kind: 'reset' as const };
    expect((await test.client().auth.checkLink({ body })).data.email).toBe('dana@example.com');
    await test.db.deleteFrom('attempts').execute();
  });

  it('are one link for requests that are processed at the same moment', async () => {
    const { id } = await test.db
      .selectFrom('admins')
      .select('id')
      .where('email', '=', OWNER.email)
      .executeTakeFirstOrThrow();
    await inTransaction(test.db, (tx) => voidLinks(tx, id));
    const links = await Promise.all(
      Array.from({ length: 5 }, () =>
        inTransaction(test.db, (tx) => freshLink(tx, test.secrets.linkKey, id, 'reset')),
      ),
    );
    expect(new Set(links).size).toBe(1);
  });

  it('are not sent to an address without an account', async () => {
    await test.client().auth.forgotPassword({ body: { email: 'nobody@example.com' } });
    await test.client().auth.forgotPassword({ body: { email: 'dana@example.com' } });
    await post.next('dana@example.com');
    expect(post.received.filter(({ to }) => to === 'nobody@example.com')).toEqual([]);
  });

  it('notify the old address of a changed email, end sessions, and verify the new one by code', async () => {
    const { data: admin } = await invite('old@example.com');
    await setUp(tokenIn((await post.next('old@example.com')).text), 'Reading-Corner-88');
    const credentials = { email: 'new@example.com', password: 'Reading-Corner-88' };
    const { firstName, lastName, version } = await test.ask.admins.getById({
      params: { id: admin.id },
    });
    await test.owner.admins.update({
      params: { id: admin.id },
      body: {
        firstName,
        lastName,
        email: 'new@example.com',
        countryCode: '+1',
        phone: '5551234567',
        roleId,
        secretCode: '****',
        version,
      },
    });
    expect((await post.next('old@example.com')).subject).toBe(
      'Your POS Admin email address was changed',
    );
    const code = /^\d{6}$/m.exec((await post.next('new@example.com')).text)?.[0] ?? '';
    const client = test.client(
      (await test.client().auth.login({ body: credentials })).token.access.token,
    );
    expect(await getRefusal(client.fairs.list())).toMatchObject({ code: 'VERIFY_FIRST' });
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await getRefusal(client.admins.verifyAccount({ body: { code: wrong } }))).toMatchObject({
      status: 400,
      code: 'CODE_WRONG',
      attemptsLeft: 4,
    });
    await client.admins.verifyAccount({ body: { code } });
    expect((await client.fairs.list()).data.totalResults).toBe(0);
  });

  it('limit how often an address may check invalid links', async () => {
    await test.db.deleteFrom('attempts').where('kind', '=', 'check-ip').execute();
    const look = (token: string) =>
      test.client().auth.checkLink({ body: { token, kind: 'setup' } });
    for (let tries = 0; tries < 50; tries++)
      expect(await getRefusal(look(`guess-${tries}`))).toMatchObject({ code: 'LINK_EXPIRED' });
    const refusal = await getRefusal(look('guess-50'));
    expect(refusal).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    await test.db.deleteFrom('attempts').where('kind', '=', 'check-ip').execute();
  });

  it('reset a forgotten password, end all sessions, and refuse the last five', async () => {
    const { token: before } = await test.client().auth.login({ body: OWNER });
    await test.client().auth.forgotPassword({ body: { email: ' OWNER@example.com' } });
    const token = tokenIn((await post.next(OWNER.email)).text);
    const reset = (password: string, confirmPassword = password) =>
      test.client().auth.resetPassword({ body: { token, password, confirmPassword } });
    expect((await getRefusal(reset('short'))).errors).toEqual({
      password: 'Password must be at least 8 characters long.',
    });
    expect((await getRefusal(reset('no-digits-Here'))).errors).toEqual({
      password: "Password doesn't match the requirement.",
    });
    expect((await getRefusal(reset('Reading-Corner-88', ''))).errors).toEqual({
      confirmPassword: 'Confirm password is required',
    });
    expect((await getRefusal(reset('short', 'other'))).errors).toEqual({
      password: 'Password must be at least 8 characters long.',
      confirmPassword: 'Confirm Password must match with the password',
    });
    expect((await getRefusal(reset(OWNER.password))).errors).toEqual({
      password: 'Choose a password that is different from your previous passwords.',
    });
    await reset('Brand-New-Shelf-77');
    expect(await getRefusal(test.client(before.access.token).admins.profile())).toMatchObject({
      status: 401,
    });
    const { token: after } = await test
      .client()
      .auth.login({ body: { email: OWNER.email, password: 'Brand-New-Shelf-77' } });
    const own = test.client(after.access.token);
    const change = (currentPassword: string, password: string) =>
      own.admins.changePassword({ body: { currentPassword, password, confirmPassword: password } });
    expect((await getRefusal(change('Wrong-Horse-42', 'Third-Shelf-Up-55'))).errors).toEqual({
      currentPassword: 'The current password is wrong.',
    });
    expect((await getRefusal(change('Brand-New-Shelf-77', OWNER.password))).errors).toMatchObject({
      password: expect.stringContaining('previous passwords'),
    });
    expect((await change('Brand-New-Shelf-77', 'Third-Shelf-Up-55')).message).toBe(
      'Password changed.',
    );
    await own.admins.profile();
  });
});
