import { DANA } from '#testing/selling/new-records.ts';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#api/db/db.ts';
import { openPostOffice, PUBLIC_URL } from '#testing/files/post-office.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { OWNER, startTestApp } from '#testing/app/test-app.ts';
import { freshLink, voidLinks } from './links.ts';

describe('emailed links and codes', async () => {
  const test = await startTestApp();
  const post = await openPostOffice(test);
  const rights = [{ name: 'Fairs' as const, read_only: true, edit: true }];
  const role = { name: 'Fair Manager', description: 'Plans fairs.', rights };
  const roleId = (await test.ask.roles.add({ body: role })).id;
  const invite = (email: string) =>
    test.owner.admins.add({ body: { ...DANA, email, roleId, secretCode: '0420' } });
  const tokenIn = (text: string) =>
    new RegExp(`${PUBLIC_URL}/(setup|reset)-password\\?token=([\\w-]+)$`, 'm').exec(text)?.[2] ??
    'no link';
  const anyone = test.client().auth;
  const setUp = (token: string, password = 'Reading-Corner-88') =>
    anyone.setupPassword({ body: { token, password, confirmPassword: password } });
  const check = (token: string, kind: 'setup' | 'reset' = 'setup') =>
    anyone.checkLink({ body: { token, kind } });
  const forgot = (email: string) => anyone.forgotPassword({ body: { email } });
  const signIn = async (email: string, password: string) =>
    test.client((await anyone.login({ body: { email, password } })).token.access.token);
  /** Token of the link in the next email to an address. */
  const nextToken = async (to: string) => tokenIn((await post.next(to)).text);

  it('invite by email; viewing a link leaves it valid, setting the password uses it up and verifies', async () => {
    await invite('dana@example.com');
    const mail = await post.next('dana@example.com');
    const token = tokenIn(mail.text);
    expect(mail.text).toContain('You have been invited to POS Admin as Fair Manager');
    expect(mail.text).toMatch(/\n\nPOS Admin\n$/);
    for (let look = 0; look < 3; look++)
      expect((await check(token)).data).toMatchObject({
        kind: 'setup',
        email: 'dana@example.com',
        firstName: 'Dana',
        roleName: 'Fair Manager',
      });
    await expectRefusal(check(token, 'reset'), 'LINK_EXPIRED');
    const tries = await Promise.allSettled([1, 2, 3].map(() => setUp(token)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expectRefusal(setUp(token), 'LINK_EXPIRED');
    // Anyone who holds a link that was once emailed can ask for a new one without typing an
    // address.
    const current = { email: 'dana@example.com' };
    await expectRefusal(check(token), 'LINK_EXPIRED', { current });
    expect((await getRefusal(check('never-mailed'))).current).toBeUndefined();
    const dana = await signIn('Dana@example.com', 'Reading-Corner-88');
    expect((await dana.admins.profile()).data).toMatchObject({
      emailVerified: true,
      invited: false,
    });
  });

  it('refuse common words in disguise, and keep the link: setup, change and reset', async () => {
    const to = 'common@example.com';
    const errors = { password: 'This password is common and easy to guess. Choose another one.' };
    await invite(to);
    const first = await nextToken(to);
    for (const common of ['Welcome12!', 'P@ssw0rd12!', 'Qazwsx!123', 'Metallica#99'])
      await expectErrors(setUp(first, common), errors);
    await setUp(first, 'Reading-Corner-88');
    const password = 'Summer2026!';
    const body = { currentPassword: 'Reading-Corner-88', password, confirmPassword: password };
    const { admins } = await signIn(to, 'Reading-Corner-88');
    await expectErrors(admins.changePassword({ body }), errors);
    await forgot(to);
    const reset = { token: await nextToken(to), password, confirmPassword: password };
    await expectErrors(anyone.resetPassword({ body: reset }), errors);
  });

  it('replace the old setup link by a new one', async () => {
    const to = 'again@example.com';
    const params = { id: (await invite(to)).data.id };
    const first = await nextToken(to);
    await test.owner.admins.resendSetup({ params });
    const second = await nextToken(to);
    await expectRefusal(setUp(first), 'LINK_EXPIRED');
    await setUp(second);
    await expectRefusal(test.owner.admins.resendSetup({ params }), 'INVALID_TRANSITION');
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
    await forgot(OWNER.email);
    await post.next(OWNER.email);
    expect(post.received.filter(({ to }) => to === 'dana@example.com')).toEqual([]);
    expect((await check(tokenIn(mails[0]!.text), 'reset')).data.email).toBe('dana@example.com');
    await test.db.deleteFrom('attempts').execute();
  });

  it('are one link for requests that are processed at the same moment', async () => {
    const id = test.ownerId;
    await inTransaction(test.db, (tx) => voidLinks(tx, id));
    const links = await Promise.all(
      Array.from({ length: 5 }, () =>
        inTransaction(test.db, (tx) => freshLink(tx, test.secrets.linkKey, id, 'reset')),
      ),
    );
    expect(new Set(links).size).toBe(1);
  });

  it('are not sent to an address without an account', async () => {
    await forgot('nobody@example.com');
    await forgot('dana@example.com');
    await post.next('dana@example.com');
    expect(post.received.filter(({ to }) => to === 'nobody@example.com')).toEqual([]);
  });

  it('notify the old address of a changed email, end sessions, and verify the new one by code', async () => {
    const params = { id: (await invite('old@example.com')).data.id };
    await setUp(await nextToken('old@example.com'));
    const { version } = await test.ask.admins.getById({ params });
    const changes = { email: 'new@example.com', roleId, secretCode: '****', version };
    await test.owner.admins.update({ params, body: { ...DANA, ...changes } });
    expect((await post.next('old@example.com')).subject).toBe(
      'Your POS Admin email address was changed',
    );
    const code = /^\d{6}$/m.exec((await post.next('new@example.com')).text)?.[0] ?? '';
    const client = await signIn('new@example.com', 'Reading-Corner-88');
    await expectRefusal(client.fairs.list(), 'VERIFY_FIRST');
    const wrong = code === '000000' ? '000001' : '000000';
    await expectRefusal(client.admins.verifyAccount({ body: { code: wrong } }), 'CODE_WRONG', {
      attemptsLeft: 4,
    });
    await client.admins.verifyAccount({ body: { code } });
    expect((await client.fairs.list()).data.totalResults).toBe(0);
  });

  it('limit how often an address may check invalid links', async () => {
    await test.db.deleteFrom('attempts').where('kind', '=', 'check-ip').execute();
    for (let tries = 0; tries < 50; tries++)
      await expectRefusal(check(`guess-${tries}`), 'LINK_EXPIRED');
    await expectRefusal(check('guess-50'), 'RATE_LIMITED');
    await test.db.deleteFrom('attempts').where('kind', '=', 'check-ip').execute();
  });

  it('reset a forgotten password, end all sessions, and refuse the last five', async () => {
    const before = await signIn(OWNER.email, OWNER.password);
    await forgot(' OWNER@example.com');
    const token = await nextToken(OWNER.email);
    const reset = (password: string, confirmPassword = password) =>
      anyone.resetPassword({ body: { token, password, confirmPassword } });
    const short = 'Password must be at least 8 characters long.';
    const wrong: [errors: Record<string, string>, password: string, confirmed?: string][] = [
      [{ password: short }, 'short'],
      [{ password: "Password doesn't match the requirement." }, 'no-digits-Here'],
      [{ confirmPassword: 'Confirm password is required' }, 'Reading-Corner-88', ''],
      [
        { password: short, confirmPassword: 'Confirm Password must match with the password' },
        'short',
        'other',
      ],
      [
        { password: 'Choose a password that is different from your previous passwords.' },
        OWNER.password,
      ],
    ];
    for (const [errors, given, confirmed] of wrong)
      await expectErrors(reset(given, confirmed), errors);
    await reset('Brand-New-Shelf-77');
    await expectRefusal(before.admins.profile(), 'SESSION_REVOKED');
    const own = await signIn(OWNER.email, 'Brand-New-Shelf-77');
    const change = (currentPassword: string, password: string) =>
      own.admins.changePassword({ body: { currentPassword, password, confirmPassword: password } });
    await expectErrors(change('Wrong-Horse-42', 'Third-Shelf-Up-55'), {
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
