import type { NewAdmin } from '@pos/contract/admins';
import { describe, expect, it } from 'vitest';
import { openSessionFor } from '#api/features/auth/auth.service.ts';
import { signedInWith } from '#testing/personas.ts';
import { getRefusal } from '#testing/refusals.ts';
import { OWNER, startTestApp, type TestApp } from '#testing/test-app.ts';

describe('admins', async () => {
  const test = await startTestApp();
  const roleId = (
    await test.ask.roles.add({
      body: {
        name: 'Reader',
        description: 'Reads.',
        rights: [{ name: 'Devices', read_only: true, edit: false }],
      },
    })
  ).id;
  const dana = (changes: Partial<NewAdmin> = {}): NewAdmin => ({
    firstName: 'Dana',
    lastName: 'Whitfield',
    email: 'dana@example.com',
    countryCode: '+1',
    phone: '5551234567',
    roleId,
    secretCode: '0420',
    ...changes,
  });
  const add = (changes: Partial<NewAdmin>) => test.owner.admins.add({ body: dana(changes) });
  const changes = (changed: Partial<NewAdmin>, version: number) => ({
    ...dana({ secretCode: '****', ...changed }),
    version,
  });

  it('adds an admin, active and invited, whose secret code is never shown', async () => {
    const { data } = await add({});
    expect(data).toMatchObject({
      email: 'dana@example.com',
      status: 'active',
      invited: true,
      emailVerified: false,
      hasSecretCode: true,
      fairs: 0,
    });
    expect(JSON.stringify(data)).not.toContain('0420');
    expect((await test.ask.admins.list({ query: { search: '(555) 123' } })).results).toEqual([
      data,
    ]);
  });

  it('refuses a form with every sentence of the specification on its field', async () => {
    const refusal = await getRefusal(
      test.owner.admins.add({
        body: {
          firstName: 'D',
          lastName: '',
          email: 'x',
          countryCode: '+1',
          phone: '123',
          roleId: '',
          secretCode: '12',
        },
      }),
    );
    expect(refusal.errors).toEqual({
      firstName: 'First name must have 2 to 20 characters.',
      lastName: 'Last name must have 2 to 20 characters.',
      email: 'Invalid email address',
      phone: 'Invalid mobile number.',
      roleId: 'Please select a role.',
      secretCode: 'Please enter 4 digit Secret code.',
    });
    expect((await getRefusal(add({ email: 'DANA@example.com' }))).errors).toEqual({
      email: 'This email is already exists.',
    });
  });

  it('updates an admin, keeps the secret code for ****, and records activity without secrets', async () => {
    const { data: before } = await add({ email: 'edit@example.com' });
    const { data: after } = await test.owner.admins.update({
      params: { id: before.id },
      body: changes({ email: 'edit@example.com', lastName: 'Woods' }, before.version),
    });
    expect(after).toMatchObject({
      lastName: 'Woods',
      version: before.version + 1,
      hasSecretCode: true,
    });
    await test.owner.admins.update({
      params: { id: before.id },
      body: changes(
        { email: 'edit@example.com', lastName: 'Woods', secretCode: '9999' },
        after.version,
      ),
    });
    const { data: told } = await test.owner.activity.list({
      query: { entity: 'admin', entityId: before.id },
    });
    expect(told.results.map(({ action, changes: fields }) => ({ action, fields }))).toEqual([
      { action: 'admin.updated', fields: { secretCode: { from: '****', to: '****' } } },
      { action: 'admin.updated', fields: { lastName: { from: 'Whitfield', to: 'Woods' } } },
      { action: 'admin.added', fields: {} },
    ]);
    expect(
      await getRefusal(
        test.owner.admins.update({
          params: { id: before.id },
          body: changes({ email: 'edit@example.com' }, 1),
        }),
      ),
    ).toMatchObject({ code: 'STALE_VERSION', changedBy: 'Account Owner' });
  });

  it('answers a deactivated admin 401 at the next request of the same token', async () => {
    const { client, id } = await signedInWith(test, [['Devices', 'read_only']]);
    await client.devices.list();
    await test.owner.admins.changeStatus({ params: { id }, body: { status: 'inactive' } });
    expect(await getRefusal(client.devices.list())).toMatchObject({ status: 401 });
    await test.owner.admins.changeStatus({ params: { id }, body: { status: 'active' } });
    expect(await getRefusal(client.devices.list())).toMatchObject({ status: 401 });
  });

  it('lets nobody edit or add an admin who holds more than they do', async () => {
    const { client } = await signedInWith(test, [
      ['Users', 'read_only'],
      ['Users', 'edit'],
    ]);
    expect(
      await getRefusal(client.admins.add({ body: dana({ email: 'more@example.com' }) })),
    ).toMatchObject({ code: 'FORBIDDEN' });
    const { data: reader } = await add({ email: 'reader@example.com' });
    for (const call of [
      () =>
        client.admins.update({
          params: { id: reader.id },
          body: changes({ email: 'reader@example.com' }, reader.version),
        }),
      () => client.admins.changeStatus({ params: { id: reader.id }, body: { status: 'inactive' } }),
      () => client.admins.delete({ params: { id: reader.id } }),
      () => client.admins.resendSetup({ params: { id: reader.id } }),
    ])
      expect(await getRefusal(call())).toMatchObject({ status: 403 });
  });

  it("never changes one's own secret code without the password, in either way", async () => {
    const { data: me } = await test.owner.admins.profile();
    const body = {
      firstName: me.firstName,
      lastName: me.lastName,
      countryCode: '+1' as const,
      phone: '5550000000',
      secretCode: '2468',
      version: me.version,
    };
    expect((await getRefusal(test.owner.admins.updateProfile({ body }))).errors).toEqual({
      currentPassword: 'Enter your password.',
    });
    expect(
      (
        await getRefusal(
          test.owner.admins.updateProfile({ body: { ...body, currentPassword: 'Wrong-Horse-42' } }),
        )
      ).errors,
    ).toEqual({ currentPassword: 'The current password is wrong.' });
    expect(
      (
        await getRefusal(
          test.owner.admins.update({
            params: { id: me.id },
            body: { ...body, email: me.email, roleId: me.roleId },
          }),
        )
      ).errors,
    ).toEqual({ secretCode: 'Change your own secret code in your profile.' });
    expect(
      await test.ask.admins.updateProfile({ body: { ...body, secretCode: '****' } }),
    ).toMatchObject({ phone: '5550000000', hasSecretCode: false });
    const { data: after } = await test.owner.admins.updateProfile({
      body: { ...body, currentPassword: OWNER.password, version: me.version + 1 },
    });
    expect(after).toMatchObject({ hasSecretCode: true });
    await test.owner.admins.update({
      params: { id: me.id },
      body: {
        ...body,
        secretCode: '****',
        email: me.email,
        roleId: me.roleId,
        version: after.version,
      },
    });
  });

  it('counts a wrong password for the secret code as a failed login', async () => {
    const { client } = await signedInWith(test, []);
    const { data: me } = await client.admins.profile();
    const body = {
      firstName: me.firstName,
      lastName: me.lastName,
      countryCode: '+1' as const,
      phone: '5550000000',
      secretCode: '2468',
      version: me.version,
      currentPassword: 'Wrong-Horse-42',
    };
    const said: (string | undefined)[] = [];
    for (let tries = 0; tries < 11; tries++)
      said.push((await getRefusal(client.admins.updateProfile({ body }))).code);
    expect(said).toEqual([
      ...Array.from({ length: 10 }, () => 'VALIDATION_FAILED'),
      'RATE_LIMITED',
    ]);
  });

  it('deletes only an admin without responsibilities, and names the ones that block it', async () => {
    const { data: admin } = await add({ email: 'busy@example.com' });
    await test.owner.devices.add({
      body: {
        deviceId: 'BUSY-1',
        name: 'Busy',
        purchaseDate: '2026-01-01',
        warrantyDate: '2028-01-01',
        model: 1,
        adminId: admin.id,
      },
    });
    expect(await getRefusal(test.owner.admins.delete({ params: { id: admin.id } }))).toMatchObject({
      code: 'IN_USE',
      reasons: [{ code: 'DEVICE', text: 'Device BUSY-1' }],
    });
    const { data: free } = await add({ email: 'free@example.com' });
    await test.owner.admins.delete({ params: { id: free.id } });
    expect((await add({ email: 'free@example.com' })).data.id).not.toBe(free.id);
  });

  it('limits an unverified admin to the calls that verify the account', async () => {
    const { data: admin } = await add({ email: 'unverified@example.com' });
    const client = test.client(
      (await openSessionFor(test.db, test.secrets, admin.id)).access.token,
    );
    expect(await getRefusal(client.devices.list())).toMatchObject({
      status: 403,
      code: 'VERIFY_FIRST',
    });
    await client.admins.profile();
    await client.admins.resendVerificationCode();
    expect(await getRefusal(client.admins.resendVerificationCode())).toMatchObject({
      code: 'RATE_LIMITED',
    });
    expect(
      await getRefusal(client.admins.verifyAccount({ body: { code: '12345' } })),
    ).toMatchObject({ errors: { code: 'Enter the 6-digit code.' } });
  });

  it('lets nobody edit their own role and status, nor the last SUPER_ADMIN', async () => {
    const { data: owner } = await test.owner.admins.profile();
    expect(owner.lastSuperAdmin).toBe(true);
    const body = {
      firstName: owner.firstName,
      lastName: owner.lastName,
      email: owner.email,
      countryCode: '+1' as const,
      phone: '5550000000',
      roleId,
      secretCode: '1234',
      version: owner.version,
    };
    expect(
      await getRefusal(test.owner.admins.update({ params: { id: owner.id }, body })),
    ).toMatchObject({ code: 'FORBIDDEN', message: 'You cannot change your own role.' });
    expect(
      await getRefusal(
        test.owner.admins.changeStatus({ params: { id: owner.id }, body: { status: 'inactive' } }),
      ),
    ).toMatchObject({ code: 'FORBIDDEN' });
    expect(await getRefusal(test.owner.admins.delete({ params: { id: owner.id } }))).toMatchObject({
      code: 'FORBIDDEN',
    });
    const system = (await test.ask.roles.getRoles())[0]?.value ?? '';
    const second = (await add({ email: 'second@example.com', roleId: system })).data;
    expect(second.lastSuperAdmin).toBe(false);
    expect((await test.ask.admins.profile()).lastSuperAdmin).toBe(false);
    const secondClient = test.client(
      (await openSessionFor(test.db, test.secrets, await verified(test, second.id))).access.token,
    );
    const both = await Promise.allSettled([
      test.owner.admins.changeStatus({ params: { id: second.id }, body: { status: 'inactive' } }),
      secondClient.admins.changeStatus({ params: { id: owner.id }, body: { status: 'inactive' } }),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await test.db
      .updateTable('admins')
      .set({ status: 'active' })
      .where('id', 'in', [owner.id, second.id])
      .execute();
  });
});

async function verified(test: TestApp, id: string): Promise<string> {
  await test.db.updateTable('admins').set({ emailVerified: true }).where('id', '=', id).execute();
  return id;
}
