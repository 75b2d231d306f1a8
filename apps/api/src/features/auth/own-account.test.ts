import { DANA } from '#testing/new-records.ts';
import { describe, expect, it } from 'vitest';
import { signedInWith } from '#testing/personas.ts';
import { expectErrors, expectRefusal } from '#testing/expectations.ts';
import { getRefusal } from '#testing/refusals.ts';
import { OWNER, startTestApp } from '#testing/test-app.ts';
import { openSessionFor } from './auth.service.ts';

const WRONG_PASSWORD = { currentPassword: 'Wrong-Horse-42' };
const CORRECT_PASSWORD = { currentPassword: OWNER.password };

/** Limits on the harm that somebody can do at a browser that was left signed in. */
describe('a signed-in account', async () => {
  const test = await startTestApp();
  const viewFairs = { name: 'Fairs', read_only: true, edit: false } as const;
  const role = { name: 'Reader', description: 'Reads fairs.', rights: [viewFairs] };
  const roleId = (await test.ask.roles.add({ body: role })).id;
  const signIn = async () =>
    test.client((await test.client().auth.login({ body: OWNER })).token.access.token);

  it('requires the current password to end other sessions', async () => {
    const [thisBrowser, otherBrowser] = [await signIn(), await signIn()];
    const otherSessionId =
      (await otherBrowser.auth.sessions()).data.find(({ current }) => current)?.id ?? '';
    await expectErrors(thisBrowser.auth.endOtherSessions({ body: WRONG_PASSWORD }), {
      currentPassword: 'The current password is wrong.',
    });
    const endOtherSession = (body: typeof WRONG_PASSWORD) =>
      thisBrowser.auth.endSession({ params: { id: otherSessionId }, body });
    expect((await getRefusal(endOtherSession(WRONG_PASSWORD))).errors).toHaveProperty(
      'currentPassword',
    );
    const withoutBody = await test.send(test.ownerToken)('/v1/auth/sessions', { method: 'DELETE' });
    expect(withoutBody.status).toBe(400);
    expect((await otherBrowser.admins.profile()).data.id).toBe(test.ownerId);
    await endOtherSession(CORRECT_PASSWORD);
    await expectRefusal(otherBrowser.admins.profile(), 'SESSION_REVOKED');
    expect(
      (await thisBrowser.auth.endOtherSessions({ body: CORRECT_PASSWORD })).data.ended,
    ).toBeGreaterThan(0);
  });

  it('requires the current password to change its email address', async () => {
    const owner = await signIn();
    const me = (await owner.admins.profile()).data;
    const person = { firstName: me.firstName, lastName: me.lastName, countryCode: '+1' as const };
    const changeAccount = (changes: object) =>
      owner.admins.update({
        params: { id: me.id },
        body: {
          ...person,
          phone: '5550000000',
          roleId: me.roleId,
          secretCode: '****',
          email: 'changed@example.com',
          version: me.version,
          ...changes,
        },
      });
    await expectErrors(changeAccount({}), { currentPassword: 'Enter your password.' });
    await expectErrors(changeAccount(WRONG_PASSWORD), {
      currentPassword: 'The current password is wrong.',
    });
    expect((await owner.admins.profile()).data.email).toBe(OWNER.email);
    expect((await changeAccount({ email: OWNER.email.toUpperCase() })).data.email).toBe(
      OWNER.email.toUpperCase(),
    );
    expect((await changeAccount({ ...CORRECT_PASSWORD, version: me.version + 1 })).data.email).toBe(
      'changed@example.com',
    );
    await test.db
      .updateTable('admins')
      .set({ email: OWNER.email, emailVerified: true })
      .where('id', '=', me.id)
      .execute();
  });

  it('keeps at most 50 sessions and ends the least recently used one', async () => {
    const { id, client: oldest } = await signedInWith(test, []);
    const tokens = await Promise.all(
      Array.from({ length: 12 }, () => openSessionFor(test.db, test.secrets, id)),
    );
    for (let count = 0; count < 45; count++)
      tokens.push(await openSessionFor(test.db, test.secrets, id));
    const newest = test.client(tokens.at(-1)!.access.token);
    expect((await newest.auth.sessions()).data).toHaveLength(50);
    await expectRefusal(oldest.admins.profile(), 'SESSION_REVOKED');
  });

  it('refuses to resend a setup link or change an email address a sixth time', async () => {
    const editor = (
      await signedInWith(test, [
        ['Users', 'edit'],
        ['Fairs', 'read_only'],
      ])
    ).client;
    const person = { ...DANA, roleId, secretCode: '0420' };
    const { data: added } = await editor.admins.add({
      body: { ...person, email: 'dana@example.com' },
    });
    const resend = () => editor.admins.resendSetup({ params: { id: added.id } });
    for (let count = 0; count < 5; count++) await resend();
    await expectRefusal(resend(), 'RATE_LIMITED');
    const { data: colleague } = await editor.admins.add({
      body: { ...person, email: 'e0@example.com' },
    });
    const changeEmail = (version: number) =>
      editor.admins.update({
        params: { id: colleague.id },
        body: { ...person, email: `e${version}@example.com`, version },
      });
    for (let version = 1; version <= 5; version++) await changeEmail(version);
    await expectRefusal(changeEmail(6), 'RATE_LIMITED');
  });
});
