import { DANA } from '#testing/selling/new-records.ts';
import { describe, expect, it } from 'vitest';
import { signedInWith } from '#testing/rights/personas.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { startTestApp, type TestApp } from '#testing/app/test-app.ts';

const person = { ...DANA, secretCode: '0420' };

describe('the setup link without a mail server', async () => {
  const test = await startTestApp({ sendsMail: false });
  const posting = await startTestApp();
  const rights = [{ name: 'Fairs' as const, read_only: true, edit: true }];
  const manager = { name: 'Manager', description: 'Plans fairs.', rights };
  const roleId = (await test.ask.roles.add({ body: manager })).id;
  const invite = async (email: string) =>
    (await test.ask.admins.add({ body: { ...person, email, roleId } })).id;

  it('is shown only to an editor of users who holds all rights of the invited admin', async () => {
    const id = await invite('dana@example.com');
    const { link, expiresAt } = await test.ask.admins.setupLink({ params: { id } });
    expect(link).toMatch(/^https:\/\/fairs\.example\.com\/setup-password\?token=[\w-]{43}$/);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
    const asked = async (...held: Parameters<typeof signedInWith>[1][number][]) =>
      (await signedInWith(test, held)).client.admins.setupLink({ params: { id } });
    const fairs = [
      ['Fairs', 'edit'],
      ['Fairs', 'read_only'],
    ] as const;
    await expectRefusal(asked(['Users', 'edit']), 'FORBIDDEN');
    await expectRefusal(asked(['Users', 'read_only'], ...fairs), 'FORBIDDEN');
    expect((await asked(['Users', 'edit'], ...fairs)).data.link).toBe(link);
  });

  it('is in no stored answer and no activity, which records who viewed it', async () => {
    const id = await invite('quiet@example.com');
    const { link } = await test.ask.admins.setupLink({ params: { id } });
    const token = new URL(link).searchParams.get('token') ?? '';
    const { results } = await test.ask.activity.list({ query: { entity: 'admin', entityId: id } });
    expect(results[0]).toMatchObject({
      action: 'admin.setup_link_shown',
      actorName: 'Account Owner',
      changes: {},
    });
    const stored = await test.db.selectFrom('idempotencyKeys').selectAll().execute();
    expect(JSON.stringify([stored, results])).not.toContain(token);
  });

  it('works once, is replaced after it expires, and is not shown for an account with a password', async () => {
    const id = await invite('once@example.com');
    const read = async () => (await test.ask.admins.setupLink({ params: { id } })).link;
    const first = await read();
    await test.db
      .updateTable('accountLinks')
      .set({ expiresAt: '2020-01-01T00:00:00.000Z' })
      .where('adminId', '=', id)
      .execute();
    const second = await read();
    expect(second).not.toBe(first);
    const token = new URL(second).searchParams.get('token') ?? '';
    const password = 'Reading-Corner-88';
    await test
      .client()
      .auth.setupPassword({ body: { token, password, confirmPassword: password } });
    await expectRefusal(test.owner.admins.setupLink({ params: { id } }), 'INVALID_TRANSITION');
  });

  it('is sent only to its person with a mail server; without one no answer promises an email', async () => {
    const { data: role } = await posting.owner.roles.add({
      body: { name: 'None', description: 'Holds none.', rights: [] },
    });
    const { data: admin } = await posting.owner.admins.add({
      body: { ...person, email: 'dana@example.com', roleId: role.id },
    });
    await expectRefusal(
      posting.owner.admins.setupLink({ params: { id: admin.id } }),
      'INVALID_TRANSITION',
    );
    expect((await posting.client().auth.mailDelivery()).data).toEqual({ sendsMail: true });
    expect((await test.client().auth.mailDelivery()).data).toEqual({ sendsMail: false });
    const ask = (app: TestApp) =>
      app.client().auth.forgotPassword({ body: { email: 'dana@example.com' } });
    expect((await ask(posting)).message).toBe(
      'If an account exists for that address, we sent a link.',
    );
    expect((await ask(test)).message).toMatch(/^This server sends no email\./);
  });
});
