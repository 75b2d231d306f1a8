import { DANA } from '#testing/selling/new-records.ts';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { openSessionFor } from './auth.service.ts';
import { openPostOffice } from '#testing/files/post-office.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('email that cannot be delivered', async () => {
  const test = await startTestApp();
  const post = await openPostOffice(test);
  const role = { name: 'None', description: 'Holds none.', rights: [] };
  const { id: roleId } = await test.ask.roles.add({ body: role });
  const invite = async (email: string) =>
    (await test.ask.admins.add({ body: { ...DANA, email, roleId, secretCode: '0420' } })).id;
  const read = (id: string) => test.ask.admins.getById({ params: { id } });
  const subjects = async () =>
    (await test.ask.notifications.list({ query: {} })).results.map(({ subject }) => subject);
  /** Waits until the owner is told that the invitation of `adminId` was refused. */
  const expectTold = (adminId: string) =>
    vi.waitFor(
      async () => expect(await subjects()).toContainEqual({ kind: 'invitation_refused', adminId }),
      { timeout: 15_000, interval: 50 },
    );
  const waitingMail = async () =>
    (
      await sql<{ id: string }>`
        select id from jobs where kind = 'mail'`.execute(test.db)
    ).rows.map(({ id }) => id);

  it('for good marks the user, tells who invited, shows the setup link, and is not tried again', async () => {
    post.answers.set('gone@example.com', 550);
    const id = await invite('gone@example.com');
    await expectTold(id);
    expect(post.offered).toEqual(['gone@example.com']);
    await expect.poll(waitingMail).toEqual([]);
    expect((await read(id)).mailRefusal).toBe('The mail server answered: 550 No such user here');

    const { link } = await test.ask.admins.setupLink({ params: { id } });
    const token = new URL(link).searchParams.get('token') ?? '';
    const password = 'Reading-Corner-88';
    await test
      .client()
      .auth.setupPassword({ body: { token, password, confirmPassword: password } });

    post.answers.delete('gone@example.com');
    await test.client().auth.forgotPassword({ body: { email: 'gone@example.com' } });
    await post.next('gone@example.com');
    await vi.waitFor(async () => expect((await read(id)).mailRefusal).toBeNull(), {
      timeout: 15_000,
    });
  });

  it('is taken back when the address is corrected, and the link goes to the person alone', async () => {
    post.answers.set('typo@example.com', 550);
    const id = await invite('typo@example.com');
    await expectTold(id);
    const { version } = await read(id);
    const changes = { email: 'right@example.com', roleId, secretCode: '****', version };
    await test.owner.admins.update({ params: { id }, body: { ...DANA, ...changes } });
    await post.next('right@example.com');
    expect((await read(id)).mailRefusal).toBeNull();
    await expectRefusal(test.owner.admins.setupLink({ params: { id } }), 'INVALID_TRANSITION');
  });

  it('for now is tried again; after the last try the user is marked and who invited is told', async () => {
    post.answers.set('busy@example.com', 451);
    const id = await invite('busy@example.com');
    const offers = () => post.offered.filter((to) => to === 'busy@example.com').length;
    await vi.waitFor(() => expect(offers()).toBe(1), { timeout: 15_000 });
    const [job] = await vi.waitFor(
      async () => {
        const jobs = await sql<{ id: string }>`
          select id from jobs
          where kind = 'mail' and attempts = 1 and status = 'queued'`.execute(test.db);
        expect(jobs.rows).toHaveLength(1);
        return jobs.rows;
      },
      { timeout: 15_000 },
    );
    expect((await read(id)).mailRefusal).toBeNull();
    await sql`update jobs set run_at = now(), attempts = 11 where id = ${job?.id}`.execute(test.db);
    await expectTold(id);
    expect((await read(id)).mailRefusal).toMatch(/did not take it/);
  });

  // Last, because its second email stays waiting.
  it('with a code tells the person whose address it is, until the next code is asked for', async () => {
    const id = await invite('moved@example.com');
    await post.next('moved@example.com');
    post.answers.set('moved@example.com', 550);
    const { access } = await openSessionFor(test.db, test.secrets, id);
    const client = test.client(access.token);
    const refusal = async () => (await client.admins.profile()).data.mailRefusal;
    await client.admins.resendVerificationCode();
    await vi.waitFor(async () => expect(await refusal()).toMatch(/550 No such user here/), {
      timeout: 15_000,
    });

    await sql`
      update verification_codes set created_at = created_at - interval '2 minutes'
      where admin_id = ${id}`.execute(test.db);
    post.answers.set('moved@example.com', 451);
    await client.admins.resendVerificationCode();
    expect(await refusal()).toBeNull();
  });
});
