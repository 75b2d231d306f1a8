import type { CompanySignInForm } from '@pos/contract/staff/company-sign-in';
import { ApiError } from '@pos/contract/client';
import { afterEach, describe, expect, it } from 'vitest';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  startIdentityProvider,
  type ProviderUser,
} from '#testing/app/identity-provider.ts';
import { OWNER, startTestApp } from '#testing/app/test-app.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { getActions } from '#testing/calls/reading.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { hashPassword } from '#api/hashing/passwords.ts';
import { hasSecondFactor } from './provider.rules.ts';

const PUBLIC_URL = 'http://127.0.0.1:3999';
const PASSWORD = 'Correct-Horse-42';

describe('a sign-in by the identity provider of the company', async () => {
  const test = await startTestApp({ publicUrl: PUBLIC_URL });
  const sent: string[] = [];
  const provider = await startIdentityProvider({
    publicUrl: PUBLIC_URL,
    send: async (url, body) => {
      sent.push(body);
      return (await backChannel(new URL(url).pathname, body)).status;
    },
  });
  test.atEnd(provider.stop);
  const backChannel = (path: string, body: string) =>
    test.send()(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
  const reader = { name: 'Fairs', read_only: true, edit: false } as const;
  const addRole = async (name: string) =>
    (await test.ask.roles.add({ body: { name, description: 'A role.', rights: [reader] } })).id;
  const [desk, office] = [await addRole('Desk'), await addRole('Office')];
  const FORM: CompanySignInForm = {
    name: 'Example ID',
    issuer: provider.issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    groupsClaim: 'groups',
    groups: [
      { group: 'desk', roleId: desk },
      { group: 'office', roleId: office },
    ],
    allowsPasswords: true,
    breakGlass: [],
  };
  const save = (changes: Partial<CompanySignInForm> = {}) =>
    test.owner.company.set({ body: { ...FORM, ...changes } });
  await save();
  afterEach(() => {
    provider.state.forge = undefined;
  });

  let count = 0;
  /** Adds a person at the provider. */
  function hire(changes: Partial<ProviderUser> = {}): { sub: string; user: ProviderUser } {
    const sub = `person-${++count}`;
    const user: ProviderUser = {
      email: `${sub}@example.com`,
      email_verified: true,
      given_name: 'Robin',
      family_name: 'Reyes',
      groups: ['desk'],
      amr: ['pwd'],
      ...changes,
    };
    provider.people.set(sub, user);
    return { sub, user };
  }
  async function visit(sub: string) {
    provider.forgetBrowser();
    provider.state.current = sub;
    const { url, token } = (await test.client().company.begin()).data;
    return { token, answer: await provider.visit(url) };
  }
  async function signIn(sub: string) {
    const answer = await test.client().company.login({ body: await visit(sub) });
    const client = test.client(answer.token.access.token);
    return { ...answer, client, refreshToken: answer.token.refresh.token };
  }
  const refused = (work: Promise<unknown>) => expectRefusal(work, 'INVALID_CREDENTIALS');
  const refresh = (refreshToken: string) =>
    test.client().auth.refreshTokens({ body: { refreshToken } });

  it('makes an account with the role of the group at the first sign-in, and finds it later', async () => {
    const { sub, user } = hire();
    const first = await signIn(sub);
    const { data: me } = await first.client.admins.profile();
    expect(me).toMatchObject({
      email: user.email,
      emailVerified: true,
      firstName: 'Robin',
      lastName: 'Reyes',
      roleName: 'Desk',
      invited: false,
    });
    user.email = 'moved@example.com';
    expect((await (await signIn(sub)).client.admins.profile()).data.id).toBe(me.id);
    expect(await getActions(test, 'admin', me.id)).toEqual(
      expect.arrayContaining(['admin.added', 'admin.linked_to_provider', 'admin.signed_in']),
    );
  });

  it('gives nobody access without a group, and says so', async () => {
    const { sub } = hire({ groups: ['elsewhere'] });
    await expect(signIn(sub)).rejects.toThrow('None of your groups at Example ID gives access');
  });

  it('links an account by a verified email address, to one person', async () => {
    const { id } = await signedInWith(test, [['Fairs', 'read_only']]);
    const email = `${id}@example.com`;
    await expect(signIn(hire({ email, email_verified: false }).sub)).rejects.toThrow(
      'sent no verified email address',
    );
    const { sub } = hire({ email: email.toUpperCase() });
    const { client } = await signIn(sub);
    expect((await client.admins.profile()).data).toMatchObject({ id, roleName: 'Desk' });
    await expect(signIn(hire({ email }).sub)).rejects.toThrow('belongs to another person');
  });

  it('refuses another state, browser, nonce, issuer, audience and a second use', async () => {
    const { sub } = hire();
    const login = (body: { token: string; answer: string }) =>
      test.client().company.login({ body });
    const one = await visit(sub);
    const other = await visit(sub);
    await refused(login({ token: one.token, answer: other.answer }));
    const { answer } = one;
    await refused(login({ token: one.token, answer }));
    await refused(login({ token: 'not ours', answer }));
    await login(other);
    await refused(login(other));
    for (const claims of [
      { nonce: 'another' },
      { iss: 'https://evil.example.com' },
      { aud: 'another-client' },
      { exp: 1 },
    ]) {
      provider.state.forge = (token) => void Object.assign(token, claims);
      await refused(signIn(sub));
    }
  });

  it('follows the groups at the next refresh, and ends the sessions without one', async () => {
    const { sub, user } = hire();
    const { client, refreshToken } = await signIn(sub);
    const second = await signIn(sub);
    user.groups = ['elsewhere', 'office'];
    const { data } = await refresh(refreshToken);
    expect((await client.admins.profile()).data.roleName).toBe('Office');
    user.groups = [];
    await expectRefusal(refresh(data.token.refresh.token), 'SESSION_REVOKED');
    await expectRefusal(client.admins.profile(), 'SESSION_REVOKED');
    await expectRefusal(second.client.admins.profile(), 'SESSION_REVOKED');
  });

  it('keeps the role of the last SUPER_ADMIN whatever the groups say', async () => {
    const { client } = await signIn(hire({ email: OWNER.email }).sub);
    expect((await client.admins.profile()).data).toMatchObject({
      id: test.ownerId,
      roleName: 'SUPER_ADMIN',
    });
  });

  it('ends the sessions that the provider names when somebody signs out there', async () => {
    const { sub } = hire();
    const { client } = await signIn(sub);
    await signIn(hire().sub);
    await provider.signOut(sub);
    await expectRefusal(client.admins.profile(), 'SESSION_REVOKED');
    // The same token again, another kind of token, and none.
    expect((await backChannel('/company-sign-out', sent[0]!)).status).toBe(400);
    expect((await backChannel('/company-sign-out', 'logout_token=x')).status).toBe(400);
    expect((await backChannel('/company-sign-out', '')).status).toBe(400);
  });

  it('leads to the provider to sign out there too', async () => {
    const { refreshToken } = await signIn(hire().sub);
    const { data } = await test.client().auth.logout({ body: { refreshToken } });
    const next = new URL(data!.next);
    expect(next.origin).toBe(provider.issuer);
    expect(next.searchParams.get('post_logout_redirect_uri')).toBe(`${PUBLIC_URL}/login`);
    expect(next.searchParams.get('id_token_hint')).toBeTruthy();
  });

  it('accepts the second factor of the provider, and asks for ours otherwise', async () => {
    const { sub, user } = hire({ amr: ['pwd', 'mfa'] });
    const { client } = await signIn(sub);
    const { id } = (await client.admins.profile()).data;
    await test.db
      .insertInto('passkeys')
      .values({
        id: crypto.randomUUID(),
        adminId: id,
        credentialId: 'a passkey',
        publicKey: Buffer.from('key'),
        counter: 0,
        transports: [],
        name: 'Laptop',
        lastUsedAt: null,
      })
      .execute();
    await signIn(sub);
    user.amr = ['pwd'];
    const error = await signIn(sub).catch((refusal: unknown) => refusal);
    expect(error instanceof ApiError && error.refusal.factor?.ways).toEqual(['passkey', 'code']);
    await test.db.deleteFrom('passkeys').where('adminId', '=', id).execute();
    // A requirement whose grace period is over is met by the provider's factor alone.
    const requiredFrom = '2020-01-01';
    await test.db.updateTable('settings').set({ factorRequiredFrom: requiredFrom }).execute();
    await expectRefusal(
      (await signIn(sub)).client.admins.getAdmins({ query: {} }),
      'FACTOR_MISSING',
    );
    user.amr = ['pwd', 'otp'];
    await (await signIn(sub)).client.admins.getAdmins({ query: {} });
    await test.db.updateTable('settings').set({ factorRequiredFrom: null }).execute();
  });

  it('takes a new sign-in at the provider as the proof of somebody without a factor', async () => {
    const { sub } = hire();
    const { client } = await signIn(sub);
    expect((await client.factor.ways()).data.ways).toEqual(['company']);
    const { url, token } = (await client.company.beginProof()).data;
    expect(new URL(url).searchParams.get('prompt')).toBe('login');
    await test.db
      .updateTable('sessions')
      .set({ confirmedAt: new Date(0).toISOString() })
      .execute();
    await expectRefusal(client.factor.beginApp(), 'CONFIRM_FIRST');
    const answer = await provider.visit(url);
    await client.factor.confirm({ body: { company: { token, answer } } });
    await client.factor.beginApp();
    // A sign-in is no proof, nor is the proof of another session.
    const body = { company: await visit(sub) };
    await expectErrors(client.factor.confirm({ body }), {
      company: 'This sign-in was not begun here. Start again.',
    });
    await test.db.updateTable('sessions').set({ confirmedAt: new Date().toISOString() }).execute();
  });

  it('lets somebody without a password change their code and end sessions by a fresh proof', async () => {
    const { sub } = hire();
    const { client } = await signIn(sub);
    const { data: me } = await client.admins.profile();
    expect(me.hasPassword).toBe(false);
    const { firstName, lastName, version } = me;
    const body = { firstName, lastName, countryCode: '+1', phone: '5551234567', version } as const;
    const change = () => client.admins.updateProfile({ body: { ...body, secretCode: '2468' } });
    const confirm = { body: { password: '' } };
    const sessions = test.db.updateTable('sessions');
    await sessions.set({ confirmedAt: new Date(0).toISOString() }).execute();
    await expectRefusal(change(), 'CONFIRM_FIRST');
    await expectRefusal(client.auth.endOtherSessions({ body: {} }), 'CONFIRM_FIRST');
    await sessions.set({ confirmedAt: new Date().toISOString() }).execute();
    // A proof is not renewed by itself.
    await expectErrors(client.factor.confirm(confirm), { password: 'Enter your password.' });
    expect((await change()).data.hasSecretCode).toBe(true);
    await client.auth.endOtherSessions({ body: {} });
  });

  it('signs in nobody by password but a break-glass owner once passwords are off', async () => {
    const { id } = await signedInWith(test, [['Users', 'edit']]);
    const passwordHash = await hashPassword(PASSWORD);
    await test.db.updateTable('admins').set({ passwordHash }).where('id', '=', id).execute();
    const credentials = { email: `${id}@example.com`, password: PASSWORD };
    const login = (body: typeof credentials) => test.client().auth.login({ body });
    const local = test.client((await login(credentials)).token.access.token);
    await expectErrors(save({ allowsPasswords: false }), {
      breakGlass:
        'Choose at least one SUPER_ADMIN with a password, who can sign in if the provider fails.',
    });
    await save({ allowsPasswords: false, breakGlass: [test.ownerId] });
    await expectRefusal(local.admins.profile(), 'SESSION_REVOKED');
    await login(OWNER);
    const answers = await Promise.all(
      [
        credentials,
        { ...credentials, password: 'Wrong-Horse-42' },
        { email: 'nobody@example.com', password: PASSWORD },
      ].map((body) => login(body).catch((error: unknown) => (error as ApiError).refusal.message)),
    );
    expect(new Set(answers)).toEqual(new Set(['The email address or password is wrong.']));
    await expectRefusal(
      test.owner.admins.changeStatus({
        params: { id: test.ownerId },
        body: { status: 'inactive' },
      }),
      'FORBIDDEN',
    );
    await save();
    await login(credentials);
  });

  it('names the field of what is wrong in the settings', async () => {
    const tried = (changes: object) =>
      test.owner.company.test({
        body: {
          issuer: provider.issuer,
          clientId: CLIENT_ID,
          clientSecret: CLIENT_SECRET,
          ...changes,
        },
      });
    expect((await tried({})).data.warnings).toEqual([]);
    expect((await tried({ clientSecret: '' })).data.warnings).toEqual([]);
    await expectErrors(tried({ clientSecret: 'wrong' }), {
      clientSecret: 'The provider refuses this client ID or secret.',
    });
    // The stored secret is sent to nobody else.
    await expectErrors(tried({ issuer: 'https://evil.example.com', clientSecret: '' }), {
      clientSecret: 'Enter the client secret.',
    });
    await expectErrors(tried({ issuer: 'http://192.0.2.1' }), {
      issuer: 'The provider must be reached by https.',
    });
    await expectErrors(tried({ issuer: `${provider.issuer}/nowhere` }), {
      issuer: `There is no identity provider at this address: ${provider.issuer}/nowhere/.well-known/openid-configuration does not answer as one.`,
    });
    await expectErrors(tried({ issuer: provider.issuer.replace('127.0.0.1', 'localhost') }), {
      issuer:
        'The provider names another address as its issuer. Enter it as the provider writes it, to the last slash.',
    });
  });
});

describe('a second factor of the provider', () => {
  it.each([
    [{ amr: ['pwd'] }, false],
    [{ amr: ['otp'] }, false],
    [{ amr: ['mfa'] }, true],
    [{ amr: ['pwd', 'otp'] }, true],
    [{ acr: 'phr' }, true],
    [{ amr: 'mfa' }, false],
    [{}, false],
  ])('%j: %s', (claims, expected) => {
    expect(hasSecondFactor(claims)).toBe(expected);
  });
});
