import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#api/db/db.ts';
import { openSessionFor } from '#api/staff/sign-in/auth.service.ts';
import { recordFinishedJob } from '#api/jobs/job-queue.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const REFUSED = {
  code: 'TOKEN_INVALID',
  message: 'This download link was already used or has expired. Start the download again.',
};

describe('a ticket for the file of a job', async () => {
  const test = await startTestApp();
  const stranger = (url: string, method = 'GET') => test.send()(url, { method });
  const refused = async (url: string) => {
    const response = await stranger(url);
    expect([response.status, await response.json()]).toEqual([
      401,
      { ...REFUSED, requestId: expect.any(String) },
    ]);
  };
  async function finishedJob(ownerId: string): Promise<string> {
    const id = uuidv7();
    await inTransaction(test.db, (tx) =>
      recordFinishedJob(tx, {
        id,
        kind: 'export',
        ownerId,
        status: 'succeeded',
        result: {},
        errors: [],
        file: { name: 'list.csv', bytes: Buffer.from('a,b') },
      }),
    );
    return id;
  }
  const ticketFor = (id: string) => test.ask.jobs.ticket({ params: { id } });

  it('gives the file once to anyone with its URL, without a token', async () => {
    const { url, expiresAt } = await ticketFor(await finishedJob(test.ownerId));
    expect(url).toMatch(/^\/v1\/jobs\/[\w-]{36}\/file\?ticket=[\w-]{43}$/);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
    // A HEAD request, as download managers send, does not use up the ticket.
    expect((await stranger(url, 'HEAD')).status).toBe(401);
    const response = await stranger(url);
    expect([
      response.status,
      response.headers.get('content-disposition'),
      await response.text(),
    ]).toEqual([200, 'attachment; filename="list.csv"', 'a,b']);
    await refused(url);
  });

  it('works for one of several concurrent requests', async () => {
    const { url } = await ticketFor(await finishedJob(test.ownerId));
    const answers = await Promise.all(Array.from({ length: 8 }, () => stranger(url)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array<number>(7).fill(401),
    ]);
  });

  it('gets the same refusal if old, invented, for another or no job, or of an ended session', async () => {
    const [first, second] = [await finishedJob(test.ownerId), await finishedJob(test.ownerId)];
    const { url } = await ticketFor(first);
    const ticket = url.split('=')[1]!;
    for (const id of [second, uuidv7(), 'no-id'])
      await refused(`/v1/jobs/${id}/file?ticket=${ticket}`);
    for (const made of ['', 'x', 'x'.repeat(43), encodeURIComponent("' or true --")])
      await refused(`/v1/jobs/${first}/file?ticket=${made}`);
    await test.db
      .updateTable('jobTickets')
      .set({ expiresAt: sql<string>`now() - interval '1 second'` })
      .execute();
    await refused(url);

    const { id: adminId } = await signedInWith(test, []);
    const { access } = await openSessionFor(test.db, test.secrets, adminId);
    const own = await finishedJob(adminId);
    const make = async () =>
      (await test.client(access.token).jobs.ticket({ params: { id: own } })).data.url;
    const [afterDeactivation, afterSignOut] = [await make(), await make()];
    const setStatus = (status: 'active' | 'inactive') =>
      test.db.updateTable('admins').set({ status }).where('id', '=', adminId).execute();
    await setStatus('inactive');
    await refused(afterDeactivation);
    await setStatus('active');
    await test.db
      .updateTable('sessions')
      .set({ revokedAt: sql<string>`now()` })
      .where('adminId', '=', adminId)
      .execute();
    await refused(afterSignOut);
  });

  it("opens nothing else, and is created only for one's own jobs", async () => {
    const id = await finishedJob(test.ownerId);
    const ticket = (await ticketFor(id)).url.split('?')[1]!;
    for (const address of [`/v1/jobs/${id}`, '/v1/jobs', '/v1/orders'])
      expect((await stranger(`${address}?${ticket}`)).status).toBe(401);
    const { client } = await signedInWith(test, [['Orders', 'read_only']]);
    await expectRefusal(client.jobs.ticket({ params: { id } }), 'NOT_FOUND');
    await expectRefusal(test.owner.jobs.ticket({ params: { id: uuidv7() } }), 'NOT_FOUND');
  });

  it('is not stored in the database', async () => {
    const ticket = (await ticketFor(await finishedJob(test.ownerId))).url.split('=')[1]!;
    const { rows } = await sql`
      select t::text as row from job_tickets t
      union all select k::text from idempotency_keys k
      union all select a::text from activity a`.execute(test.db);
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(ticket);
    expect(stored).not.toContain(Buffer.from(ticket).toString('hex'));
  });
});
