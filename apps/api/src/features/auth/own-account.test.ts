import { beforeAll, describe, expect, it } from 'vitest';
import { signedInWith } from '#testing/personas.ts';
import { getRefusal } from '#testing/refusals.ts';
import { OWNER, startTestApp, type TestApp } from '#testing/test-app.ts';
import { openSessionFor } from './auth.service.ts';

const WRONG = { currentPassword: 'Wrong-Horse-42' };
const RIGHT = { currentPassword: OWNER.password };

/** An unattended session, or an administrator in a hurry, cannot do everything at once. */
describe("one's own account", () => {
  let test: TestApp;
  let roleId: string;
  beforeAll(async () => {
    test = await startTestApp();
    const right = { name: 'Fairs', read_only: true, edit: false } as const;
    const role = { name: 'Reader', description: 'Reads fairs.', rights: [right] };
    roleId = (await test.owner.roles.add({ body: role })).data.id;
  });
  const signIn = async () =>
    test.client((await test.client().auth.login({ body: OWNER })).token.access.token);

  it('ends other sessions only with the password', async () => {
    const [here, there] = [await signIn(), await signIn()];
    const other = (await there.auth.sessions()).data.find(({ current }) => current)?.id ?? '';
    expect((await getRefusal(here.auth.endOtherSessions({ body: WRONG }))).errors).toEqual({
      currentPassword: 'The current password is wrong.',
    });
    const endThere = (body: typeof WRONG) => here.auth.endSession({ params: { id: other }, body });
    expect((await getRefusal(endThere(WRONG))).errors).toHaveProperty('currentPassword');
    const bare = await test.send(test.ownerToken)('/v1/auth/sessions', { method: 'DELETE' });
    expect(bare.status).toBe(400);
    expect((await there.admins.profile()).data.id).toBe(test.ownerId);
    await endThere(RIGHT);
    expect(await getRefusal(there.admins.profile())).toMatchObject({ status: 401 });
    expect((await here.auth.endOtherSessions({ body: RIGHT })).data.ended).toBeGreaterThan(0);
  });

  it('changes its email only with the password', async () => {
    const owner = await signIn();
    const me = (await owner.admins.profile()).data;
    const person = { firstName: me.firstName, lastName: me.lastName, countryCode: '+1' as const };
    const change = (more: object) =>
      owner.admins.update({
        params: { id: me.id },
        body: {
          ...person,
          phone: '5550000000',
          roleId: me.roleId,
          secretCode: '****',
          email: 'moved@example.com',
          version: me.version,
          ...more,
        },
      });
    expect((await getRefusal(change({}))).errors).toEqual({
      currentPassword: 'Enter your password.',
    });
    expect((await getRefusal(change(WRONG))).errors).toEqual({
      currentPassword: 'The current password is wrong.',
    });
    expect((await owner.admins.profile()).data.email).toBe(OWNER.email);
    expect((await change({ email: OWNER.email.toUpperCase() })).data.email).toBe(
      OWNER.email.toUpperCase(),
    );
    expect((await change({ ...RIGHT, version: me.version + 1 })).data.email).toBe(
      'moved@example.com',
    );
    await test.db
      .updateTable('admins')
      .set({ email: OWNER.email, emailVerified: true })
      .where('id', '=', me.id)
      .execute();
  });

  it('keeps at most fifty sessions and ends the least recently used', async () => {
    const { id, client } = await signedInWith(test, []);
    const tokens = await Promise.all(
      Array.from({ length: 12 }, () => openSessionFor(test.db, test.secrets, id)),
    );
    for (let more = 0; more < 45; more++)
      tokens.push(await openSessionFor(test.db, test.secrets, id));
    const newest = test.client(tokens.at(-1)!.access.token);
    expect((await newest.auth.sessions()).data).toHaveLength(50);
    expect(await getRefusal(client.admins.profile())).toMatchObject({ code: 'SESSION_REVOKED' });
  });

  it('limits how often a setup link is resent and an email changed', async () => {
    const editor = (
      await signedInWith(test, [
        ['Users', 'edit'],
        ['Fairs', 'read_only'],
      ])
    ).client;
    const person = {
      firstName: 'Dana',
      lastName: 'Whitfield',
      countryCode: '+1' as const,
      phone: '5551234567',
      roleId,
      secretCode: '0420',
    };
    const { data: added } = await editor.admins.add({
      body: { ...person, email: 'dana@example.com' },
    });
    const resend = () => editor.admins.resendSetup({ params: { id: added.id } });
    for (let time = 0; time < 5; time++) await resend();
    expect(await getRefusal(resend())).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    const { data: other } = await editor.admins.add({
      body: { ...person, email: 'e0@example.com' },
    });
    const move = (version: number) =>
      editor.admins.update({
        params: { id: other.id },
        body: { ...person, email: `e${version}@example.com`, version },
      });
    for (let version = 1; version <= 5; version++) await move(version);
    expect(await getRefusal(move(6))).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
  });
});
