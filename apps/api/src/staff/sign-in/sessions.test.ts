import { describe, expect, it } from 'vitest';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { OWNER, startTestApp } from '#testing/app/test-app.ts';

describe('sessions', async () => {
  const test = await startTestApp();
  const signIn = () => test.client().auth.login({ body: OWNER });
  const refresh = (refreshToken: string) =>
    test.client().auth.refreshTokens({ body: { refreshToken } });
  const whoAmI = (token: string) => test.client(token).admins.profile();

  it('start with tokens, permission list and message', async () => {
    const answer = await test
      .client()
      .auth.login({ body: { ...OWNER, email: ' OWNER@example.com ' } });
    expect(answer.message).toBe('Login successfully.');
    expect(answer.permission).toHaveLength(11);
    expect(answer.permission).toContainEqual({ name: 'Fairs', read_only: true, edit: true });
    expect((await whoAmI(answer.token.access.token)).data).toMatchObject({
      email: 'owner@example.com',
      roleName: 'SUPER_ADMIN',
    });
  });

  it('list every module for SUPER_ADMIN, with edit only for Users, Devices and Fairs', async () => {
    const { permission } = await signIn();
    const { data: roles } = await test.owner.roles.getMasterRoles();
    const { data: granted } = await test.owner.roles.getRoles();
    const lists = [permission, roles[0]?.rights, granted[0]?.rights];
    for (const entries of lists) {
      expect(entries).toHaveLength(11);
      expect(entries?.every(({ read_only }) => read_only)).toBe(true);
      expect(entries?.filter(({ edit }) => edit).map(({ name }) => name)).toEqual([
        'Users',
        'Devices',
        'Fairs',
      ]);
    }
  });

  it('answer an unknown email and a wrong password alike, and name empty fields as specified', async () => {
    const unknown = await getRefusal(
      test
        .client()
        .auth.login({ body: { email: 'nobody@example.com', password: 'Wrong-Horse-42' } }),
    );
    const wrong = await getRefusal(
      test.client().auth.login({ body: { ...OWNER, password: 'Wrong-Horse-42' } }),
    );
    expect({ ...unknown, requestId: '' }).toEqual({ ...wrong, requestId: '' });
    expect(wrong).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });
    await expectErrors(test.client().auth.login({ body: { email: '', password: '' } }), {
      email: 'Email address is required.',
      password: 'Password is required',
    });
    await expectErrors(test.client().auth.login({ body: { email: 'nobody', password: 'x' } }), {
      email: 'Invalid email address',
    });
    await signIn();
  });

  it('give 30 parallel refreshes of one token the same successor, and nobody is signed out', async () => {
    const { token } = await signIn();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => refresh(token.refresh.token)),
    );
    expect(new Set(answers.map(({ data }) => data.token.refresh.token)).size).toBe(1);
    const [first] = answers;
    expect(first && (await whoAmI(first.data.token.access.token)).data.email).toBe(OWNER.email);
    expect(first && (await refresh(first.data.token.refresh.token)).data.permission).toHaveLength(
      11,
    );
  });

  it('end entirely when a used token comes back after its successor was used', async () => {
    const { token } = await signIn();
    const second = (await refresh(token.refresh.token)).data.token;
    const third = (await refresh(second.refresh.token)).data.token;
    await expectRefusal(refresh(token.refresh.token), 'SESSION_REVOKED');
    await expectRefusal(refresh(third.refresh.token), 'SESSION_REVOKED');
    await expectRefusal(whoAmI(third.access.token), 'SESSION_REVOKED');
  });
});
