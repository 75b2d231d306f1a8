import { describe, expect, it } from 'vitest';
import { getRefusal } from '#testing/refusals.ts';
import { OWNER, startTestApp } from '#testing/test-app.ts';

describe('cached identities', async () => {
  const test = await startTestApp({ identityCacheMs: 60_000 });
  const { data: role } = await test.owner.roles.add({
    body: {
      name: 'Clerk',
      description: 'Looks at orders',
      rights: [{ name: 'Orders', read_only: true, edit: false }],
    },
  });
  const { data: admin } = await test.owner.admins.add({
    body: {
      firstName: 'Casey',
      lastName: 'Clerk',
      email: 'casey@example.com',
      countryCode: '+1',
      phone: '5551234567',
      roleId: role.id,
      secretCode: '4711',
    },
  });
  const { passwordHash } = await test.db
    .selectFrom('admins')
    .select('passwordHash')
    .where('id', '=', test.ownerId)
    .executeTakeFirstOrThrow();
  await test.db
    .updateTable('admins')
    .set({ passwordHash, emailVerified: true })
    .where('id', '=', admin.id)
    .execute();
  const { token } = await test
    .client()
    .auth.login({ body: { email: 'casey@example.com', password: OWNER.password } });
  const clerk = { id: admin.id, roleId: role.id, client: test.client(token.access.token) };

  it('are not read from the database again', async () => {
    await clerk.client.orders.list();
    await test.db.updateTable('admins').set({ tokenEpoch: 7 }).where('id', '=', clerk.id).execute();
    await clerk.client.orders.list();
    await test.db.updateTable('admins').set({ tokenEpoch: 1 }).where('id', '=', clerk.id).execute();
  });

  it('reflect a changed role at the next request', async () => {
    await clerk.client.orders.list();
    const { data: role } = await test.owner.roles.getById({ params: { id: clerk.roleId } });
    await test.owner.roles.update({
      params: { id: clerk.roleId },
      body: {
        name: role.name,
        description: role.description,
        rights: [{ name: 'Payments', read_only: true, edit: false }],
        version: role.version,
      },
    });
    expect(await getRefusal(clerk.client.orders.list())).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    await clerk.client.payments.list();
  });

  it('end at the next request for a deactivated admin', async () => {
    await clerk.client.payments.list();
    await test.owner.admins.changeStatus({
      params: { id: clerk.id },
      body: { status: 'inactive' },
    });
    expect(await getRefusal(clerk.client.payments.list())).toMatchObject({
      status: 401,
      code: 'SESSION_REVOKED',
    });
  });
});
