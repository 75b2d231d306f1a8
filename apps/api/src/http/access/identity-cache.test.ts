import { describe, it } from 'vitest';
import { signedInWith } from '#testing/rights/personas.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('cached identities', async () => {
  const test = await startTestApp({ identityCacheMs: 60_000 });
  const clerk = await signedInWith(test, [['Orders', 'read_only']]);

  it('are not read from the database again', async () => {
    await clerk.client.orders.list();
    await test.db.updateTable('admins').set({ tokenEpoch: 7 }).where('id', '=', clerk.id).execute();
    await clerk.client.orders.list();
    await test.db.updateTable('admins').set({ tokenEpoch: 1 }).where('id', '=', clerk.id).execute();
  });

  it('reflect a changed role at the next request', async () => {
    await clerk.client.orders.list();
    const params = { id: clerk.roleId };
    const { name, description, version } = await test.ask.roles.getById({ params });
    const rights = [{ name: 'Payments' as const, read_only: true, edit: false }];
    await test.owner.roles.update({ params, body: { name, description, rights, version } });
    await expectRefusal(clerk.client.orders.list(), 'FORBIDDEN');
    await clerk.client.payments.list();
  });

  it('end at the next request for a deactivated admin', async () => {
    await clerk.client.payments.list();
    await test.owner.admins.changeStatus({
      params: { id: clerk.id },
      body: { status: 'inactive' },
    });
    await expectRefusal(clerk.client.payments.list(), 'SESSION_REVOKED');
  });
});
