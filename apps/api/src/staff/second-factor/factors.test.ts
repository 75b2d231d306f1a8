import type { LoginAnswer } from '@pos/contract/staff/sign-in';
import type { Confirmation } from '@pos/contract/staff/second-factor';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { ApiError } from '@pos/contract/client';
import { describe, expect, it } from 'vitest';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { OWNER, startTestApp, type ApiClient } from '#testing/app/test-app.ts';
import { openPostOffice } from '#testing/files/post-office.ts';
import { getActions } from '#testing/calls/reading.ts';
import { hashPassword } from '#api/hashing/passwords.ts';
import { appCode, findStep, stepAt } from './app-codes.rules.ts';

/** Secret of the examples of RFC 6238, appendix B, whose codes have eight digits there. */
const RFC_SECRET = Buffer.from('12345678901234567890');

describe('the code of an authenticator app', () => {
  it.each([
    [1_234_567_890, '005924'],
    [1_111_111_109, '081804'],
    [20_000_000_000, '353130'],
  ])('is that of RFC 6238 at second %i, and of the step before and after it', (second, code) => {
    const at = second * 1_000;
    expect(appCode(RFC_SECRET, stepAt(at))).toBe(code);
    for (const offset of [-30_000, 0, 30_000])
      expect(findStep(RFC_SECRET, code, at + offset)).toBe(stepAt(at));
    for (const offset of [-60_000, 60_000])
      expect(findStep(RFC_SECRET, code, at + offset)).toBeUndefined();
  });
});

