import { DANA } from '#testing/selling/new-records.ts';
import { DUTIES, MODULES } from '@pos/contract/permissions';
import { describe, expect, it } from 'vitest';
import { signedInWith } from '#testing/rights/personas.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { OWNER, startTestApp } from '#testing/app/test-app.ts';

describe('roles', async () => {
  const test = await startTestApp();
  const { roles } = test.owner;
  const add = (changes: object) => test.ask.roles.add({ body: { ...clerk, ...changes } });
  const clerk = {
    name: 'Clerk',
    description: 'Answers the phone.',
    rights: [
      { name: 'Orders' as const, read_only: true, edit: true },
      { name: 'Fairs' as const, read_only: false, edit: true },
    ],
  };

  it('keep edit for the modules that have it, whatever was sent, and edit without view', async () => {
    const { data } = await test.owner.roles.add({ body: clerk });
    expect(data.rights).toHaveLength(MODULES.length);
    expect(data.rights.filter(({ read_only, edit }) => read_only || edit)).toEqual([
      { name: 'Fairs', read_only: false, edit: true },
      { name: 'Orders', read_only: true, edit: false },
    ]);
    await expectErrors(test.owner.roles.add({ body: { ...clerk, name: 'clerk' } }), {
      name: 'This role name is already in use.',
    });
    await expectErrors(test.owner.roles.add({ body: { name: 'C', description: '', rights: [] } }), {
      name: 'Role name must have 2 to 30 characters.',
      description: 'Description is required.',
    });
  });

  it('take effect at the next request, and gain nothing by being named SUPER_ADMIN', async () => {
    const { client, roleId } = await signedInWith(test, [['Devices', 'read_only']]);
    await client.devices.list();
    const { data: role } = await test.owner.roles.getById({ params: { id: roleId } });
    const change = (name: string) => {
      const body = { name, description: 'Not really.', rights: [], version: role.version };
      return roles.update({ params: { id: roleId }, body });
    };
    const errors = { name: 'This role name is already in use.' };
    await expectErrors(change('SUPER_ADMIN '), errors);
    await change('SUPER_ADMINS');
    await expectRefusal(client.devices.list(), 'FORBIDDEN', 'You need the right: read Devices.');
    await expectRefusal(client.roles.list(), 'FORBIDDEN');
  });

  it('refuse changes of SUPER_ADMIN, and deletion until people are moved', async () => {
    const { roleId } = await signedInWith(test, [['Orders', 'read_only']]);
    const params = { id: roleId };
    const system = (await test.ask.roles.list()).results.find(({ isSystem }) => isSystem)!;
    const mine = { ...clerk, name: 'Mine', version: 1 };
    await expectRefusal(roles.update({ params: { id: system.id }, body: mine }), 'FORBIDDEN');
    await expectRefusal(roles.delete({ params }), 'IN_USE', { reasons: [{ count: 1 }] });
    const { id: to } = await add({ name: 'Target' });
    expect(await test.ask.roles.movePeople({ body: { from: roleId, to } })).toMatchObject({
      moved: 1,
    });
    await roles.delete({ params });
    await expectRefusal(roles.getById({ params }), 'NOT_FOUND');
    const query = { entity: 'role', entityId: roleId } as const;
    expect((await test.ask.activity.list({ query })).results).toMatchObject([
      { action: 'role.deleted' },
    ]);
  });

  it('are offered only if one holds all their rights, and SUPER_ADMIN only to SUPER_ADMIN', async () => {
    const { client } = await signedInWith(test, [
      ['Orders', 'read_only'],
      ['Users', 'edit'],
    ]);
    const offered = (await client.roles.getRoles()).data;
    expect(
      offered.every(({ rights }) =>
        rights.every(
          ({ name, read_only, edit }) =>
            (!read_only || name === 'Orders') && (!edit || name === 'Users'),
        ),
      ),
    ).toBe(true);
    const ofOwner = await test.ask.roles.getRoles();
    expect(ofOwner.filter(({ isSystem }) => isSystem)).toMatchObject([{ label: 'SUPER_ADMIN' }]);
  });

  it('give duties beside rights, keep them if left out, and take them away', async () => {
    const { id, version, duties } = await add({ name: 'Sells', duties: ['work_register'] });
    expect(duties).toEqual(['work_register']);
    const update = (changes: object, from: number) => {
      const body = { ...clerk, name: 'Sells', version: from, ...changes };
      return test.ask.roles.update({ params: { id }, body });
    };
    const stored = await update({ description: 'Sells and answers.' }, version);
    expect(stored.duties).toEqual(['work_register']);
    expect((await update({ duties: [] }, stored.version)).duties).toEqual([]);
    expect((await add({ name: 'Does nothing' })).duties).toEqual([]);
    const system = (await test.ask.roles.list()).results.find(({ isSystem }) => isSystem);
    expect(system?.duties).toEqual([...DUTIES]);
    expect((await getRefusal(add({ name: 'Flies', duties: ['fly'] }))).errors).toHaveProperty(
      'duties.0',
    );
    const twice = ['work_register', 'work_register'];
    await expectRefusal(add({ name: 'Twice', duties: twice }), 'VALIDATION_FAILED');
  });

  it('never give a duty that the granting person lacks, whatever their rights', async () => {
    const { client } = await signedInWith(test, [
      ['Orders', 'read_only'],
      ['Users', 'read_only'],
      ['Users', 'edit'],
    ]);
    const rights = [{ name: 'Orders' as const, read_only: true, edit: false }];
    const { data: role } = await test.owner.roles.add({
      body: { name: 'Reads and sells', description: 'x', rights, duties: ['work_register'] },
    });
    expect((await client.roles.getRoles({ query: { search: 'Reads and sells' } })).data).toEqual(
      [],
    );
    const person = { ...DANA, email: 'duty@example.com', secretCode: '1234' };
    await expectRefusal(client.admins.add({ body: { ...person, roleId: role.id } }), 'FORBIDDEN');
  });

  it('list the duties of a person at sign-in beside the permissions', async () => {
    const answer = await test.client().auth.login({ body: OWNER });
    expect(answer.duties).toEqual([...DUTIES]);
    const { data } = await test
      .client()
      .auth.refreshTokens({ body: { refreshToken: answer.token.refresh.token } });
    expect(data.duties).toEqual([...DUTIES]);
  });

  it('are named by ID, even deleted, to callers who may grant them', async () => {
    const seller = await signedInWith(test, [['Orders', 'read_only']]);
    const { data: role } = await test.owner.roles.add({
      body: {
        name: 'Named by id',
        description: 'x',
        rights: [{ name: 'Fairs', read_only: true, edit: true }],
      },
    });
    await test.owner.roles.delete({ params: { id: role.id } });
    const query = { id: role.id };
    expect(await test.ask.roles.getRoles({ query })).toMatchObject([
      { value: role.id, label: 'Named by id', state: 'deleted' },
    ]);
    expect((await seller.client.roles.getRoles({ query })).data).toEqual([]);
  });

  it('list the pages that each right opens', async () => {
    const { data } = await test.owner.roles.getModulesWithRights();
    expect(data.find(({ name }) => name === 'Fairs')).toEqual({
      name: 'Fairs',
      read_only: true,
      edit: true,
      readPages: [
        '/fairs',
        '/fair-details/$id',
        '/schools',
        '/school-details/$id',
        '/packages',
        '/package/$id',
      ],
      editPages: [
        '/add-fair',
        '/edit-fair/$id',
        '/add-school',
        '/edit-school/$id',
        '/add-title',
        '/edit-title/$id',
      ],
    });
    expect((await test.ask.roles.getMasterRoles()).map(({ name }) => name)).toEqual([
      'SUPER_ADMIN',
      'Fair Manager',
      'Operations Clerk',
      'Warehouse',
      'Accountant',
      'Cashier',
    ]);
  });
});
