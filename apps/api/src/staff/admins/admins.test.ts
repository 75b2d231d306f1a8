import { DANA, newDevice } from '#testing/selling/new-records.ts';
import type { NewAdmin } from '@pos/contract/staff/admins';
import { describe, expect, it } from 'vitest';
import { openSessionFor } from '#api/staff/sign-in/auth.service.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { OWNER, startTestApp } from '#testing/app/test-app.ts';

describe('admins', async () => {
  const test = await startTestApp();
  const rights = [{ name: 'Devices' as const, read_only: true, edit: false }];
  const reader = { name: 'Reader', description: 'Reads.', rights };
  const roleId = (await test.ask.roles.add({ body: reader })).id;
  const dana = (changes: Partial<NewAdmin> = {}): NewAdmin => ({
    ...DANA,
    email: 'dana@example.com',
    roleId,
    secretCode: '0420',
    ...changes,
  });
  const { admins } = test.owner;
  const add = (changes: Partial<NewAdmin>) => test.ask.admins.add({ body: dana(changes) });
  const changes = (changed: Partial<NewAdmin>, version: number) => ({
    ...dana({ secretCode: '****', ...changed }),
    version,
  });

  it('adds an admin, active and invited, whose secret code is never shown', async () => {
    const data = await add({});
    expect(data).toMatchObject({
      email: 'dana@example.com',
      status: 'active',
      invited: true,
      emailVerified: false,
      hasSecretCode: true,
      fairs: 0,
    });
    expect(Object.values(data)).not.toContain('0420');
    expect((await test.ask.admins.list({ query: { search: '(555) 123' } })).results).toEqual([
      data,
    ]);
  });

  it('refuses a form with every sentence of the specification on its field', async () => {
    const wrong = { firstName: 'D', lastName: '', email: 'x', phone: '123', secretCode: '12' };
    await expectErrors(add({ ...wrong, roleId: '' }), {
      firstName: 'First name must have 2 to 20 characters.',
      lastName: 'Enter a last name.',
      email: 'Invalid email address',
      phone: 'Invalid mobile number.',
      roleId: 'Please select a role.',
      secretCode: 'Please enter 4 digit Secret code.',
    });
    const errors = { email: 'This email is already exists.' };
    await expectErrors(add({ email: 'DANA@example.com' }), errors);
  });

  it('updates an admin, keeps the secret code for ****, and records activity without secrets', async () => {
    const email = 'edit@example.com';
    const before = await add({ email });
    const save = (changed: Partial<NewAdmin>, version: number) =>
      test.ask.admins.update({
        params: { id: before.id },
        body: changes({ email, ...changed }, version),
      });
    const after = await save({ lastName: 'Woods' }, before.version);
    expect(after).toMatchObject({
      lastName: 'Woods',
      version: before.version + 1,
      hasSecretCode: true,
    });
    await save({ lastName: 'Woods', secretCode: '9999' }, after.version);
    const { data: told } = await test.owner.activity.list({
      query: { entity: 'admin', entityId: before.id },
    });
    expect(told.results.map(({ action, changes: fields }) => ({ action, fields }))).toEqual([
      { action: 'admin.updated', fields: { secretCode: { from: '****', to: '****' } } },
      { action: 'admin.updated', fields: { lastName: { from: 'Whitfield', to: 'Woods' } } },
      { action: 'admin.added', fields: {} },
    ]);
  });

  it('answers a deactivated admin 401 at the next request of the same token', async () => {
    const { client, id } = await signedInWith(test, [['Devices', 'read_only']]);
    await client.devices.list();
    await test.owner.admins.changeStatus({ params: { id }, body: { status: 'inactive' } });
    await expectRefusal(client.devices.list(), 'SESSION_REVOKED');
    await test.owner.admins.changeStatus({ params: { id }, body: { status: 'active' } });
    await expectRefusal(client.devices.list(), 'SESSION_REVOKED');
  });

  it('lets nobody edit or add an admin who holds more than they do', async () => {
    const { client } = await signedInWith(test, [
      ['Users', 'read_only'],
      ['Users', 'edit'],
    ]);
    await expectRefusal(
      client.admins.add({ body: dana({ email: 'more@example.com' }) }),
      'FORBIDDEN',
    );
    const { id, version } = await add({ email: 'reader@example.com' });
    const params = { id };
    const body = changes({ email: 'reader@example.com' }, version);
    for (const call of [
      () => client.admins.update({ params, body }),
      () => client.admins.changeStatus({ params, body: { status: 'inactive' } }),
      () => client.admins.delete({ params }),
      () => client.admins.resendSetup({ params }),
    ])
      await expectRefusal(call(), 'FORBIDDEN');
  });

  it("never changes one's own secret code without the password, in either way", async () => {
    const me = await test.ask.admins.profile();
    const { id, firstName, lastName, email, roleId: own, version } = me;
    const person = { firstName, lastName, countryCode: '+1' as const, phone: '5550000000' };
    const save = (changed: object) =>
      test.ask.admins.updateProfile({
        body: { ...person, secretCode: '2468', version, ...changed },
      });
    const update = (changed: object) => {
      const body = { ...person, email, roleId: own, secretCode: '2468', version, ...changed };
      return test.ask.admins.update({ params: { id }, body });
    };
    await expectErrors(save({}), { currentPassword: 'Enter your password.' });
    await expectErrors(save({ currentPassword: 'Wrong-Horse-42' }), {
      currentPassword: 'The current password is wrong.',
    });
    await expectErrors(update({}), { secretCode: 'Change your own secret code in your profile.' });
    const kept = await save({ secretCode: '****' });
    expect(kept).toMatchObject({ phone: '5550000000', hasSecretCode: false });
    const after = await save({ currentPassword: OWNER.password, version: version + 1 });
    expect(after).toMatchObject({ hasSecretCode: true });
    await update({ secretCode: '****', version: after.version });
  });

  it('counts a wrong password for the secret code as a failed login', async () => {
    const { client } = await signedInWith(test, []);
    const { firstName, lastName, version } = (await client.admins.profile()).data;
    const person = { firstName, lastName, countryCode: '+1' as const, phone: '5550000000' };
    const code = { secretCode: '2468', currentPassword: 'Wrong-Horse-42' };
    const body = { ...person, ...code, version };
    const said: (string | undefined)[] = [];
    for (let tries = 0; tries < 11; tries++)
      said.push((await getRefusal(client.admins.updateProfile({ body }))).code);
    expect(said).toEqual([...Array<string>(10).fill('VALIDATION_FAILED'), 'RATE_LIMITED']);
  });

  it('deletes only an admin without responsibilities, and names the ones that block it', async () => {
    const admin = await add({ email: 'busy@example.com' });
    await test.owner.devices.add({ body: newDevice('BUSY-1', { adminId: admin.id }) });
    await expectRefusal(test.owner.admins.delete({ params: { id: admin.id } }), 'IN_USE', {
      reasons: [{ code: 'DEVICE', text: 'Device BUSY-1' }],
    });
    const free = await add({ email: 'free@example.com' });
    await test.owner.admins.delete({ params: { id: free.id } });
    expect((await add({ email: 'free@example.com' })).id).not.toBe(free.id);
  });

  it('limits an unverified admin to the calls that verify the account', async () => {
    const admin = await add({ email: 'unverified@example.com' });
    const client = test.client(
      (await openSessionFor(test.db, test.secrets, admin.id)).access.token,
    );
    await expectRefusal(client.devices.list(), 'VERIFY_FIRST');
    await client.admins.profile();
    await client.admins.resendVerificationCode();
    await expectRefusal(client.admins.resendVerificationCode(), 'RATE_LIMITED');
    expect(
      await getRefusal(client.admins.verifyAccount({ body: { code: '12345' } })),
    ).toMatchObject({ errors: { code: 'Enter the 6-digit code.' } });
  });

  it('lets nobody edit their own role and status, nor the last SUPER_ADMIN', async () => {
    const owner = await test.ask.admins.profile();
    expect(owner.lastSuperAdmin).toBe(true);
    const { firstName, lastName, email, version } = owner;
    const body = { ...dana({ firstName, lastName, email }), version };
    const params = { id: owner.id };
    await expectRefusal(
      admins.update({ params, body }),
      'FORBIDDEN',
      'You cannot change your own role.',
    );
    const inactive = { status: 'inactive' } as const;
    await expectRefusal(admins.changeStatus({ params, body: inactive }), 'FORBIDDEN');
    await expectRefusal(admins.delete({ params }), 'FORBIDDEN');
    const system = (await test.ask.roles.getRoles())[0]?.value ?? '';
    const second = await add({ email: 'second@example.com', roleId: system });
    expect(second.lastSuperAdmin).toBe(false);
    expect((await test.ask.admins.profile()).lastSuperAdmin).toBe(false);
    await test.db
      .updateTable('admins')
      .set({ emailVerified: true })
      .where('id', '=', second.id)
      .execute();
    const { access } = await openSessionFor(test.db, test.secrets, second.id);
    const both = await Promise.allSettled([
      admins.changeStatus({ params: { id: second.id }, body: inactive }),
      test.client(access.token).admins.changeStatus({ params, body: inactive }),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await test.db
      .updateTable('admins')
      .set({ status: 'active' })
      .where('id', 'in', [owner.id, second.id])
      .execute();
  });
});