describe('a second factor', async () => {
  const test = await startTestApp();
  const post = await openPostOffice(test);
  const PASSWORD = 'Correct-Horse-42';

  /** A person with a password and the rights to edit users, signed in. */
  async function person(...entries: Parameters<typeof signedInWith>[1]) {
    const { id, roleId, client } = await signedInWith(test, [['Users', 'edit'], ...entries]);
    const passwordHash = await hashPassword(PASSWORD);
    await test.db.updateTable('admins').set({ passwordHash }).where('id', '=', id).execute();
    const credentials = { email: `${id}@example.com`, password: PASSWORD };
    const signIn = () => test.client().auth.login({ body: credentials });
    return { id, roleId, client, signIn, credentials };
  }
  type Person = Awaited<ReturnType<typeof person>>;

  /**
   * Sets an authenticator app up with the code of the present step. Returns its codes by steps
   * from that one, since the step may end between two calls, and the recovery codes.
   */
  async function setUpApp(client: ApiClient) {
    const { data } = await client.factor.beginApp();
    const secret = fromBase32(data.secret);
    const setUpIn = stepAt(Date.now());
    const codeAt = (offset: number) => appCode(secret, setUpIn + offset);
    const answer = await client.factor.confirmApp({ body: { code: codeAt(0) } });
    return { codeAt, uri: data.uri, recoveryCodes: answer.data.recoveryCodes };
  }
  const askedFor = async ({ signIn }: Person) => {
    const error = await signIn().catch((refusal: unknown) => refusal as ApiError);
    if (!(error instanceof ApiError) || !error.refusal.factor) throw new Error('No factor asked.');
    return error.refusal.factor;
  };
  const age = (id: string, minutes: number) =>
    test.db
      .updateTable('sessions')
      .set({ confirmedAt: new Date(Date.now() - minutes * 60_000).toISOString() })
      .where('adminId', '=', id)
      .execute();

  it('is asked for after the password, and each code and recovery code works once', async () => {
    const dana = await person();
    const other = test.client((await dana.signIn()).token.access.token);
    const { codeAt, uri, recoveryCodes } = await setUpApp(dana.client);
    expect(uri).toMatch(/^otpauth:\/\/totp\/.+%3A.+secret=[A-Z2-7]{32}&issuer=/);
    expect(new Set(recoveryCodes).size).toBe(10);
    // A session that never showed the factor is over.
    await expectRefusal(other.admins.profile(), 'SESSION_REVOKED');
    const { token, ways } = await askedFor(dana);
    expect(ways).toEqual(['code']);
    const enter = (code: string) =>
      test.client().factor.login({ body: { factorToken: token, code } });
    const wrong = { code: 'This code is wrong or was already used.' };
    await expectErrors(enter(codeAt(0)), wrong);
    await expectErrors(enter(codeAt(5)), wrong);
    const code = codeAt(1);
    const both = await Promise.allSettled([enter(code), enter(code)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expectErrors(enter(code), wrong);
    const typed = recoveryCodes[3]!.replace('-', '').toUpperCase();
    const { token: session } = await enter(typed);
    expect((await test.client(session.access.token).factor.get()).data).toEqual({
      hasApp: true,
      passkeys: [],
      recoveryCodesLeft: 9,
      dueOn: null,
    });
    await expectErrors(enter(typed), wrong);
    expect(await getActions(test, 'admin', dana.id)).toContain('admin.factor_added');
  });

  it('ends with the password that was typed, and slows guesses of its code', async () => {
    const dana = await person();
    const { codeAt } = await setUpApp(dana.client);
    const { token } = await askedFor(dana);
    const enter = (code: string) =>
      test.client().factor.login({ body: { factorToken: token, code } });
    for (let guess = 0; guess < 10; guess++)
      await expectErrors(enter(`wrong-${guess}xxx`), {
        code: 'This code is wrong or was already used.',
      });
    await expectRefusal(enter(codeAt(1)), 'RATE_LIMITED');
    await test.db.deleteFrom('attempts').execute();
    const passwordHash = await hashPassword('Other-Horse-42');
    await test.db.updateTable('admins').set({ passwordHash }).where('id', '=', dana.id).execute();
    await expectErrors(enter(codeAt(1)), { factorToken: 'That took too long. Sign in again.' });
  });

  it('or the password without one is asked for again ten minutes later, by each dangerous call', async () => {
    const { client: owner } = {
      client: test.client((await test.client().auth.login({ body: OWNER })).token.access.token),
    };
    const calls: [string, () => Promise<unknown>][] = [
      ['roles', () => owner.roles.delete({ params: { id: NOBODY } })],
      [
        'erasure',
        () => owner.students.erase({ params: { id: NOBODY }, body: { reason: 'Asked.' } } as never),
      ],
      [
        'a revert',
        () =>
          owner.closeOut.finishOrRevert({
            body: { fairId: NOBODY, action: 'revert', reason: 'Wrong count.' },
          } as never),
      ],
      [
        'names',
        () =>
          owner.exports.add({
            body: { list: 'students', format: 'csv', query: {}, reason: 'A fire drill.' },
          }),
      ],
      ['the requirement', () => owner.factor.requireNoMore()],
      ['a factor', () => owner.factor.beginApp()],
    ];
    const refusals = async () => {
      const codes = await Promise.all(
        calls.map(([, call]) =>
          call().then(
            () => 'done',
            (error: unknown) => (error as ApiError).refusal.code,
          ),
        ),
      );
      return codes.map((code) => code === 'CONFIRM_FIRST');
    };
    expect(await refusals()).toEqual(calls.map(() => false));
    await age(test.ownerId, 11);
    expect(await refusals()).toEqual(calls.map(() => true));
    expect((await owner.factor.ways()).data.ways).toEqual(['password']);
    const confirm = (body: Confirmation) => owner.factor.confirm({ body });
    await expectErrors(confirm({ password: 'Wrong-Horse-42' }), {
      password: 'The current password is wrong.',
    });
    await confirm({ password: OWNER.password });
    expect(await refusals()).toEqual(calls.map(() => false));
    await age(test.ownerId, 0);
  });

  it('is what a person with one confirms by, who cannot fall back on the password', async () => {
    const dana = await person();
    const { codeAt, recoveryCodes } = await setUpApp(dana.client);
    await age(dana.id, 11);
    await expectRefusal(dana.client.factor.removeApp(), 'CONFIRM_FIRST');
    await expectErrors(dana.client.factor.confirm({ body: { password: PASSWORD } }), {
      code: 'Enter the code.',
    });
    await dana.client.factor.confirm({ body: { code: codeAt(1) } });
    const { data } = await dana.client.factor.newRecoveryCodes();
    expect(data.recoveryCodes.some((code) => recoveryCodes.includes(code))).toBe(false);
    await dana.client.factor.removeApp();
    expect((await dana.signIn()).message).toBe('Login successfully.');
  });

  it('may be required by role or company, and blocks everything else after 14 days', async () => {
    const dana = await person();
    const day = today('America/New_York');
    await test.owner.factor.require({ body: { requiredFrom: addDays(day, -13) } });
    expect(toClaims(await dana.signIn())).toMatchObject({ factor_due_on: day });
    await dana.client.admins.getAdmins();
    await test.owner.factor.requireNoMore();
    const role = (await test.owner.roles.getById({ params: { id: dana.roleId } })).data;
    await test.owner.roles.update({
      params: { id: dana.roleId },
      body: {
        name: role.name,
        description: role.description,
        rights: role.rights,
        version: role.version,
        factorRequiredFrom: addDays(day, -14),
      },
    });
    await expectRefusal(dana.client.admins.getAdmins(), 'FACTOR_MISSING');
    await setUpApp(dana.client);
    await dana.client.admins.getAdmins();
    await expectRefusal(dana.client.factor.removeApp(), 'INVALID_TRANSITION');
  });

  it('that is lost is removed by two administrators, unless its owner still has it', async () => {
    const [dana, first, second] = [await person(), await person(), await person()];
    const { codeAt } = await setUpApp(dana.client);
    const params = { id: dana.id };
    await expectRefusal(dana.client.factor.askReset({ params }), 'FORBIDDEN');
    await first.client.factor.askReset({ params });
    await expectRefusal(first.client.factor.confirmReset({ params }), 'FORBIDDEN');
    await expectRefusal(dana.client.factor.confirmReset({ params }), 'FORBIDDEN');
    const state = async () => (await second.client.factor.ofAdmin({ params })).data;
    expect((await state()).reset).toMatchObject({ askedById: first.id });
    // Whoever signs in with the factor has not lost it.
    const { token } = await askedFor(dana);
    await test.client().factor.login({ body: { factorToken: token, code: codeAt(1) } });
    expect((await state()).reset).toBeNull();
    await expectRefusal(second.client.factor.confirmReset({ params }), 'INVALID_TRANSITION');
    await first.client.factor.askReset({ params });
    await second.client.factor.confirmReset({ params });
    await expectRefusal(dana.client.admins.profile(), 'SESSION_REVOKED');
    expect((await dana.signIn()).message).toBe('Login successfully.');
    expect(await state()).toEqual({ hasFactor: false, reset: null });
    const texts = [];
    for (let count = 0; count < 4; count++)
      texts.push((await post.next(dana.credentials.email)).text);
    expect(texts.map((text) => /added|asks to remove|was removed/.exec(text)?.[0])).toEqual([
      'added',
      'asks to remove',
      'asks to remove',
      'was removed',
    ]);
  });
});

const NOBODY = '01900000-0000-7000-8000-000000000000';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string): Buffer {
  const bits = [...text].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

function toClaims({ token }: LoginAnswer): unknown {
  const [, payload = ''] = token.access.token.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}
