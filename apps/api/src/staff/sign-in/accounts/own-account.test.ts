import { DANA } from '#testing/selling/new-records.ts';
import { describe, expect, it } from 'vitest';
import { signedInWith } from '#testing/rights/personas.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { OWNER, startTestApp } from '#testing/app/test-app.ts';
import { openSessionFor } from '../auth.service.ts';

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

  it('lists its sessions, and requires the current password to end one or all others', async () => {
    const [thisBrowser, otherBrowser] = [await signIn(), await signIn()];
    const { data: sessions } = await otherBrowser.auth.sessions();
    const [{ id: otherSessionId } = { id: '' }, ...none] = sessions.filter((one) => one.current);
    expect(none).toEqual([]);
    await expectErrors(thisBrowser.auth.endOtherSessions({ body: WRONG_PASSWORD }), {
      currentPassword: 'The current password is wrong.',
    });
    const endSession = (body: typeof WRONG_PASSWORD, id = otherSessionId) =>
      thisBrowser.auth.endSession({ params: { id }, body });
    expect((await getRefusal(endSession(WRONG_PASSWORD))).errors).toHaveProperty('currentPassword');
    const withoutBody = await test.send(test.ownerToken)('/v1/auth/sessions', { method: 'DELETE' });
    expect(withoutBody.status).toBe(400);
    expect((await otherBrowser.admins.profile()).data.id).toBe(test.ownerId);
    await endSession(CORRECT_PASSWORD);
    await expectRefusal(otherBrowser.admins.profile(), 'SESSION_REVOKED');
    const { data } = await thisBrowser.auth.endOtherSessions({ body: CORRECT_PASSWORD });
    expect(data.ended).toBe(sessions.length - 2);
    expect((await thisBrowser.auth.sessions()).data).toMatchObject([{ current: true }]);
    await expectRefusal(endSession(CORRECT_PASSWORD, test.ownerId), 'NOT_FOUND');
  });

  it('requires the current password to change its email address', async () => {
    const owner = await signIn();
    const me = (await owner.admins.profile()).data;
    const { firstName, lastName, roleId: own, version } = me;
    const person = { ...DANA, firstName, lastName, roleId: own, secretCode: '****', version };
    const changeAccount = (changes: object) =>
      owner.admins.update({
        params: { id: me.id },
        body: { ...person, email: 'changed@example.com', ...changes },
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
    const { client: editor } = await signedInWith(test, [
      ['Users', 'edit'],
      ['Fairs', 'read_only'],
    ]);
    const person = { ...DANA, roleId, secretCode: '0420' };
    const add = async (email: string) =>
      (await editor.admins.add({ body: { ...person, email } })).data.id;
    const params = { id: await add('dana@example.com') };
    const resend = () => editor.admins.resendSetup({ params });
    for (let count = 0; count < 5; count++) await resend();
    await expectRefusal(resend(), 'RATE_LIMITED');
    const colleague = { id: await add('e0@example.com') };
    const changeEmail = (version: number) =>
      editor.admins.update({
        params: colleague,
        body: { ...person, email: `e${version}@example.com`, version },
      });
    for (let version = 1; version <= 5; version++) await changeEmail(version);
    await expectRefusal(changeEmail(6), 'RATE_LIMITED');
  });
});
