import { withDatabase } from '@pos/tools/product/test-database.ts';
import { expect, type Page } from '@playwright/test';
import { today } from '@pos/contract/values/clock';
import { sql } from 'kysely';
import { readable } from '../support/barriers.ts';
import { office, test } from '../support/office.ts';
import { ownersDesk } from '../support/staff.ts';
import { signIn, signInAt } from '../support/sign-in.ts';

/** Running export of another process. */
const BLOCKING = '00000000-0000-7000-8000-000000000001';

/** Blocks the exports of all people, as a running export in another process does, during `work`. */
async function whileExportsWait(work: () => Promise<void>): Promise<void> {
  await withDatabase(office.dataDir(), async (db) => {
    const { id } = await db
      .selectFrom('admins')
      .select('id')
      .where('email', '=', office.email())
      .executeTakeFirstOrThrow();
    await sql`
      insert into jobs (id, kind, owner_id, status, attempts, lease_until)
      values (${BLOCKING}, 'export', ${id}, 'running', 1, now() + interval '1 hour')`.execute(db);
    try {
      await work();
    } finally {
      await sql`delete from jobs where id = ${BLOCKING}`.execute(db);
    }
  });
}

async function exportUsers(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: /^Export/ });
  await dialog.getByText('CSV').click();
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
}

test('an export that waits names its place in line, and an interrupted one when it starts again', async ({
  page,
}) => {
  const { client } = await ownersDesk();
  await signInAt(page, '/users');
  const dialog = page.getByRole('dialog', { name: /^Export/ });
  await whileExportsWait(async () => {
    const ahead = (
      await client.exports.add({ body: { list: 'devices', query: {}, format: 'csv' } })
    ).data.jobId;
    await exportUsers(page);
    await expect(dialog.getByRole('status')).toContainText('Waiting, 2nd in line');
    await readable(page, 'an export in line');
    await client.jobs.cancel({ params: { id: ahead } });
    await expect(dialog.getByRole('status')).toContainText('Waiting, next in line');

    const job = (await client.jobs.list({ query: { kind: 'export', status: 'queued' } })).data
      .results[0]!;
    await withDatabase(office.dataDir(), async (db) => {
      // The state left by a process killed just now; no other process takes the job over while its
      // row is locked.
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('jobs').where('id', '=', BLOCKING).execute();
        await tx
          .updateTable('jobs')
          .set({
            status: 'running',
            attempts: 1,
            progress: 40,
            leaseUntil: sql<string>`now() + interval '1 second'`,
          })
          .where('id', '=', job.id)
          .execute();
      });
      await db.transaction().execute(async (tx) => {
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
        await tx.selectFrom('jobs').select('id').where('id', '=', job.id).forUpdate().execute();
        await expect(dialog.getByRole('status')).toContainText(
          'Interrupted; starts again within 10 seconds',
        );
        await readable(page, 'an interrupted export');
      });
    });
  });
  await expect(dialog).toContainText('The csv file is ready');
});

test('a report that waits for its turn names its place in line until it is there', async ({
  page,
}) => {
  const { client } = await ownersDesk();
  await signIn(page);
  const day = today('America/New_York');
  const range = { startDate: day, endDate: day };
  const query = { reportType: 'SALES_SUMMARY', schoolIdentifier: '*', ...range } as const;
  await withDatabase(office.dataDir(), (db) =>
    db.transaction().execute(async (tx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      await sql`lock table fair_days in access exclusive mode`.execute(tx);
      const ahead = Array.from({ length: 5 }, () =>
        client.reports.run({ query }).catch(() => undefined),
      );
      await page.goto(`/reports?${new URLSearchParams(query)}`);
      await expect(page.getByRole('status', { name: 'Creating the report' })).toContainText(
        /Waiting, (next|\d(nd|rd|th)) in line/,
      );
      void ahead;
    }),
  );
  await expect(page.getByRole('heading', { name: 'Sales summary' })).toBeVisible();
});
